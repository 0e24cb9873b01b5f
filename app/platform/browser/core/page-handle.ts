/**
 * What a screen says of itself to the document. One that is only read is sent without the application's script, and all on it must
 * work without: `export const handle = { readOnly: true } satisfies PageHandle`. On one whose script `deferHydration` for the first touch, what is
 * done before it has come must work without it, or be found by it: a link leads, a form's fields are read when it comes.
 */
export type PageHandle = { readOnly?: boolean; deferHydration?: boolean };
