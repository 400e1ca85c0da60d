// Routes are in the fragment of the URL (after the #). The same static build therefore works on any host, in any directory and offline,
// without URL rewriting on a server.

/** A route: the segments of the path, and the query. */
export interface Route {
  path: string[];
  query: URLSearchParams;
}

/** Parses an address such as `#/replay/abc?step=4`. */
export function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return { path: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

/** The current route. */
export const route: { now: Route } = $state({ now: parse(location.hash) });

addEventListener('hashchange', () => {
  route.now = parse(location.hash);
});

/** Returns the address of a path, for links. */
export function to(...path: (string | number)[]): string {
  return '#/' + path.map((p) => encodeURIComponent(p)).join('/');
}

/** Returns the address of the review of a game, as the player of a seat sees it. */
export function reviewAddress(id: string, seat: string | null): string {
  return seat ? `${to('review', id)}?${new URLSearchParams({ seat })}` : to('review', id);
}

/** Navigates to an address. */
export function go(address: string): void {
  location.hash = address;
}

/** Replaces the query without a new history entry. */
export function replaceQuery(query: Record<string, string>): void {
  const [path = ''] = location.hash.split('?');
  history.replaceState(history.state, '', `${path}?${new URLSearchParams(query)}`);
}
