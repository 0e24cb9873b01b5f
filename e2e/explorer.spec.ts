/** An author reviews the changes of a delivered manuscript, and a malicious copy can't run scripts or make requests. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { type Browser, type BrowserContext, type Page, expect, test } from "@playwright/test";
import { editsOf } from "#app/features/documents/rules/explore/edits.ts";
import { exploreDocx } from "#app/features/documents/rules/explore/explore-docx.ts";
import { readDocx } from "#app/features/documents/rules/docx/docx-reader.ts";
import { listRevisions, reviseSome } from "#app/features/documents/rules/docx/revise-docx.ts";
import { docxOfBody, pictureMarkup } from "#app/features/documents/testing/docx-of-body.ts";
import { type Client, signedIn } from "./client.ts";
import { linksOn } from "./pages.ts";
import { hydrated } from "./hydrated.ts";

const contexts: BrowserContext[] = [];
test.afterAll(async () => {
  for (const context of contexts) await context.close();
});

async function open(browser: Browser, { url, cookies }: Client, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  contexts.push(context);
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** An author's delivered order, and the URL of its changes. */
async function deliveredChanges(author: Client): Promise<{ href: string; fileId: string }> {
  for (const id of await linksOn(author, "/my-orders", /ord_[0-9a-z]{26}/g)) {
    const page = await (await author.get(`/order/${id}`)).text();
    const fileId = /view=changes&(?:amp;)?file=(fil_[0-9a-z]{26})/.exec(page)?.[1];
    if (fileId) return { href: `/order/${id}?view=changes&file=${fileId}`, fileId };
  }
  throw new Error("No order of this author is delivered.");
}
const texts = (bytes: Buffer) =>
  readDocx(bytes)
    .paragraphs.map((one) => one.text)
    .filter((one) => one !== "");

test("an author reviews the changes by keyboard, decides, continues after a reload, undoes, and downloads the result", async ({
  browser,
  baseURL,
}) => {
  const author = await signedIn(baseURL!, "amara");
  const { href, fileId } = await deliveredChanges(author);
  const copy = Buffer.from(await (await author.get(`/api/files/${fileId}/download`)).arrayBuffer());
  const { edits } = editsOf(exploreDocx(copy).changes);
  // A replacement counts as one edit, so there are fewer edits than changes in the file.
  expect(edits.length).toBeLessThan(listRevisions(copy).length);
  const page = await open(browser, author, href);
  const total = edits.length.toLocaleString("en-US");
  const decided = (n: number) => page.getByText(`${n} of ${total}`, { exact: true });
  await hydrated(page);
  await expect(page.locator("[data-paper] [data-c]").first()).toBeVisible();
  // Undoes what an earlier run decided, step by step.
  while (await page.getByRole("button", { name: "Undo" }).isEnabled()) await page.keyboard.press("u");
  await expect(decided(0)).toBeVisible();

  await page.keyboard.press("n");
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: `Change 1 of ${total}` })).toBeAttached();
  await page.keyboard.press("a");
  await page.keyboard.press("r");
  await page.keyboard.press("a");
  await expect(decided(3)).toBeVisible();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(decided(3)).toBeVisible();
  await expect(page.locator("[data-paper] [data-c]").first()).toBeVisible();
  await page.keyboard.press("u");
  await expect(decided(2)).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download with my choices" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/ \(my choices\)\.docx$/);
  const got = readFileSync(await download.path());
  const expected = reviseSome(
    copy,
    new Map(edits.slice(0, 2).flatMap(({ ids }, i) => ids.map((id) => [id, i === 0 ? "accept" : "reject"] as const))),
  );
  expect(texts(got)).toEqual(texts(expected));
  expect(listRevisions(got).length).toBe(listRevisions(expected).length);
});

test("on a phone the tools take one row, and the rest opens above it", async ({ browser, baseURL }) => {
  const author = await signedIn(baseURL!, "amara");
  const { href } = await deliveredChanges(author);
  const page = await open(browser, author, "/dashboard");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(href);
  await hydrated(page);
  await expect(page.locator("[data-paper] [data-c]").first()).toBeVisible();
  const bar = page.getByRole("toolbar", { name: "Changes" });
  const { height } = (await bar.boundingBox())!;
  expect(height, "of 740 px").toBeLessThan(60);
  for (const name of ["List", "Previous change", "Next change", "Accept", "Reject", "More tools"]) {
    const button = bar.getByRole("button", { name, exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    // Nothing covers it, especially not the support bar.
    expect(
      await button.evaluate((it) => {
        const box = it.getBoundingClientRect();
        return it.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
      }),
      name,
    ).toBe(true);
  }
  await expect(page.getByRole("button", { name: "Undo" })).toBeHidden();
  await bar.getByRole("button", { name: "More tools" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeInViewport();
  await expect(page.getByRole("searchbox", { name: "Search in the text" })).toBeInViewport();
});

/** Uploads a tracked copy as an editor. @returns the URL of its changes */
async function uploadedChanges(editor: Client, name: string, copy: Buffer): Promise<string> {
  for (const id of await linksOn(editor, "/editor/orders", /ord_[0-9a-z]{26}/g)) {
    const source = /tracked\.(fil_[0-9a-z]{26})/.exec(await (await editor.get(`/editor/orders/${id}`)).text())?.[1];
    if (!source) continue;
    const file = await editor.upload(id, name, copy, "tracked", source);
    return `/editor/orders/${id}?view=changes&file=${file.id}`;
  }
  throw new Error("This editor has no order in progress.");
}

test("a comment is folded to its first line, and unfolded", async ({ browser, baseURL }) => {
  const author = await signedIn(baseURL!, "amara");
  const { href } = await deliveredChanges(author);
  const page = await open(browser, author, href);
  await hydrated(page);
  const card = page.getByRole("note", { name: /^Comment by/ }).first();
  await card.scrollIntoViewIfNeeded();
  const height = async (): Promise<number> => (await card.boundingBox())!.height;
  const before = await height();
  await card.getByRole("button", { name: "Fold this comment" }).click();
  await expect.poll(height).toBeLessThan(before);
  await page.keyboard.press("Enter");
  await expect.poll(height).toBe(before);
});

test("an equation is shown as mathematics, with its changes marked inside", async ({ browser, baseURL }) => {
  const editor = await signedIn(baseURL!, "jonas");
  const by = 'w:author="Jonas Weber" w:date="2026-11-21T10:00:00Z"';
  const letters = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const changed = (kind: string, text: string) => `<m:r><w:${kind} w:id="1" ${by}><m:t>${text}</m:t></w:${kind}></m:r>`;
  const copy = docxOfBody(
    `<w:p><w:r><w:t>The mean is</w:t></w:r></w:p><w:p><m:oMathPara><m:oMath>${letters("m=")}<m:f><m:num>${changed("del", "s")}${changed("ins", "t")}</m:num><m:den>${letters("n")}</m:den></m:f></m:oMath></m:oMathPara></w:p>`,
  );
  const page = await open(browser, editor, await uploadedChanges(editor, "equation.docx", copy));
  await hydrated(page);
  const math = page.locator("[data-paper] math");
  await expect(math).toHaveAttribute("display", "block");
  const box = async (selector: string) => (await math.locator(selector).boundingBox())!;
  // A browser that sets mathematics puts the numerator above the denominator.
  const [above, below] = [await box("mfrac > mrow:first-child"), await box("mfrac > mrow:last-child")];
  expect(above.y + above.height).toBeLessThanOrEqual(below.y + 1);
  await expect(math.locator('mfrac [data-state="del"] mi')).toHaveText("s");
  await expect(math.locator('mfrac [data-state="ins"] mi')).toHaveText("t");
  await expect(page.getByRole("math")).toHaveText("m=deleted: sinserted: tn");
  // A click in the equation chooses its change, as anywhere in the text.
  await math.locator('[data-state="ins"]').click();
  await expect(page.getByText("Replacement 1", { exact: false })).toBeVisible();
  await page.keyboard.press("2");
  await expect(math.first()).toHaveText("m=deleted: sn");
  await expect(math.last()).toHaveText("m=inserted: tn");
  await page.keyboard.press("3");
  await expect(math).toHaveText("m=tn");
});

test("two versions of an equation show what differs, in the text and in the list", async ({ browser, baseURL }) => {
  const editor = await signedIn(baseURL!, "jonas");
  const by = 'w:author="Jonas Weber" w:date="2026-11-21T10:00:00Z"';
  const version = (kind: string, sign: string) =>
    `<w:${kind} w:id="1" ${by}><m:oMath><m:r><m:t>a${sign}b=c</m:t></m:r></m:oMath></w:${kind}>`;
  const copy = docxOfBody(
    `<w:p><w:r><w:t xml:space="preserve">So </w:t></w:r>${version("del", "+")}${version("ins", "\u2212")}</w:p>`,
  );
  const page = await open(browser, editor, await uploadedChanges(editor, "versions.docx", copy));
  await hydrated(page);
  const [gone, come] = ["del", "ins"].map((state) => page.locator(`[data-paper] math [data-state="${state}"] mo`));
  await expect(gone!).toHaveText("+");
  await expect(come!).toHaveText("\u2212");
  await expect(page.getByRole("group", { name: "Changes" }).locator("del [data-part]")).toHaveText("changed: +");
});

test("columns and typefaces are as in the file", async ({ browser, baseURL }) => {
  const editor = await signedIn(baseURL!, "jonas");
  const p = (text: string, section = "", font = "") =>
    `<w:p><w:pPr>${section && `<w:sectPr><w:cols w:num="${section}"/></w:sectPr>`}</w:pPr><w:r><w:rPr>${font && `<w:rFonts w:ascii="${font}"/>`}</w:rPr><w:t>${text}</w:t></w:r></w:p>`;
  const copy = docxOfBody(
    p("A title over both", "1", "Arial") +
      p("The first column.") +
      p("The second column.", "2") +
      p("code", "", "Courier New"),
  );
  const page = await open(browser, editor, await uploadedChanges(editor, "columns.docx", copy));
  await hydrated(page);
  const box = async (text: string) => (await page.locator("[data-paper] p", { hasText: text }).boundingBox())!;
  const [left, right] = [await box("The first column."), await box("The second column.")];
  expect(right.x).toBeGreaterThan(left.x + left.width);
  const title = await box("A title over both");
  expect(title.width).toBeGreaterThan(left.width * 2);
  const font = (text: string) =>
    page
      .locator("[data-paper]")
      .getByText(text, { exact: true })
      .evaluate((one) => getComputedStyle(one).fontFamily);
  expect(await font("code")).toContain("monospace");
  expect(await font("A title over both")).not.toBe(await font("The first column."));
});

test("original and edited text stand side by side, with pictures and tables as in the file", async ({
  browser,
  baseURL,
}) => {
  const editor = await signedIn(baseURL!, "jonas");
  const by = 'w:author="Jonas Weber" w:date="2026-11-21T10:00:00Z"';
  const run = (text: string, tag = "t") => `<w:r><w:${tag} xml:space="preserve">${text}</w:${tag}></w:r>`;
  const shaded = `<w:tcPr><w:tcBorders><w:bottom w:val="single"/></w:tcBorders><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr>`;
  const lines = Array.from({ length: 60 }, (_, i) => `<w:p>${run(`Line ${i + 1} of the appendix.`)}</w:p>`).join("");
  const copy = docxOfBody(
    `<w:p>${run("Rain is ")}<w:del w:id="1" ${by}>${run("scarse", "delText")}</w:del><w:ins w:id="2" ${by}>${run("scarce")}</w:ins>${run(" here.")}</w:p><w:p><w:r>${pictureMarkup("map.png", { alt: "A map" })}</w:r></w:p><w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc>${shaded}<w:p>${run("Month")}</w:p></w:tc></w:tr><w:tr><w:tc><w:tcPr/><w:p>${run("May")}</w:p></w:tc></w:tr></w:tbl>${lines}`,
    {
      pictures: {
        "map.png": await sharp({ create: { width: 96, height: 48, channels: 3, background: "#336699" } })
          .png()
          .toBuffer(),
      },
    },
  );
  const page = await open(browser, editor, await uploadedChanges(editor, "sides.docx", copy));
  await page.setViewportSize({ width: 1280, height: 860 });
  await hydrated(page);
  const picture = page.getByRole("img", { name: "A map" });
  await expect(picture).toHaveJSProperty("naturalWidth", 96);
  const border = (text: string) =>
    page
      .getByRole("cell", { name: text })
      .first()
      .evaluate((it) => getComputedStyle(it).borderBottomStyle);
  expect([await border("Month"), await border("May")]).toEqual(["solid", "none"]);

  await page.getByRole("button", { name: "Side by side" }).click();
  const first = page.locator("[data-paper] p");
  await expect(first.nth(0)).toHaveText("Rain is deleted: scarse here.");
  await expect(first.nth(1)).toHaveText("Rain is inserted: scarce here.");
  // Each paragraph is beside its original, however long the two are.
  for (const text of ["Line 1 of", "Line 40 of"]) {
    const pair = page.locator("[data-paper] p", { hasText: text });
    await pair.first().scrollIntoViewIfNeeded();
    await expect(pair).toHaveCount(2);
    const [left, right] = [(await pair.first().boundingBox())!, (await pair.last().boundingBox())!];
    expect(left.y).toBe(right.y);
    expect(left.x + left.width).toBeLessThan(right.x);
  }
  // Another view keeps the place.
  const line = page.locator("[data-paper] p", { hasText: "Line 40 of" });
  await page.keyboard.press("v");
  await expect(line).toHaveCount(1);
  await expect(line).toBeInViewport();
  // Nobody reads two texts side by side on a phone: one is shown at a time, at the same place.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "More tools" }).click();
  await expect(page.getByRole("button", { name: "Side by side" })).toBeHidden();
  await page.getByRole("button", { name: "Original", exact: true }).click();
  await expect(first.nth(0)).toHaveText("Rain is scarse here.");
});

const hostile = path.join(import.meta.dirname, "../../shared/corpus/hostile/phone_home_js_altchunk.docx");
test("a copy that tries to run script and call home does neither", async ({ browser, baseURL }) => {
  test.skip(!existsSync(hostile), "The corpus with the hostile document is not there.");
  const editor = await signedIn(baseURL!, "jonas");
  const href = await uploadedChanges(editor, "hostile.docx", readFileSync(hostile));
  const page = await open(browser, editor, "/editor/orders");
  const outside: string[] = [];
  const refused: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(baseURL!).origin && !request.url().startsWith("data:"))
      outside.push(request.url());
  });
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  page.on("dialog", () => outside.push("a dialog"));
  await page.goto(href);
  await expect(page.locator("[data-paper] [data-b]").first()).toBeVisible();
  await expect(page.locator("iframe, object, embed, [data-paper] script, [data-paper] img")).toHaveCount(0);
  for (const link of await page.locator("[data-paper] a[href]").all())
    expect(await link.getAttribute("href")).toMatch(/^(?:https?:|mailto:|#note-)/);
  // Wait for what the page does automatically.
  await hydrated(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })));
  expect([outside, refused]).toEqual([[], []]);
});
