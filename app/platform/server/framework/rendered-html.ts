/** What the router renders into a page's head and body, as text; rendered-html.test.tsx renders it with the router itself. */

/** A stylesheet of the build; its address is the first group. The router marks a sheet that two parts share with an empty fragment. */
export const STYLESHEET = /<link\b(?=[^>]*\brel="stylesheet")(?=[^>]*\bhref="(\/assets\/[\w.-]+\.css)#?")[^>]*>/g;

/** What is fetched early: a script or a font. The first group is everything before its `rel`. */
export const PRELOAD = /<link\b(?=[^>]*\brel="(?:modulepreload|preload)")([^>]*?)\brel="(?:modulepreload|preload)"/g;

/** A script of the page. The first group is everything before its type. */
export const MODULE = /(<script\b[^>]*?) type="module"/g;
