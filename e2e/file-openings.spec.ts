import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { cleanCopy } from "#app/features/documents/rules/docx/clean-copy.ts";
import { compareDocx } from "#app/features/documents/rules/compare/compare-docx.ts";
import { acceptAll, rejectAll } from "#app/features/documents/rules/docx/revise-docx.ts";

/** Another .docx reader (docx-preview) opens the engine's output on an empty page. Needs no product. */

const script = (file: string): string =>
  readFileSync(path.resolve(import.meta.dirname, "../node_modules", file), "utf8");

test("another program opens accepted, rejected, clean and compared copies, and finds their text", async ({ page }) => {
  const tracked = buildDocx({
    paragraphs: [
      { text: "Methods", heading: 1 },
      {
        runs: [
          { text: "We " },
          { text: "did", del: true },
          { text: "made", ins: true },
          { text: " the samples", comments: [0], footnote: "A note." },
          { text: " bold", bold: true, formatChanged: true },
        ],
      },
      { runs: [{ text: "joined " }], mark: "del" },
      { text: "to this" },
      {
        table: [
          ["a", "b"],
          ["c", "d"],
        ],
        deleted: [1],
      },
    ],
    comments: [{ text: "Why?" }],
  });
  const [before, after] = [rejectAll(tracked), acceptAll(tracked)];
  const compared = compareDocx(before, after, { author: "Editor", date: "2026-01-05T09:00:00Z" }).bytes;
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  await page.goto("about:blank");
  await page.addScriptTag({ content: script("jszip/dist/jszip.min.js") });
  await page.addScriptTag({ content: script("docx-preview/dist/docx-preview.min.js") });
  const shown = (bytes: Buffer): Promise<string> =>
    page.evaluate(async (base64) => {
      const { docx } = window as unknown as {
        docx: {
          renderAsync(
            data: Uint8Array,
            into: HTMLElement,
            styles: HTMLElement | null,
            options: object,
          ): Promise<unknown>;
        };
      };
      document.body.replaceChildren();
      await docx.renderAsync(
        Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)),
        document.body,
        null,
        { renderChanges: true, renderAltChunks: false, renderComments: false },
      );
      return document.body.innerText.replace(/\s+/g, " ");
    }, bytes.toString("base64"));
  expect(await shown(after)).toMatch(/Methods We made the samples.* bold joined to this a b/);
  expect(await shown(before)).toMatch(/Methods We did the samples.* bold joined to this a b c d/);
  expect(await shown(cleanCopy(tracked, { scrubAuthors: true }))).toMatch(/We made the samples/);
  expect(await shown(compared)).toMatch(/We didmade the samples/);
  await expect(page.locator("del", { hasText: "did" })).toHaveCount(1);
  await expect(page.locator("ins", { hasText: "made" })).toHaveCount(1);
  expect(problems).toEqual([]);
});
