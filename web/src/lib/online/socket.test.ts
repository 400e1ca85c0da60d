import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Me, ServerMessage } from '../protocol';
import { whoAmI } from './api';
import { Socket } from './socket';

vi.mock('./api', () => ({ whoAmI: vi.fn() }));

/** A fake WebSocket; `opened` contains all of them, oldest first. */
class FakeWebSocket {
  static readonly OPEN = 1;
  static opened: FakeWebSocket[] = [];
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    FakeWebSocket.opened.push(this);
  }
  send(): void {
    // These tests do not read what the client sends.
  }
  close(): void {
    this.readyState = 3;
  }
  receive(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const me: Me = { id: 'ada', name: 'Ada' } as Me;
const refused = vi.fn();
let socket: Socket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeWebSocket);
  FakeWebSocket.opened = [];
  refused.mockClear();
  socket = new Socket('one', {
    received: () => undefined,
    connection: () => undefined,
    refused,
    tooLate: () => undefined,
    since: () => undefined,
    deck: () => '',
  });
});
afterEach(() => {
  socket.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Lets the server close the socket because its device was logged out. */
function logOut(): void {
  const [first] = FakeWebSocket.opened;
  first?.receive({ type: 'closing', why: 'logged-out', retry_ms: null });
  first?.onclose?.();
}

test('a page reconnects if its new cookie arrives after the notice of the logout', async () => {
  vi.mocked(whoAmI).mockResolvedValueOnce(null).mockResolvedValue(me);
  logOut();
  await vi.advanceTimersByTimeAsync(2_000);
  expect([FakeWebSocket.opened.length, refused.mock.calls.length]).toEqual([2, 0]);
});

test('a page of a device that was logged out gives up', async () => {
  vi.mocked(whoAmI).mockResolvedValue(null);
  logOut();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(FakeWebSocket.opened).toHaveLength(1);
  expect(refused).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'no-identity' }));
});
