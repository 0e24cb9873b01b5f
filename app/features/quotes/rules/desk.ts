/** Where staff answer quote requests: on support's desk, and for admins under /admin, where links stay. */
export type QuoteDesk = "/support-desk/quotes" | "/admin/quotes";

/** The desk a page belongs to. @param path the page's pathname */
export const quoteDeskAt = (path: string): QuoteDesk =>
  path.startsWith("/admin") ? "/admin/quotes" : "/support-desk/quotes";
