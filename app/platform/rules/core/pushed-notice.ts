/** A notification as it is pushed to a browser. `path` is where it leads, on this site. A `test` is shown even to somebody who looks at the site. */
export type PushedNotice = { id: string; title: string; body: string; path: string; test: boolean };
