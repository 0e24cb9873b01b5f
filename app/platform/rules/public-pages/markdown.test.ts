import { describe, expect, test } from "vitest";
import { anchorOf, readingMinutes, renderMarkdown } from "./markdown.ts";

const html = (text: string) => renderMarkdown(text).html.trim();

describe("Markdown", () => {
  test("gives headings unique anchors, and lists them", () => {
    const { html: out, headings } = renderMarkdown("# Title\n\n## What it *is*\n\n### Détails\n\n## What it is\n");
    expect(out).toContain('<h2 id="what-it-is">What it <em>is</em></h2>');
    expect(headings).toEqual([
      { id: "what-it-is", text: "What it is", level: 2 },
      { id: "details", text: "Détails", level: 3 },
      { id: "what-it-is-2", text: "What it is", level: 2 },
    ]);
  });
  test("shows editing marks, with other marks inside them", () => {
    expect(html("Trees {--is--}{++*are*++} old.")).toBe("<p>Trees <del>is</del><ins><em>are</em></ins> old.</p>");
    expect(html("A {++ that never ends.")).toBe("<p>A {++ that never ends.</p>");
  });
  test("shows a text sample with its caption", () => {
    expect(html("```example After *editing*\nThis {--proves--}{++suggests++} that.\n```")).toBe(
      "<figure><p>This <del>proves</del><ins>suggests</ins> that.</p>\n<figcaption>After <em>editing</em></figcaption></figure>",
    );
  });
  test("sets typographic quotation marks and dashes", () => {
    expect(html('He said "no" -- twice.')).toBe("<p>He said “no” – twice.</p>");
  });
  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "![x](javascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "{++<b onclick=alert(1)>++}",
    "```example <script>alert(1)</script>\n<script>alert(1)</script>\n```",
    "## <svg onload=alert(1)>",
  ])("never turns %s into more than text", (text) => {
    const out = html(text);
    expect(out).not.toMatch(/<(script|img|svg|b)\b/i);
    expect(out).not.toMatch(/href="(javascript|data):/i);
  });
  test("names tables uniquely, numbered from one in each text", () => {
    const table = "| a |\n|---|\n| b |\n\n";
    for (const _ of [1, 2])
      expect([...html(`${table}${table}`).matchAll(/aria-label="([^"]+)"/g)].map((m) => m[1])).toEqual([
        "Table 1",
        "Table 2",
      ]);
  });
  test("counts words, examples included, and estimates the reading time", () => {
    expect(renderMarkdown("## One two\n\nThree, four – five.\n\n```example six\nseven\n```").words).toBe(6);
    expect([readingMinutes(1), readingMinutes(1_100)]).toEqual([1, 5]);
  });
  test("makes an anchor for any heading", () => {
    expect(anchorOf("9. Pay & payouts")).toBe("9-pay-payouts");
    expect(anchorOf("…")).toBe("part");
  });
});
