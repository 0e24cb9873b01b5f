/** The gate for anybody at /integrity/check: two files, compared in the visitor's browser. */
import { expect, test, type Page } from "@playwright/test";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { examineOpen } from "./axe.ts";
import { hydrated } from "./hydrated.ts";

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const TEXT = "Soil moisture governs the exchange of water between land and air in dry regions of the south.";
const MORE = "We measured it at twelve sites during two seasons, using buried sensors and weekly cores.";
const file = (name: string, buffer: Buffer) => ({ name, mimeType: DOCX, buffer });
const SOURCE = file("original.docx", buildDocx({ paragraphs: [{ text: TEXT }, { text: MORE }] }));
const TRACKED = file(
  "tracked.docx",
  buildDocx({
    paragraphs: [
      { text: TEXT },
      {
        runs: [
          { text: "We " },
          { text: "measured", del: true },
          { text: "recorded", ins: true },
          { text: MORE.slice(11) },
        ],
      },
    ],
    author: "Jonas Weber",
  }),
);
const UNTRACKED = file(
  "untracked.docx",
  buildDocx({ paragraphs: [{ text: TEXT.replace("dry", "arid") }, { text: MORE }] }),
);
const OTHER = file(
  "other.docx",
  buildDocx({
    paragraphs: [
      { text: "The trade of salt along the northern coast was taxed by three towns in turn for many years." },
      { text: "Their ledgers survive in part, and name every ship that came and what it carried away." },
    ],
  }),
);

const drop = async (page: Page, original: typeof SOURCE, copy: typeof SOURCE) => {
  await page.getByLabel("The original").setInputFiles(original);
  await page.getByLabel("The edited copy").setInputFiles(copy);
};

test("a visitor compares two files without sending them anywhere, and goes on without a network", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(`${request.method()} ${request.url()}`);
  });
  await page.goto("/integrity/check");
  await hydrated(page);
  await drop(page, SOURCE, TRACKED);
  await expect(page.getByRole("heading", { name: "Every change is tracked: 1 change." })).toBeVisible();
  await expect(page.getByText("1 insertion, 1 deletion.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Word choice 1" })).toBeVisible();
  const university = page.getByLabel("University");
  await university.fill("usual");
  await expect(page.getByText("Usual, version 1: 1 change isn't allowed.", { exact: true })).toBeVisible();
  await expect(page.getByRole("list", { name: "Changes" })).toContainText("We measured recorded it at twelve sites");
  await expect(page.getByRole("list", { name: "Changes" })).toContainText("Word choice, only as a comment");
  expect(await examineOpen(page, "/integrity/check")).toEqual([]);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy result without text" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  expect(shared).toMatch(/1 change\.\nWord choice 1\nUsual, version 1: 1 change isn't allowed\.\nOriginal .*SHA-256/);
  expect(shared).not.toContain("recorded");
  await university.fill("generous");
  await expect(page.getByText("Generous, version 1: Every change is allowed.", { exact: true })).toBeVisible();
  await page.getByLabel("The edited copy").setInputFiles(UNTRACKED);
  await expect(page.getByRole("heading", { name: "1 untracked edit, 0 tracked changes." })).toBeVisible();
  const list = page.getByRole("list", { name: "Untracked edits" });
  await expect(list).toContainText("arid");
  await page.keyboard.press("n");
  await expect(list.getByRole("listitem").first()).toBeFocused();
  await drop(page, SOURCE, OTHER);
  await expect(page.getByText("These files have little in common.")).toBeVisible();
  await drop(page, TRACKED, SOURCE);
  await page.getByRole("button", { name: "Swap files" }).click();
  await expect(page.getByRole("heading", { name: "Every change is tracked: 1 change." })).toBeVisible();
  await page
    .getByLabel("The edited copy")
    .setInputFiles({ name: "copy.docx", mimeType: DOCX, buffer: Buffer.from("no") });
  await expect(page.getByText(/^The edited copy: /)).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText("You're offline. This page still works.")).toBeVisible();
  await page.getByLabel("The edited copy").setInputFiles(TRACKED);
  await expect(page.getByRole("heading", { name: "Every change is tracked: 1 change." })).toBeVisible();
  await expect(page.getByRole("button", { name: "Word choice 1" })).toBeVisible();
  await page.context().setOffline(false);
  expect(sent).toEqual([]);
});

test("nothing is loaded before files are there, and without the dictionary it says what it can't tell", async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.route("**/*.dic", (route) => route.abort());
  await page.goto("/integrity/check");
  await hydrated(page);
  await page.getByLabel("The original").setInputFiles(SOURCE);
  expect(loaded.filter((url) => /gate-worker|dictionary|\.dic/.test(url))).toEqual([]);
  await page.getByLabel("The edited copy").setInputFiles(TRACKED);
  await expect(page.getByRole("heading", { name: "Every change is tracked: 1 change." })).toBeVisible();
  await expect(page.getByText("We couldn't load the dictionary", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "Word choice 1" })).toHaveCount(0);
  await page.unroute("**/*.dic");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Word choice 1" })).toBeVisible();
});

test("the page answers while a large file is compared", async ({ page }) => {
  const paragraphs = (edited: boolean) =>
    Array.from({ length: 30_000 }, (_, n) =>
      edited && n % 5 === 0
        ? {
            runs: [
              { text: "Line " },
              { text: "one", del: true },
              { text: "two", ins: true },
              { text: ` ${n}. ${MORE}` },
            ],
          }
        : { text: `Line one ${n}. ${MORE}` },
    );
  await page.goto("/integrity/check");
  await hydrated(page);
  const [one, two] = [false, true].map((edited) => buildDocx({ paragraphs: paragraphs(edited) })) as [Buffer, Buffer];
  await drop(page, file("large.docx", one), file("large edited.docx", two));
  await expect(page.getByText("Comparing them")).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
  await page.getByLabel("The edited copy").setInputFiles(file("large edited.docx", two));
  await expect(page.getByRole("heading", { name: "Every change is tracked: 6,000 changes." })).toBeVisible({
    timeout: 60_000,
  });
});

test("on a phone, nothing scrolls sideways", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("/integrity/check");
  await hydrated(page);
  await drop(page, SOURCE, UNTRACKED);
  await expect(page.getByRole("heading", { name: "1 untracked edit, 0 tracked changes." })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
