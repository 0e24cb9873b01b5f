/** What the router renders into a page's head and body. rendered-html.test.tsx checks it against the router itself. */

/**
 * A stylesheet of the build; the first group is its URL. The router marks a sheet shared by two parts with an empty
 * fragment.
 */
export const STYLESHEET = /<link\b(?=[^>]*\brel="stylesheet")(?=[^>]*\bhref="(\/assets\/[\w.-]+\.css)#?")[^>]*>/g;

/** A preload of a script or font. The first group is everything before its `rel`. */
export const PRELOAD = /<link\b(?=[^>]*\brel="(?:modulepreload|preload)")([^>]*?)\brel="(?:modulepreload|preload)"/g;

/** A script of the page. The first group is everything before its type. */
export const MODULE = /(<script\b[^>]*?) type="module"/g;

/** Where a page's first screen ends (ui/first-screen.tsx). The first group is the element's start. */
export const FIRST_SCREEN_END = /(<div\b[^>]*\sdata-first-screen-end\b[^>]*>)<\/div>/;
