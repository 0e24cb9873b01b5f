/** Support answers tickets, and admins read their usual pages. */
import type { City } from "./city.ts";
import type { Person } from "./person.ts";

const ADMIN_PAGES = [
  "/admin",
  "/admin/orders",
  "/admin/clients",
  "/admin/editors",
  "/admin/payments",
  "/admin/numbers",
  "/admin/audit",
  "/admin/reconciliation",
  "/admin/email",
  "/admin/admin-tools",
  "/admin/editor-payouts",
];
const QUEUE = "/support-desk/threads";

export async function liveAsSupport(city: City, person: Person): Promise<void> {
  const answered = new Set<string>();
  while (!city.over) {
    const html = await person.again(() => person.open(QUEUE));
    const open = [...new Set(html.match(/tkt_[0-9a-z]{20,}/g) ?? [])].filter((id) => !answered.has(id));
    const id = open[Math.floor(person.random() * open.length)];
    await person.think();
    if (id === undefined) continue;
    answered.add(id);
    const path = `${QUEUE}/${id}`;
    const seenId = /name="seenId" value="(\w+)"/.exec(await person.again(() => person.open(path)))?.[1] ?? "";
    await person.think();
    const body = `Every invoice is on the page Payments. ${person.name} about ${id}`;
    const answer = await person.again(() =>
      person.sent(path, { intent: "answer", body, seenId, clientKey: `a-${person.name}-${id}` }),
    );
    // Held because a colleague has just answered, which is fine.
    if (answer.status < 400) city.told.add("answer", body);
  }
}

export async function liveAsAdmin(city: City, person: Person): Promise<void> {
  while (!city.over) {
    const page = ADMIN_PAGES[Math.floor(person.random() * ADMIN_PAGES.length)]!;
    const html = await person.again(() => person.open(page));
    await person.think();
    const orderId = /\/admin\/orders\/(ord_[0-9a-z]+)/.exec(html)?.[1];
    if (orderId !== undefined) await person.again(() => person.open(`/admin/orders/${orderId}`));
    await person.think();
  }
}
