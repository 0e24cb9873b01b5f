import { type BrowserContext, type Page, expect, test } from "@playwright/test";
import { CAST_PASSWORD, type CastName, personOf } from "#db/seed/cast.ts";
import { CHOICES, Client, manuscript } from "./client.ts";
import { hydrated } from "./hydrated.ts";

/**
 * A price change: one admin drafts it, another approves it, first for tomorrow and then at once. An earlier quote keeps
 * its price, a new one gets the new price, and the earlier version is restored the same way. No other test orders the
 * service that this one makes more expensive.
 */
const contexts: BrowserContext[] = [];
const errors: string[] = [];

test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  expect(errors.splice(0)).toEqual([]);
});

const RATE = "Copyediting, 14 days";
const DEARER = { ...CHOICES, turnaround: "14d" };
test("a new price applies from its approval, only to new quotes, and the earlier one can be restored", async ({
  browser,
  baseURL,
}) => {
  const open = async (who: CastName): Promise<Page> => {
    const { email } = personOf(who);
    const context = await browser.newContext({ timezoneId: "UTC", ...(baseURL ? { baseURL } : {}) });
    contexts.push(context);
    const page = await context.newPage();
    page.on("console", (line) => {
      // The browser logs every refused form, and this test submits one.
      if (line.type() === "error" && !line.text().includes("422")) errors.push(`${email}: ${line.text()}`);
    });
    page.on("pageerror", (error) => errors.push(`${email}: ${error.message}`));
    const answer = await context.request.post("/api/auth/sign-in/email", { data: { email, password: CAST_PASSWORD } });
    expect(answer.ok()).toBe(true);
    return page;
  };
  /** A draft order of an author, and a quote for it. */
  const draftOrder = async (author: Client, mark: string): Promise<string> => {
    const fresh = await author.form("/order/new", { intent: "fresh" });
    const orderId = /ord_[0-9a-z]+/.exec(fresh.headers.get("location") ?? "")![0];
    const { name, bytes } = manuscript(`${mark} ${Date.now()}`);
    await author.upload(orderId, name, bytes);
    await author.saveChoices(orderId, DEARER);
    return orderId;
  };
  const total = async (author: Client, orderId: string): Promise<string> => {
    const html = await (await author.get(`/order/new/form?order=${orderId}`)).text();
    return /Pay (\$[\d,.]+)/.exec(html)?.[1] ?? "no price";
  };

  const author = await new Client(baseURL!).signIn("client3@demo.test");
  const held = await draftOrder(author, "held");
  await author.place(held);
  const before = await total(author, held);
  expect(before).toMatch(/^\$/);

  const ada = await open("ada");
  await ada.goto("/admin/policy");
  await hydrated(ada);
  await ada.getByRole("button", { name: "Draft a change" }).click();
  await ada.waitForURL(/\/admin\/policy\/drafts\/pol_/);
  await hydrated(ada);
  const rate = ada.getByRole("textbox", { name: RATE, exact: true });
  // What was typed under one subject is kept while looking at another.
  await rate.fill("a lot");
  await ada.getByRole("link", { name: "Add-ons" }).click();
  await expect(ada.getByRole("textbox", { name: "PDF annotations" })).toBeVisible();
  await ada.getByRole("link", { name: "Rates", exact: true }).click();
  // Saving before the subject has opened would stay on the other one.
  await expect(rate).toHaveValue("a lot");
  await ada.getByRole("button", { name: "Save draft" }).click();
  await expect(ada.getByRole("alert")).toContainText(`${RATE}: Enter a number`);
  await expect(rate).toHaveValue("a lot");
  await rate.fill("0.028");
  await ada.getByRole("button", { name: "Save draft" }).click();
  await expect(ada.getByText(`${RATE}: $0.027 per word to $0.028 per word`)).toBeVisible();
  await ada.getByLabel("Reason").fill("Copyeditors' rates went up.");
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 16);
  await ada.getByLabel("Takes effect").fill(tomorrow);
  await ada.getByRole("button", { name: "Propose change" }).click();
  await expect(ada.getByText("An admin other than you has to approve this change.", { exact: false })).toBeVisible();
  await expect(ada.getByRole("button", { name: "Approve change" })).toHaveCount(0);

  const ben = await open("ben");
  await ben.goto(ada.url());
  await hydrated(ben);
  await expect(ben.getByRole("main").getByText("Copyeditors' rates went up.", { exact: false })).toBeVisible();
  await ben.getByRole("button", { name: "Approve change" }).click();
  await ben.waitForURL(/\/admin\/policy\/versions\/\d+/);
  // The drafter's page moves to the version automatically.
  await ada.waitForURL(/\/admin\/policy\/versions\/\d+/);
  await hydrated(ben);
  await expect(ben.getByText("Scheduled").first()).toBeVisible();
  const early = await draftOrder(author, "early");
  expect(await total(author, early)).toBe(before);
  await ben.getByLabel("Reason").fill("It's wanted today.");
  await ben.getByRole("button", { name: /^Cancel version/ }).click();
  await expect(ben.getByText("This version was canceled before it took effect.")).toBeVisible();

  await ada.goto("/admin/policy");
  await hydrated(ada);
  await ada.getByRole("button", { name: "Draft a change" }).click();
  await ada.waitForURL(/\/drafts\/pol_/);
  await hydrated(ada);
  await rate.fill("0.028");
  await ada.getByRole("button", { name: "Save draft" }).click();
  await expect(ada.getByText(`${RATE}: $0.027 per word to $0.028 per word`)).toBeVisible();
  await ada.getByLabel("Reason").fill("Copyeditors' rates went up today.");
  await ada.getByRole("button", { name: "Propose change" }).click();
  await expect(ada.getByText("An admin other than you has to approve this change.", { exact: false })).toBeVisible();
  await ben.goto(ada.url());
  await hydrated(ben);
  await ben.getByRole("button", { name: "Approve change" }).click();
  await ben.waitForURL(/\/admin\/policy\/versions\/\d+/);
  const changed = Number(ben.url().split("/").at(-1));

  const fresh = await draftOrder(author, "fresh");
  const after = await total(author, fresh);
  expect(after).toMatch(/^\$/);
  expect(after).not.toBe(before);
  expect(await total(author, held)).toBe(before);
  await expect
    .poll(async () => />\$28</.test(await (await author.get("/pricing")).text()), { timeout: 5_000 })
    .toBe(true);

  await ben.goto("/admin/policy");
  await hydrated(ben);
  await expect(ben.getByText(`Version ${changed} is in effect.`, { exact: false })).toBeVisible();
  await ben.getByRole("link", { name: "Version 1", exact: true }).click();
  await ben.waitForURL(/\/versions\/1$/);
  await ben.getByRole("button", { name: "Draft a return to version 1" }).click();
  await ben.waitForURL(/\/drafts\/pol_/);
  await hydrated(ben);
  await expect(ben.getByText(`${RATE}: $0.028 per word to $0.027 per word`)).toBeVisible();
  await ben.getByRole("button", { name: "Propose change" }).click();
  await expect(ben.getByText("An admin other than you has to approve this change.", { exact: false })).toBeVisible();
  await ada.goto(ben.url());
  await hydrated(ada);
  await ada.getByRole("button", { name: "Approve change" }).click();
  await ada.waitForURL(/\/admin\/policy\/versions\/\d+/);
  await expect(ada.getByText("In effect").first()).toBeVisible();
  expect(await total(author, fresh)).toBe(before);
});
