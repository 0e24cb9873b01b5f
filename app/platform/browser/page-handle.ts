/**
 * What a screen says of itself to the document. One that is only read is sent without the application's script, and all on it must
 * work without: `export const handle = { readOnly: true } satisfies PageHandle`.
 */
export type PageHandle = { readOnly?: boolean };
