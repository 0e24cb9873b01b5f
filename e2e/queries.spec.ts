/**
 * An author answers the questions in the editor's comments on the order page, and the downloaded document contains the
 * answers.
 */
import { type BrowserContext, expect, test } from "@playwright/test";
import { readDocx } from "#app/features/documents/rules/docx/docx-reader.ts";
import { DOCX, signedIn } from "./client.ts";
import { linksOn } from "./pages.ts";

let context: BrowserContext | undefined;
test.afterAll(() => context?.close());

test("an author answers two questions, one by a choice, and downloads the document with the answers", async ({
  browser,
  baseURL,
}) => {
  const author = await signedIn(baseURL!, "amara");
  context = await browser.newContext({ baseURL: baseURL! });
  await context.addCookies([...author.cookies].map(([name, value]) => ({ name, value, url: baseURL! })));
  const page = await context.newPage();
  // A delivered order whose comments offer a choice.
  for (const id of await linksOn(author, "/my-orders", /ord_[0-9a-z]{26}/g)) {
    if (!(await (await author.send(`/order/${id}`)).text()).includes("with “more than five days”")) continue;
    await page.goto(`/order/${id}`);
    break;
  }
  const questions = page.locator("#questions");
  const item = (words: string) => questions.getByRole("listitem").filter({ hasText: words });
  const opened = async (words: string) => {
    const it = item(words);
    if (
      !(await it
        .locator("details")
        .getAttribute("open")
        .then((open) => open !== null))
    )
      await it.locator("summary").click();
    const change = it.getByRole("button", { name: "Change answer" });
    await expect(it).toBeVisible();
    if (await change.isVisible()) await change.click();
    await expect(it.getByRole("button", { name: "Save answer" })).toBeVisible();
    return it;
  };
  await expect(questions.getByText(/\d+ of \d+/)).toBeVisible();

  const choice = await opened("longer than a few days");
  await choice.getByRole("radio", { name: "Replace “longer than a few days” with “more than five days”" }).check();
  await expect(choice.locator("blockquote ins")).toHaveText("more than five days");
  await choice.getByRole("button", { name: "Save answer" }).click();
  await expect(choice.getByText("Answered", { exact: true })).toBeVisible();

  const sum = `${40 + Math.floor(Math.random() * 1e6)} cedis a month.`;
  const payment = await opened("Please state the payment");
  await payment.getByLabel("Your answer").fill(sum);
  await page.reload();
  await expect(payment.getByLabel("Your answer")).toHaveValue(sum);
  await payment.getByRole("button", { name: "Save answer" }).click();
  await expect(payment.getByText("Answered", { exact: true })).toBeVisible();

  await questions.getByRole("button", { name: "Add my answers to the document" }).click();
  const link = questions.getByRole("link", { name: /\(answered\)\.docx$/ });
  await expect(questions.getByText("The edited copy with your answers")).toBeVisible();
  const file = await page.request.get((await link.getAttribute("href"))!);
  expect(file.headers()["content-type"]).toBe(DOCX);
  const model = readDocx(await file.body());
  const replies = model.comments.filter((one) => one.replyTo !== null && one.author === "Dr. Amara Osei");
  expect(replies.map((one) => one.text)).toEqual(
    expect.arrayContaining([sum, "Replace “longer than a few days” with “more than five days”."]),
  );
  expect(
    model.changes.filter((one) => one.author === "Dr. Amara Osei").map(({ kind, text }) => `${kind} ${text}`),
  ).toEqual(["delete longer than a few days", "insert more than five days"]);
});
