import type { List, Window } from "#app/platform/server/lists/list.ts";

/** A list's rows as somebody sees them who turns its pages to the end, and those of the way back, without the last page. */
export async function turnPages<Row>(list: List<Row>, size: number): Promise<{ forward: Row[]; back: Row[] }> {
  const pages: Window<Row>[] = [await list.window(size, 0)];
  let page = pages[0]!;
  while (page.last && (pages.length === 1 || page.beyond)) {
    page = await list.window(size, { place: page.last, back: false });
    pages.push(page);
  }
  const back: Row[] = [];
  let before = pages.findLast((it) => it.rows.length > 0);
  while (before?.first) {
    before = await list.window(size, { place: before.first, back: true });
    back.unshift(...before.rows);
    if (!before.beyond) break;
  }
  return { forward: pages.flatMap((it) => it.rows), back };
}
