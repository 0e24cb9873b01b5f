/** A client's link, from the account that makes it to the new client who joins with it. */
import { type Page, expect, test } from "@playwright/test";
import { closeAll, contextFor } from "./axe.ts";
import { hydrated } from "./hydrated.ts";
import { look } from "./shots.ts";

test.afterAll(closeAll);

const FRIEND = { name: "Ines Prado", email: `ines-${Date.now()}@uni.example`, password: "a long enough password 7" };

/** The link that verifies an address, once it has arrived. */
async function linkTo(page: Page, email: string): Promise<string> {
  let link = "";
  await expect(async () => {
    const mailbox = await page.request.get(`/auth/mailbox?format=json&to=${encodeURIComponent(email)}`);
    const { letters } = (await mailbox.json()) as { letters: { text: string }[] };
    link = letters.map(({ text }) => /https?:\/\/\S+\/signup\/verify\S+/.exec(text)?.[0]).find(Boolean) ?? "";
    expect(link).not.toBe("");
  }).toPass();
  return link;
}

test("a client gets a link, and a new client who opens it joins once signed up", async ({ browser, baseURL }) => {
  const referrer = await (await contextFor(browser, baseURL!, "mei")).newPage();
  await referrer.goto("/my-payments");
  await hydrated(referrer);
  await referrer.getByRole("link", { name: "Refer a colleague" }).click();
  await expect(referrer.getByRole("heading", { name: "Refer a colleague", level: 1 })).toBeVisible();
  await hydrated(referrer);
  await look(referrer, "refer-without-link");
  await referrer.getByRole("button", { name: "Get your link" }).dblclick();
  const field = referrer.getByLabel(/^Your link/);
  await expect(field).toHaveValue(/\/order\/invited\/[a-z2-9]{10}$/);
  const link = await field.inputValue();
  await referrer.goto(new URL(link).pathname);
  await expect(referrer.getByText("This is your own link. Send it to somebody else.")).toBeVisible();
  await look(referrer, "referral-own");

  const context = await browser.newContext({ baseURL: baseURL! });
  const friend = await context.newPage();
  await friend.goto(link);
  await friend.waitForURL(/\/signup\?from=/);
  await hydrated(friend);
  await friend.getByLabel("Name").fill(FRIEND.name);
  await friend.getByLabel("Email").fill(FRIEND.email);
  await friend.locator("#password").fill(FRIEND.password);
  await friend.getByRole("button", { name: "Create account" }).click();
  await expect(friend.getByText(FRIEND.email)).toBeVisible();
  await friend.goto(await linkTo(friend, FRIEND.email));
  await friend.waitForURL(/\/order\/invited\//);
  await hydrated(friend);
  await look(friend, "referral");
  await friend.getByRole("button", { name: "Join" }).dblclick();
  await expect(friend.getByText("You joined", { exact: true })).toBeVisible();
  await look(friend, "referral-joined");
  await friend.goto("/profile/referrals");
  await expect(friend.getByText("You get your credit once your own first order counts.")).toBeVisible();
  await context.close();

  await referrer.goto("/profile/referrals");
  await expect(referrer.getByText("No order that counts yet").first()).toBeVisible();
  await expect(referrer.getByText(FRIEND.name)).toHaveCount(0);
  await look(referrer, "refer");
  await referrer.goto("/notifications");
  await expect(referrer.getByText("Somebody joined with your link").first()).toBeVisible();
});
