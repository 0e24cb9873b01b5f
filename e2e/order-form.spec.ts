/** What the order form says when something is missing, without JavaScript. */
import { expect, test } from "@playwright/test";
import { CHOICES, manuscript, signedIn } from "./client.ts";
import { holdScripts, hydrated } from "./hydrated.ts";

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
  // Text as it's read, without attributes.
  const places = html.replaceAll(/<[^>]+>/g, " ").split(summary!);
  expect(places.length - 1, places.map((it) => `…${it.slice(-200)}`).join("\n")).toBe(2);
});

test("anything chosen, checked, or typed before the script has loaded is counted, priced, and saved", async ({
  page,
  baseURL,
}) => {
  const amara = await signedIn(baseURL!, "amara");
  const { name, bytes } = manuscript("early");
  const { orderId } = await amara.dropManuscript(bytes, name);
  await page.context().addCookies([...amara.cookies].map(([key, value]) => ({ name: key, value, url: baseURL! })));
  const words = page.getByText(/billable words/).first();
  const references = page.getByRole("checkbox", { name: /^Check the reference list too/ });

  let arrive = await holdScripts(page);
  await page.goto(`/order/new?order=${orderId}`, { waitUntil: "commit" });
  const before = await words.textContent();
  await references.check();
  await page.locator("#subfield").selectOption("ecology");
  arrive();
  await expect(page.getByRole("button", { name: /Copyediting, 7 days: \$/ })).toBeVisible();
  await expect(references).toBeChecked();
  await expect(words).not.toHaveText(before!);
  await expect(page.locator("#subfield")).toHaveValue("ecology");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await amara.saveChoices(orderId, CHOICES);

  await page.unrouteAll();
  arrive = await holdScripts(page);
  await page.goto(`/order/new/form?order=${orderId}`, { waitUntil: "commit" });
  await page.locator("#title").fill("Shade and water in old forests");
  await page.locator("#styleGuide").selectOption("chicago");
  const saving = page.waitForResponse((it) => new URL(it.url()).pathname === `/api/drafts/${orderId}`);
  arrive();
  await hydrated(page);
  await saving;
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.locator("#title")).toHaveValue("Shade and water in old forests");
  await expect(page.locator("#styleGuide")).toHaveValue("chicago");
});

for (const path of ["/payment-success", "/payment-cancelled", "/order-success"])
  test(`${path} without an order explains itself and links onward`, async ({ baseURL }) => {
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
