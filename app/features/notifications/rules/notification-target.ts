/** Whether a link leads to another site: it opens in a new tab. */
export const isExternal = (link: string): boolean => /^https?:\/\//i.test(link);

/** Where a notification leads: its link, or else the order's page of the reader's role; null where it leads nowhere. */
export function targetOf(
  item: { link: string | null; orderId: string | null },
  reader: { isAdmin: boolean; isEditor: boolean } | null,
): string | null {
  if (item.link) return item.link;
  if (!item.orderId) return null;
  return `${reader?.isAdmin ? "/admin/orders" : reader?.isEditor ? "/editor/orders" : "/order"}/${item.orderId}`;
}
