/**
 * What a screen tells the document about itself. A screen that's only read is sent without the application's script, so
 * everything on it must work without JavaScript: `export const handle = { readOnly: true } satisfies PageHandle`. With
 * `deferHydration`, the script loads on the first interaction. Anything done before that must work without it or be
 * picked up afterward: links navigate, and form fields are read once it loads. The browser fetches it ahead, unless the
 * value is "unfetched", for a page that most visitors only read.
 */
export type PageHandle = { readOnly?: boolean; deferHydration?: boolean | "unfetched" };
