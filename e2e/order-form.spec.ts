/** What the order form says when something is missing, as a browser without script sees it. */
import { expect, test } from "@playwright/test";
import { CHOICES, manuscript, signedIn } from "./client.ts";

test("one missing field is explained in the summary and at the field, and nowhere else", async ({ baseURL }) => {
  const amara = await signedIn(baseURL!, "amara");
  const { name, bytes } = manuscript("one-missing");
  const { orderId } = await amara.dropManuscript(bytes, name);
  const withoutField = { ...CHOICES, subfield: null };
  await amara.saveChoices(orderId, withoutField);
  const answer = await amara.form(`/order/new/form?order=${orderId}`, { intent: "pay", orderId, status: "draft" });
  expect(answer.status).toBe(422);
  const html = (await answer.text()).replaceAll(/<(script|style).*?<\/\1>/gs, "");
  const summary = /role="alert".*?<a href="#subfield">([^<]+)<\/a>/s.exec(html)?.[1];
  expect(summary).toBeTruthy();
  // As it is read: attributes are not.
  const places = html.replaceAll(/<[^>]+>/g, " ").split(summary!);
  expect(places.length - 1, places.map((it) => `…${it.slice(-200)}`).join("\n")).toBe(2);
});

for (const path of ["/payment-success", "/payment-cancelled", "/order-success"])
  test(`${path} without an order explains itself and leads on`, async ({ baseURL }) => {
    for (const who of ["amara", "ada"] as const) {
      const answer = await (await signedIn(baseURL!, who)).get(path);
      expect(answer.status).toBe(200);
      const html = await answer.text();
      expect(html).toContain("name an order");
      expect(html).toContain('href="/my-orders"');
    }
    const unknown = await (await signedIn(baseURL!, "amara")).get(`${path}?order=ord_none`);
    expect(unknown.status).toBe(404);
  });
