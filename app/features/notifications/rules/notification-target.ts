/** Whether a link goes to another site. Such links open in a new tab. */
export const isExternal = (link: string): boolean => /^https?:\/\//i.test(link);

/** Where a notification goes: its link, or the order page for the reader's role, or null. */
export function targetOf(
  item: { link: string | null; orderId: string | null },
  reader: { isAdmin: boolean; isEditor: boolean } | null,
): string | null {
  if (item.link) return item.link;
  if (!item.orderId) return null;
  return `${reader?.isAdmin ? "/admin/orders" : reader?.isEditor ? "/editor/orders" : "/order"}/${item.orderId}`;
}
