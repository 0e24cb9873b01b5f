/**
 * A notification as it's pushed to a browser. `path` is where it links, on this site. A `test` is shown even while the
 * site is open.
 */
export type PushedNotice = { id: string; title: string; body: string; path: string; test: boolean };
