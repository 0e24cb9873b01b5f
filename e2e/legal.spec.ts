import { type BrowserContext, type Page, expect, test } from "@playwright/test";
import { CAST_PASSWORD, type CastName, personOf } from "#db/seed/cast.ts";
import { hydrated } from "./hydrated.ts";

/**
 * A legal text: one admin drafts it, another approves it, readers see it at once with a link to the earlier version,
 * and the earlier text is restored the same way. Nobody accepts the academic disclaimer on its own, so no other test
 * depends on its version.
 */
const contexts: BrowserContext[] = [];
const errors: string[] = [];

test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  expect(errors.splice(0)).toEqual([]);
});

const PAGE = "/academic-disclaimer";
test("a new legal text is drafted, approved by another admin, read by everyone, and undone", async ({
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
  /** The public page, as somebody without an account gets it. */
  const read = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(new URL(PAGE, baseURL), { headers });
    return { status: answer.status, tag: answer.headers.get("etag"), html: await answer.text() };
  };
  const mark = `Checked in test ${Date.now()}`;
  const before = await read();
  expect(before.status).toBe(200);
  expect(before.tag).toBeTruthy();

  const ada = await open("ada");
  await ada.goto("/admin/policy/legal");
  await hydrated(ada);
  await ada.getByRole("main").getByRole("link", { name: "Academic disclaimer" }).click();
  await ada.waitForURL(/\/legal\/academic-disclaimer$/);
  await ada.getByRole("button", { name: "Draft a new version" }).click();
  await ada.waitForURL(/\/drafts\/lgl_/);
  const text = ada.getByLabel("Text in Markdown");
  const changes = ada.getByRole("list", { name: "Changes" });
  const own = await text.inputValue();

  // A figure that doesn't exist is kept as typed, shown as a fault, and can't be proposed.
  await text.fill(`${own}\n\n## ${mark}\n\n<script>alert(1)</script> We answer within {{answer.weeks}} weeks.`);
  await ada.getByLabel("What changed").fill(`${mark}.`);
  await ada.getByRole("button", { name: "Save draft" }).click();
  await expect(ada.getByText("There's no figure called {{answer.weeks}}.", { exact: false })).toBeVisible();
  await ada.getByLabel("Reason").fill("A test.");
  await ada.getByRole("button", { name: "Propose version" }).click();
  await expect(ada.getByRole("alert")).toContainText("There's no figure called {{answer.weeks}}.");
  await expect(ada.getByLabel("Reason")).toHaveValue("A test.");
  await text.fill(`${own}\n\n## ${mark}\n\n<script>alert(1)</script> We answer within {{answer.days}} days.`);
  await ada.getByRole("button", { name: "Save draft" }).click();
  await expect(changes).toContainText("{{answer.days}} days");
  await ada.getByRole("link", { name: "Preview the saved draft" }).click();
  await ada.waitForURL(/\/preview$/);
  await expect(ada.getByRole("heading", { name: mark })).toBeVisible();
  await expect(ada.getByText("<script>alert(1)</script> We answer within 30 days.")).toBeVisible();
  await ada.getByRole("link", { name: "Back to the draft" }).click();
  await ada.waitForURL(/\/drafts\/lgl_\w+$/);
  await hydrated(ada);
  await ada.getByLabel("Reason").fill("A test.");
  await ada.getByRole("button", { name: "Propose version" }).click();
  await expect(ada.getByText("An admin other than you has to approve this text.", { exact: false })).toBeVisible();
  await expect(ada.getByRole("button", { name: "Approve text" })).toHaveCount(0);
  expect((await read()).html).not.toContain(mark);

  const ben = await open("ben");
  await ben.goto(ada.url());
  await hydrated(ben);
  await expect(ben.getByRole("list", { name: "Changes" })).toContainText(mark);
  await ben.getByRole("button", { name: "Approve text" }).click();
  await ben.waitForURL(/\/legal\/academic-disclaimer\/\d{4}-/);
  // The drafter's page moves to the version automatically.
  await ada.waitForURL(/\/legal\/academic-disclaimer\/\d{4}-/);
  await expect.poll(async () => (await read()).html.includes(mark), { timeout: 5_000 }).toBe(true);
  const after = await read();
  expect(after.tag).not.toBe(before.tag);
  expect((await read({ "if-none-match": after.tag! })).status).toBe(304);
  expect(after.html).not.toContain("<script>alert");
  // No script but the small one that every page has.
  expect(after.html).not.toMatch(/<script[^>]*(?:src="(?!\/assets\/first-\w+\.js")|type="module")/);
  const reader = await open("amara");
  await reader.goto(PAGE);
  await expect(reader.getByRole("heading", { name: mark })).toBeVisible();
  await reader.getByRole("link", { name: "November 21, 2026", exact: true }).click();
  await expect(reader.getByText("This is an earlier version.", { exact: false })).toBeVisible();
  await expect(reader.getByRole("heading", { name: mark })).toHaveCount(0);

  await ben.goto("/admin/policy/legal/academic-disclaimer/2026-11-21");
  await hydrated(ben);
  await ben.getByRole("button", { name: "Draft a version from this text" }).click();
  await ben.waitForURL(/\/drafts\/lgl_/);
  await hydrated(ben);
  await expect(ben.getByRole("list", { name: "Changes" })).toContainText(mark);
  await ben.getByLabel("What changed").fill("The text is as it was.");
  await ben.getByRole("button", { name: "Save draft" }).click();
  // The proposal names the saved text, which the page knows once it has been read again.
  await expect(ben.locator('input[name="revision"]').last()).toHaveValue("2");
  await ben.getByRole("button", { name: "Propose version" }).click();
  await expect(ben.getByText("An admin other than you has to approve this text.", { exact: false })).toBeVisible();
  await ada.goto(ben.url());
  await hydrated(ada);
  await ada.getByRole("button", { name: "Approve text" }).click();
  await ada.waitForURL(/\/legal\/academic-disclaimer\/\d{4}-/);
  await expect(ada.getByText("In effect").first()).toBeVisible();
  await expect.poll(async () => (await read()).html.includes(`>${mark}</h2>`), { timeout: 5_000 }).toBe(false);
});
