/** Where the reader's choice in the account menu is kept (Mantine's name for it): "light", "dark", or "auto". */
const CHOICE = "mantine-color-scheme-value";

/** In the document's head: the colors that the reader chose, or else those of their system, also when these change. */
export const COLOR_SCHEME = `(function(){var m=matchMedia("(prefers-color-scheme:dark)");(m.onchange=function(){var s;try{s=localStorage.getItem(${JSON.stringify(CHOICE)})}catch(e){}document.documentElement.setAttribute("data-mantine-color-scheme",s==="light"||s==="dark"?s:m.matches?"dark":"light")})()})()`;
