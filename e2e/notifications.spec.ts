import { type Page, expect, test } from "@playwright/test";
import { CAST, CAST_PASSWORD, type CastName } from "#db/seed/cast.ts";

/** An announcement from the admin's form to an open bell, read in one tab and thus in the other, and withdrawn. */
test("an announcement reaches an open bell, is read in all tabs at once, and disappears when it is withdrawn", async ({
  browser,
}) => {
  const errors: string[] = [];
  const contexts = [
    await browser.newContext({ timezoneId: "Africa/Accra" }),
    await browser.newContext({ timezoneId: "Europe/Stockholm" }),
  ] as const;
  const open = async (context: (typeof contexts)[number], path: string): Promise<Page> => {
    const page = await context.newPage();
    page.on("console", (line) => {
      if (line.type() === "error") errors.push(line.text());
    });
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(path);
    // The bell updates once the page is hydrated.
    await expect(page.getByRole("button", { name: /^Notifications, \d+/ })).toBeVisible();
    return page;
  };
  const signIn = async (context: (typeof contexts)[number], who: CastName) => {
    const answer = await context.request.post("/api/auth/sign-in/email", {
      data: { email: CAST[who].email, password: CAST_PASSWORD },
    });
    expect(answer.ok()).toBe(true);
  };
  await Promise.all([signIn(contexts[0], "amara"), signIn(contexts[1], "ada")]);
  const title = `Reading days ${Date.now()}`;
  const bellOf = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
  const panelOf = (page: Page) => page.getByRole("dialog", { name: "Notifications" });

  // Amara opens her bell, and has the list open in another tab.
  const first = await open(contexts[0], "/dashboard");
  const second = await open(contexts[0], "/notifications");
  await bellOf(first).click();
  await expect(panelOf(first).getByText("View All")).toBeVisible();

  const admin = await open(contexts[1], "/admin/announcements?new");
  await admin.getByLabel("Title").fill(title);
  await admin.getByLabel("Text").fill("We are away on Friday.\nFor urgent questions, see https://example.org/urgent.");
  await admin.getByLabel("Audience").selectOption("client");
  await admin.getByLabel("P1, action needed").check();
  // The preview uses the same row as the bell.
  await expect(admin.getByText(title).first()).toBeAttached();
  await admin.getByRole("button", { name: "Publish now" }).click();
  await admin.getByRole("button", { name: "Publish to authors" }).click();
  await expect(admin.getByText("No readers yet")).toBeVisible();

  const row = panelOf(first).getByRole("button", { name: `Unread: ${title}` });
  await expect(row).toBeVisible();
  const inList = second.getByRole("listitem").filter({ hasText: title }).first();
  await expect(inList.getByRole("button", { name: "Mark as read" })).toBeVisible();

  // It has no link: a click marks it read and the panel stays open.
  await row.click();
  await expect(panelOf(first).getByRole("button", { name: title, exact: true })).toBeVisible();
  await expect(inList.getByRole("button", { name: "Mark as read" })).toHaveCount(0);
  await expect(admin.getByRole("cell", { name: CAST.amara.displayName })).toBeVisible();

  await admin.getByRole("button", { name: "Withdraw" }).click();
  await admin.getByRole("button", { name: "Withdraw announcement" }).click();
  await expect(panelOf(first).getByText(title)).toHaveCount(0);
  await expect(second.getByText(title)).toHaveCount(0);
  await expect(admin.getByText("Announcement withdrawn")).toBeVisible();

  // Escape closes the panel, and the bell has the focus again.
  await first.keyboard.press("Escape");
  await expect(panelOf(first)).toHaveCount(0);
  await expect(bellOf(first)).toBeFocused();
  expect(errors).toEqual([]);
  for (const context of contexts) await context.close();
});
