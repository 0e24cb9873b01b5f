/** What the order form says when something is missing, without JavaScript. */
import { expect, test } from "@playwright/test";
import { CHOICES, Client, DOCX, manuscript, signedIn } from "./client.ts";
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

test("from a dropped manuscript to a paid order takes eight actions and seven typed fields, and asks nothing twice", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  let actions = 0;
  let typed = 0;
  const act = async (step: () => Promise<unknown>) => {
    actions += 1;
    await step();
  };
  const type = async (label: string | RegExp, value: string) => {
    typed += 1;
    await page.getByLabel(label).first().fill(value);
  };
  const email = `eight-${Date.now()}@example.org`;
  const { name, bytes } = manuscript("eight");
  await page.goto("/order/new");
  await hydrated(page);
  await act(() => page.locator('input[type="file"]').first().setInputFiles({ name, mimeType: DOCX, buffer: bytes }));
  await act(() => page.locator("#subfield").selectOption("environmental-science"));
  await act(() => page.getByRole("button", { name: /Copyediting, 7 days: \$/ }).click());
  await page.waitForURL(/\/signup/);
  await hydrated(page);
  await type("Name", "Eight Steps");
  await type("Email", email);
  await type(/^Password/, "a long password that nobody has");
  await act(() => page.getByRole("button", { name: "Create account" }).click());
  await expect(page.getByText(email)).toBeVisible();
  const letter = await new Client(baseURL!).emailTo(email, /./);
  // The same browser needs no second click.
  await act(() => page.goto(/https?:\/\/\S+\/signup\/verify\S+/.exec(letter)![0]));
  await page.waitForURL(/\/order\/new\/form/);
  await hydrated(page);
  // What the manuscript says is filled in, and says so. Nothing is missing.
  for (const [id, value] of [
    ["documentType", "research-article"],
    ["variant", "UK"],
    ["styleGuide", "apa"],
  ]) {
    await expect(page.locator(`#${id}`)).toHaveValue(value!);
    await expect(page.locator(`#${id}-description`)).toHaveText("From your manuscript");
  }
  await expect(page.getByRole("list", { name: "Still needed" })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2_400);
  await act(() => page.getByLabel(/I expressly ask you to start work right away/).check());
  await act(() => page.getByRole("button", { name: /^Pay \$/ }).click());
  await page.waitForURL(/\/checkout\//);
  await type("Card number", "4242424242424242");
  await type(/Expiry/, "12 / 49");
  await type("CVC", "123");
  await type(/Name/, "Eight Steps");
  await act(() => page.getByRole("button", { name: /^Pay/ }).click());
  await page.waitForURL(/\/(?:payment|order)-success/);
  // Three are the account's, four the card provider's.
  expect({ actions, typed }).toEqual({ actions: 8, typed: 7 });
  await context.close();
});

test("the receipt leads to what's missing and to what was chosen, and stays in view on a phone", async ({
  page,
  baseURL,
}) => {
  const amara = await signedIn(baseURL!, "amara");
  await amara.form("/order/new", { intent: "fresh" });
  const { name, bytes } = manuscript("index");
  const { orderId } = await amara.dropManuscript(bytes, name);
  await amara.saveChoices(orderId, { ...CHOICES, styleGuide: null });
  await page.context().addCookies([...amara.cookies].map(([key, value]) => ({ name: key, value, url: baseURL! })));
  await page.goto(`/order/new/form?order=${orderId}`);
  await hydrated(page);
  const services = page.getByRole("radio", { name: /^Proofreading/ });
  await expect(services).toBeHidden();
  await page.getByRole("link", { name: "Copyediting, 7 days" }).click();
  await expect(services).toBeVisible();
  await page.getByRole("link", { name: "Style guide: choose" }).click();
  await expect(page.locator("#styleGuide")).toBeInViewport();
  await page.locator("#styleGuide").selectOption("mla");
  await expect(page.getByRole("link", { name: "Style guide: choose" })).toHaveCount(0);

  await page.setViewportSize({ width: 360, height: 740 });
  for (const y of [0, 1_500]) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y);
    await expect(page.getByRole("button", { name: "Pay", exact: true })).toBeInViewport({ ratio: 1 });
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole("link", { name: /^\$[\d.]+, / }).click();
  await expect(page.getByLabel("Coupon code")).toBeInViewport();
});
