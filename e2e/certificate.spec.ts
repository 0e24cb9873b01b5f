/**
 * A certificate: its author creates it, a stranger opens its link, and compares a file in their own browser without
 * sending it anywhere.
 */
import { type Browser, type BrowserContext, type Page, expect, test } from "@playwright/test";
import { linkInPdf } from "#app/features/certificates/rules/link-in-pdf.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { signedIn } from "./client.ts";
import { certificateOf, demoOrders } from "./pages.ts";
import { hydrated } from "./hydrated.ts";

test.describe.configure({ timeout: 45_000 });

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** Requests a browser makes while `during` runs: method, URL and body size. */
async function sentBy(
  page: Page,
  during: () => Promise<void>,
): Promise<{ method: string; url: string; bytes: number }[]> {
  const sent: { method: string; url: string; bytes: number }[] = [];
  const note = (request: { method(): string; url(): string; postDataBuffer(): Buffer | null }) =>
    void sent.push({ method: request.method(), url: request.url(), bytes: request.postDataBuffer()?.length ?? 0 });
  page.on("request", note);
  await during();
  page.off("request", note);
  return sent;
}

async function stranger(
  browser: Browser,
  baseURL: string,
): Promise<{ page: Page; context: BrowserContext; wrong: string[] }> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on("console", (line) => {
    if (line.type() === "error") wrong.push(line.text());
  });
  page.on("pageerror", (error) => wrong.push(error.message));
  return { page, context, wrong };
}

test("its author creates it, and anyone with the link sees how much of a file is the edited text, without uploading it", async ({
  browser,
  baseURL,
}) => {
  const amara = await signedIn(baseURL!, "amara");
  // A delivered order with a clean copy.
  let orderId = "",
    cleanHref = "";
  for (const id of (await demoOrders(baseURL!)).amara) {
    const html = await (await amara.get(`/order/${id}`)).text();
    const clean = /href="(\/api\/files\/fil_\w{26}\/download)"[^>]*>[^<]*\(clean\)/.exec(html)?.[1];
    if (clean && html.includes("Create certificate")) [orderId, cleanHref] = [id, clean];
    if (orderId) break;
  }
  expect(orderId, "a delivered order without a certificate").not.toBe("");
  const clean = Buffer.from(await (await amara.get(cleanHref)).arrayBuffer());

  const owner = await browser.newContext({ baseURL: baseURL!, permissions: ["clipboard-read", "clipboard-write"] });
  await owner.addCookies([...amara.cookies].map(([name, value]) => ({ name, value, url: baseURL! })));
  const order = await owner.newPage();
  await order.goto(`/order/${orderId}`);
  await hydrated(order);
  await order.getByRole("link", { name: "Files", exact: true }).click();
  await order.getByRole("heading", { name: "Certificate" }).click();
  await order.getByLabel(/^Show the title/).check();
  await order.getByRole("button", { name: "Create certificate" }).click();
  await expect(order.getByText(/^Certificate \S{5}-\S{5} created/)).toBeVisible();
  await order.getByRole("button", { name: "Copy link" }).click();
  await expect(order.getByText("Link copied.")).toBeVisible();
  const link = await order.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/integrity\/verify\/[0-9A-Z]{5}-[0-9A-Z]{5}#k=[\w-]{22}$/);
  const pdf = new Uint8Array(
    await (
      await amara.get((await order.getByRole("link", { name: /Download certificate/ }).getAttribute("href"))!)
    ).arrayBuffer(),
  );
  expect(linkInPdf(pdf)).toBe(link);

  const { page, context, wrong } = await stranger(browser, baseURL!);
  const { pathname, hash } = new URL(link);
  const opened = await sentBy(page, async () => {
    await page.goto(`${pathname}${hash}`);
    await hydrated(page);
  });
  expect(opened.filter((it) => it.url.includes(hash.slice(3)) || it.bytes > 0)).toEqual([]);
  await expect(page.getByText("This certificate is genuine and valid.")).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  const file = page.getByLabel("Drop a file here or choose one");
  const answered = page.getByRole("heading", { name: /(?:is|are) in the certified text/ });
  const sent = await sentBy(page, async () => {
    await file.setInputFiles({ name: "thesis.docx", mimeType: DOCX, buffer: clean });
    await expect(answered).toContainText("100%");
    await file.setInputFiles({
      name: "other.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("Here is a sentence that nobody has ever edited for anybody at all."),
    });
    await expect(answered).toContainText("0% of the 1 sentence in “other.txt”");
    await expect(page.getByText("Here is a sentence that nobody has ever edited")).toBeVisible();
    await file.setInputFiles({ name: "broken.docx", mimeType: DOCX, buffer: clean.subarray(0, 900) });
    await expect(page.getByText("This file is damaged")).toBeVisible();
  });
  // The hashes and the reader's script are loaded. Nothing is uploaded.
  expect(sent.filter((it) => it.method !== "GET" || it.bytes > 0)).toEqual([]);
  expect(
    sent.every((it) => new URL(it.url).origin === new URL(baseURL!).origin && !it.url.includes(hash.slice(3))),
  ).toBe(true);
  expect(wrong).toEqual([]);

  // The id alone shows the certificate and says what's needed to compare.
  await page.goto("/integrity/verify");
  await hydrated(page);
  await page.getByLabel("Certificate ID").fill(pathname.split("/").at(-1)!.toLowerCase().replace("-", ""));
  await page.getByRole("button", { name: "View certificate" }).click();
  await expect(page).toHaveURL(new RegExp(`${pathname}$`));
  await expect(page.getByText("To compare a file, you need the certificate's link")).toBeVisible();

  await order.getByRole("button", { name: "Revoke", exact: true }).click();
  await order.getByRole("button", { name: "Revoke certificate" }).click();
  await expect(order.getByText("Revoked, and its content deleted.")).toBeVisible();
  // A different fragment isn't a different page, so reload it.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("This certificate was revoked.")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByLabel("Drop a file here or choose one")).toHaveCount(0);
  await context.close();
  await owner.close();
});

test("an unknown certificate isn't found, and the key of another one is reported as such", async ({
  browser,
  baseURL,
}) => {
  const { page, context } = await stranger(browser, baseURL!);
  expect((await page.goto("/integrity/verify/00000-00000"))!.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Certificate not found" })).toBeVisible();
  await page.goto("/integrity/verify?id=nonsense");
  await expect(page.getByText("This isn't a certificate ID.")).toBeVisible();
  const amara = await signedIn(baseURL!, "amara");
  const id = await certificateOf(amara, (await demoOrders(baseURL!)).amara);
  await page.goto(`/integrity/verify/${id}#k=${"A".repeat(22)}`);
  await hydrated(page);
  await page.getByLabel("Drop a file here or choose one").setInputFiles({
    name: "a.docx",
    mimeType: DOCX,
    buffer: buildDocx({
      paragraphs: [{ text: "One sentence that is quite long enough to be compared with others." }],
    }),
  });
  await expect(page.getByText("The key in this link doesn't belong to this certificate.")).toBeVisible();
  await context.close();
});
