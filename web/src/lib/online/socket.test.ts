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
  vi.mocked(whoAmI).mockReset();
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

/** Closes the socket as the server does when its device is logged out. */
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

test('a page that is closed after a logout does not ask for its identity', async () => {
  vi.mocked(whoAmI).mockResolvedValue(null);
  logOut();
  await vi.advanceTimersByTimeAsync(500);
  socket.close();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([vi.mocked(whoAmI).mock.calls.length, refused.mock.calls.length]).toEqual([1, 0]);
});

test('a page that was logged out does not reconnect while a slow server looks for its identity', async () => {
  vi.mocked(whoAmI).mockImplementation(() => new Promise((resolve) => setTimeout(() => resolve(null), 9_000)));
  logOut();
  await vi.advanceTimersByTimeAsync(5_000);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(55_000);
  expect(FakeWebSocket.opened).toHaveLength(1);
  expect(refused).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'no-identity' }));
});

test('a page asks for its identity again if the request fails', async () => {
  vi.mocked(whoAmI).mockRejectedValueOnce(new Error('offline')).mockResolvedValue(me);
  logOut();
  await vi.advanceTimersByTimeAsync(7_000);
  expect(FakeWebSocket.opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([FakeWebSocket.opened.length, refused.mock.calls.length]).toEqual([2, 0]);
});
