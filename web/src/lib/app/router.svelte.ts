// Addresses live behind the #, so that the same static build works on any host and below any path,
// offline too, with no rewriting of addresses by a server.

/** Where we are: the words of the path, and what follows a question mark. */
export interface Place {
  path: string[];
  query: URLSearchParams;
}

/** Takes an address such as `#/replay/abc?step=4` apart. */
export function parse(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return { path: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

/** The current place. */
export const route: { now: Place } = $state({ now: parse(location.hash) });

addEventListener('hashchange', () => {
  route.now = parse(location.hash);
});

/** An address for a link. */
export function to(...path: (string | number)[]): string {
  return '#/' + path.map((p) => encodeURIComponent(p)).join('/');
}

/** Goes to an address. */
export function go(address: string): void {
  location.hash = address;
}

/** Changes what follows the question mark without a new entry in the history. */
export function replaceQuery(query: Record<string, string>): void {
  const [path = ''] = location.hash.split('?');
  history.replaceState(null, '', `${path}?${new URLSearchParams(query)}`);
}
