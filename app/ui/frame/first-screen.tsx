/**
 * Where a public page's first screen is over. What's above has its styles in the page; here the page links the rest, and
 * what follows is shown when they have arrived (server/public-pages/readable-first.ts). Nothing above moves, because the
 * browser reads on only then. It may stand where its parent's size and columns don't depend on what follows.
 */
export const FirstScreenEnd = () => (
  <div hidden data-first-screen-end="" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
);
