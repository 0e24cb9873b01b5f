/** axe on the order pages, as each side sees them. Separate from accessibility.spec.ts to run in parallel. */
import { expect, test } from "@playwright/test";
import { CAST } from "#db/seed/cast.ts";
import { byTurns, closeAll, look } from "./axe.ts";
import { Client } from "./client.ts";
import { demoOrders } from "./pages.ts";

test.afterAll(closeAll);

for (const [who, page, rate] of [
  ["amara", "/order/", true],
  ["mei", "/order/", false],
  ["jonas", "/editor/orders/", false],
  ["priya", "/editor/orders/", false],
] as const)
  test(`each of ${CAST[who].displayName}'s orders at ${page}`, async ({ browser, baseURL }) => {
    test.setTimeout(180_000);
    const orders = (await demoOrders(baseURL!))[who];
    expect(orders.length).toBeGreaterThan(0);
    for (const [n, id] of orders.entries()) await look(browser, baseURL!, who, `${page}${id}`, byTurns(n));
    const client = await new Client(baseURL!).signIn(CAST[who].email);
    for (const [n, id] of (rate ? orders : []).entries()) {
      if ((await client.get(`${page}${id}/rate`)).status === 200)
        await look(browser, baseURL!, who, `${page}${id}/rate`, byTurns(n));
    }
  });

test("orders as the admins see them", async ({ browser, baseURL }) => {
  test.setTimeout(180_000);
  const orders = await demoOrders(baseURL!);
  const shown = [...new Set([...orders.priya, ...orders.jonas])].slice(0, 6);
  for (const [n, id] of shown.entries()) await look(browser, baseURL!, "ada", `/admin/orders/${id}`, byTurns(n));
});

test("the payment pages", async ({ browser, baseURL }) => {
  const { amara, mei } = await demoOrders(baseURL!);
  for (const [who, orders] of [
    ["amara", amara],
    ["mei", mei],
  ] as const) {
    const client = await new Client(baseURL!).signIn(CAST[who].email);
    const seen = new Set<string>();
    for (const id of orders) {
      for (const page of ["/order-success", "/payment-success", "/payment-cancelled"]) {
        if (seen.has(page) || (await client.get(`${page}?order=${id}`)).status !== 200) continue;
        seen.add(page);
        await look(browser, baseURL!, who, `${page}?order=${id}`);
      }
    }
  }
});
