/**
 * An article from its first word to its readers: written with a picture, scheduled, published by the clock, renamed,
 * and reverted.
 */
import { type BrowserContext, type Locator, type Page, type Route, expect, test } from "@playwright/test";
import sharp from "sharp";
import { wallClock } from "#app/platform/rules/core/wall-clock.ts";
import { CAST, type CastName } from "#db/seed/cast.ts";
import { closeAll, look } from "./axe.ts";
import { Client, signedIn } from "./client.ts";
import { hydrated } from "./hydrated.ts";

const mark = Date.now().toString(36);
const TITLE = `Reading reviewers ${mark}`;
const SLUG = `reading-reviewers-${mark}`;
const contexts: BrowserContext[] = [];
let address: string;
test.describe.configure({ mode: "serial" });
test.afterEach(async () => {
  await Promise.all(contexts.splice(0).map((it) => it.close()));
});
test.afterAll(closeAll);

/** What Word puts on the clipboard: bold text, a list as paragraphs, a footnote, and a lot of clutter. */
const FROM_WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body lang=EN-US>
<!--StartFragment--><p class=MsoNormal style='color:red'>From <b style='mso-bidi-font-weight:normal'>Word</b><o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]>first point</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;</span></span><![endif]>second point</p>
<p class=MsoNormal>A claim<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference>[1]</span></a><script>window.hacked = 1</script><img src=x onerror="window.hacked = 1"></p><!--EndFragment-->
<div style='mso-element:footnote-list'><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1">[1]</a> See https://doi.org/10.1000/182</p></div></div></body></html>`;

test("Sam writes, schedules, renames, and reverts an article, and sees Ada in it", async ({ browser, baseURL }) => {
  const errors: string[] = [];
  const open = async (who: CastName): Promise<{ client: Client; page: Page }> => {
    const client = await signedIn(baseURL!, who);
    const context = await browser.newContext({ baseURL: baseURL! });
    contexts.push(context);
    await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: baseURL! })));
    const page = await context.newPage();
    page.on("console", (line) => {
      // A validation error has status 422, which the browser logs.
      if (line.type() === "error" && !/status of 422/.test(line.text())) errors.push(`${who}: ${line.text()}`);
    });
    page.on("pageerror", (error) => errors.push(`${who}: ${error.message}`));
    return { client, page };
  };
  const visitor = new Client(baseURL!);
  const read = async (path: string) => {
    const answer = await visitor.get(path);
    return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() };
  };
  const { client, page } = await open("sam");
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
  const saved = () => expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await page.goto("/admin/blog");
  await hydrated(page);
  // Only its own page loads the editor.
  expect(scripts.filter((it) => it.includes("article-editor"))).toEqual([]);
  await page.getByRole("button", { name: "New article" }).click();
  const text = page.getByRole("textbox", { name: "Text of the article" });
  await expect(text).toBeVisible();
  address = new URL(page.url()).pathname;
  await page.getByLabel("Title", { exact: true }).fill(TITLE);
  await page.getByLabel("Summary").fill("What reviewers mean, and how to answer.");

  await text.click();
  await page.keyboard.type("Read it twice.");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/heading");
  await page.keyboard.press("Enter");
  await page.keyboard.type("What they mean");
  await page.keyboard.press("Enter");
  await text.evaluate((element, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", html);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, FROM_WORD);
  await expect(text.locator("li")).toHaveText(["first point", "second point"]);
  await expect(text.getByRole("button", { name: "Footnote 1: See https://doi.org/10.1000/182" })).toBeVisible();
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#1f3a5f" } })
    .jpeg()
    .toBuffer();
  await page
    .locator('input[aria-label="Picture"]')
    .setInputFiles({ name: "desk.jpg", mimeType: "image/jpeg", buffer: photo });
  await page.getByLabel("Description for people who can't see it (alt text)").fill("A desk with two manuscripts");
  await saved();

  // Publishing too early shows what's missing and loses nothing.
  const slugField = page.getByLabel("Address", { exact: true });
  await expect(slugField).toHaveValue(SLUG);
  await slugField.fill("");
  await saved();
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("alert")).toContainText("Enter an address.");
  await page.getByRole("button", { name: `Use “${SLUG}”` }).click();
  const clock = async (advanceMs: number): Promise<number> =>
    Date.parse(((await (await client.post("/api/demo/clock", { advanceMs })).json()) as { now: string }).now);
  const due = new Date(Math.ceil((await clock(1)) / 60_000) * 60_000 + 60_000);
  await page.getByLabel("Publish at").fill(wallClock(due, "Europe/London"));
  // What's being saved while somebody schedules the article belongs to it.
  await saved();
  const held = async (route: Route) => {
    const response = await route.fetch();
    await page.getByRole("button", { name: "Schedule", exact: true }).click();
    await route.fulfill({ response });
  };
  await page.route("**/api/blog-posts/*", held, { times: 1 });
  await page.getByLabel("Tags", { exact: true }).fill("Reviewers, Clear writing");
  await page.getByLabel("Tags", { exact: true }).blur();
  await expect(page.getByText("Article scheduled.")).toBeVisible();
  expect((await read(`/blog/${SLUG}`)).status).toBe(404);
  await clock(due.getTime() - (await clock(1)) + 1_000);
  await expect(page.locator('[data-tone="done"]', { hasText: "Published" })).toBeVisible();
  const first = await read(`/blog/${SLUG}`);
  expect(first.status).toBe(200);
  expect(first.text).toContain('<h2 id="what-they-mean">What they mean</h2>');
  expect(first.text).toContain("<strong>Word</strong>");
  expect(first.text).toContain("<li>first point</li>");
  expect(first.text).toContain('alt="A desk with two manuscripts"');
  expect(first.text).toContain('<a href="https://doi.org/10.1000/182">');
  // Readers get no script, and nothing pasted is executed.
  expect(/<script[^>]+type="module"|hacked/.exec(first.text)).toBeNull();
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  const picture = /\/api\/blog-images\/img_\w+\/900\.avif/.exec(first.text)![0];
  expect((await visitor.get(picture)).headers.get("content-type")).toBe("image/avif");
  expect((await read("/blog/rss.xml")).text).toContain(`/blog/${SLUG}<`);
  expect((await read("/sitemap.xml")).text).toContain(`/blog/${SLUG}<`);

  // Renamed: the old URL redirects to the new one.
  await page.getByLabel("Address", { exact: true }).fill(`${SLUG}-renamed`);
  await page.getByLabel("Title", { exact: true }).fill(`${TITLE}, renamed`);
  await page.getByRole("button", { name: "Publish changes" }).click();
  await expect(page.getByText("Article published")).toBeVisible();
  expect(await read(`/blog/${SLUG}`)).toMatchObject({ status: 301, location: `/blog/${SLUG}-renamed` });
  expect((await read(`/blog/${SLUG}-renamed`)).text).toContain(`${TITLE}, renamed`);

  // Reverted: an earlier version and its URL are restored.
  await page.locator("summary", { hasText: "Versions" }).click();
  await page
    .locator("li", { hasText: /^Published/ })
    .filter({ hasNotText: "renamed" })
    .getByRole("button", { name: "Restore" })
    .click();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue(TITLE);
  await page.getByRole("button", { name: "Publish changes" }).click();
  // The page may still say that the version before was published.
  await expect.poll(async () => (await read(`/blog/${SLUG}`)).text).toContain(`>${TITLE}<`);
  expect(await read(`/blog/${SLUG}-renamed`)).toMatchObject({ status: 301, location: `/blog/${SLUG}` });

  // Somebody without an account reads the working copy through a link until it's revoked.
  await page.locator("summary", { hasText: "Preview links" }).click();
  await page.getByRole("button", { name: "Create preview link" }).click();
  const link = new URL(await page.getByLabel("Preview link", { exact: true }).inputValue()).pathname;
  expect((await read(link)).text).toContain("This is a preview of an article");

  // Ada opens the article too: both see each other, and her text appears on Sam's page.
  const ada = await open("ada");
  await ada.page.goto(address);
  await expect(ada.page.getByText(`${CAST.sam.displayName} is editing this article, too`)).toBeVisible();
  await expect(page.getByText(`${CAST.ada.displayName} is editing this article, too`)).toBeVisible();
  await expect(ada.page.getByRole("textbox", { name: "Text of the article" })).toContainText("Read it twice.");
  await ada.page.getByLabel("Summary").fill("Ada's summary.");
  await expect(page.getByLabel("Summary")).toHaveValue("Ada's summary.");
  await ada.page.goto("/admin/blog");

  await page.getByRole("button", { name: "Revoke link" }).click();
  await expect(page.getByText("Preview link revoked")).toBeVisible();
  expect((await read(link)).status).toBe(410);

  // By keyboard: from the text to its toolbar, along it, and back.
  await text.click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("toolbar", { name: "Formatting" }).getByRole("button").first()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("toolbar", { name: "Formatting" }).getByRole("button").nth(1)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(text).toBeFocused();

  expect(errors).toEqual([]);
});

/** Files as somebody drags them onto an element: onto its lower edge, so that they belong below it. */
async function drop(onto: Locator, files: { name: string; type: string; bytes: Buffer }[]): Promise<void> {
  await onto.scrollIntoViewIfNeeded();
  await onto.evaluate(
    (element, given) => {
      const dataTransfer = new DataTransfer();
      for (const { name, type, base64 } of given)
        dataTransfer.items.add(
          new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }),
        );
      // The end of its last line: the box of a paragraph is wider than its words.
      const range = document.createRange();
      range.selectNodeContents(element);
      const { right, bottom } = [...range.getClientRects()].at(-1)!;
      const at = { clientX: right - 2, clientY: bottom - 2, bubbles: true, cancelable: true, dataTransfer };
      for (const kind of ["dragenter", "dragover", "drop"]) {
        const event = new DragEvent(kind, at);
        element.dispatchEvent(event);
        // Otherwise the browser opens the file, and the article is gone.
        if (kind !== "dragenter" && !event.defaultPrevented) throw new Error(`Nobody took the ${kind}.`);
      }
    },
    files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString("base64") })),
  );
}

test("Sam drags a picture to its place in the text; what isn't one is refused, and no word is lost", async ({
  browser,
  baseURL,
}) => {
  const errors: string[] = [];
  const client = await signedIn(baseURL!, "sam");
  const context = await browser.newContext({ baseURL: baseURL! });
  contexts.push(context);
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: baseURL! })));
  const page = await context.newPage();
  page.on("console", (line) => {
    if (line.type() === "error" && !/status of 422/.test(line.text())) errors.push(line.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  const slug = `a-dragged-picture-${mark}`;
  await page.goto("/admin/blog");
  await hydrated(page);
  await page.getByRole("button", { name: "New article" }).click();
  const text = page.getByRole("textbox", { name: "Text of the article" });
  await expect(text).toBeVisible();
  const written = new URL(page.url()).pathname;
  await page.getByLabel("Title", { exact: true }).fill(`A dragged picture ${mark}`);
  await page.getByLabel("Summary").fill("Where a picture goes.");
  await page.getByLabel("Address", { exact: true }).fill(slug);
  await text.click();
  for (const line of ["The first line.", "The second line.", "The third line."]) {
    await page.keyboard.type(line);
    if (!line.includes("third")) await page.keyboard.press("Enter");
  }
  const second = text.locator("p", { hasText: "The second line." });

  // What is dropped and refused: said in words, with the article as it was.
  const bomb = Buffer.from(
    await sharp({ create: { width: 16, height: 16, channels: 3, background: "#fff" } })
      .png()
      .toBuffer(),
  );
  bomb.writeUInt32BE(100_000, 16);
  bomb.writeUInt32BE(100_000, 20);
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>window.hacked = 1</script></svg>');
  for (const [file, why] of [
    [
      { name: "drawing.svg", type: "image/svg+xml", bytes: script },
      "drawing.svg: We can't read this file as a picture.",
    ],
    [
      { name: "page.jpg", type: "image/jpeg", bytes: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), script]) },
      "page.jpg: This picture is damaged or too complex.",
    ],
    [{ name: "bomb.png", type: "image/png", bytes: bomb }, "bomb.png: This picture"],
    [
      { name: "huge.jpg", type: "image/jpeg", bytes: Buffer.alloc(15 * 1024 * 1024 + 1) },
      "huge.jpg: This picture is larger than 15 MB. Scale it down and try again.",
    ],
    [{ name: "page.html", type: "text/html", bytes: script }, "Only pictures can be added to an article."],
  ] as const) {
    await drop(second, [file]);
    await expect(page.getByRole("alert")).toContainText(why);
    await expect(text.locator("p")).toHaveText(["The first line.", "The second line.", "The third line."]);
    await expect(text.locator("img")).toHaveCount(0);
  }
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  expect(new URL(page.url()).pathname).toBe(written);

  // A picture with a refused file beside it: sent slowly, while somebody goes on writing above.
  const photo = await sharp({ create: { width: 700, height: 500, channels: 3, background: "#2f6b4f" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "Sam's camera" } })
    .toBuffer();
  let send = () => {};
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route("**/api/blog-images", async (route) => {
    await held;
    await route.continue();
  });
  await drop(second, [
    { name: "drawing.svg", type: "image/svg+xml", bytes: script },
    { name: "desk.jpg", type: "image/jpeg", bytes: photo },
  ]);
  await expect(page.getByRole("status").filter({ hasText: "Sending picture 1 of 2" })).toBeVisible();
  await text.locator("p").first().click();
  await page.keyboard.press("Home");
  await page.keyboard.type("Before it: ");
  send();
  const alt = page.getByLabel("Description for people who can't see it (alt text)");
  await expect(alt).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("drawing.svg: We can't read this file as a picture.");

  // Without words for those who can't see it, it isn't published.
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("Describe picture 1 for people who can't see it (alt text).").first()).toBeVisible();
  await alt.fill("A green desk");
  await page.getByLabel("Caption", { exact: true }).fill("Where it was written");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(text).toContainText("Before it: The first line.");
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("Article published")).toBeVisible();

  const visitor = new Client(baseURL!);
  const html = await (await visitor.get(`/blog/${slug}`)).text();
  expect(html).toMatch(
    /<p>Before it: The first line\.<\/p>\s*<p>The second line\.<\/p>\s*<figure class="picture">.*?alt="A green desk".*?<figcaption>Where it was written<\/figcaption><\/figure>\s*<p>The third line\.<\/p>/s,
  );
  // What the camera wrote into it isn't served.
  const served = /\/api\/blog-images\/img_\w+\/700\.jpg/.exec(html)![0];
  const bytes = Buffer.from(await (await visitor.get(served)).arrayBuffer());
  expect(bytes.includes("camera")).toBe(false);
  expect(errors).toEqual([]);
});

test("the editor and the article can be used by everybody", async ({ browser, baseURL }) => {
  await look(browser, baseURL!, "sam", address);
  await look(browser, baseURL!, null, `/blog/${SLUG}`);
});
