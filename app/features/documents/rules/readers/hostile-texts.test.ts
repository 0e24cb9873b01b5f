import { describe, expect, test } from "vitest";
import { readMarkdown, readText } from "./read-plain.ts";
import { readTex } from "./read-tex.ts";
import { receiptOf } from "./receipt-of.ts";
import type { TextModel } from "./text-model.ts";

/** Each of these once took quadratic time or worse: minutes, at this length. */
const LENGTH = 200_000;
const fill = (unit: string): string => unit.repeat(Math.ceil(LENGTH / unit.length));

describe("a text made to take long is counted in linear time", () => {
  const cases: readonly [format: string, read: (text: string) => TextModel, texts: readonly string[]][] = [
    [
      "md",
      readMarkdown,
      [
        ...["[", "![", "[](", "[^", "<a ", "<http://", "*a ", "**a *", "_a ", "`", "~~a ", "- ", "> "].map(fill),
        `a${fill(" ")}b`,
        `# a${fill(" ")}b`,
        `# a${fill(" #")}b`,
        `- [ ]${fill(" ")}\u2028`,
        `[^a]:${fill(" ")}\u2028`,
      ],
    ],
    [
      "tex",
      readTex,
      [
        ...["$a ", "{", "\\begin{a}", "\\begin{equation} ", "\\title[", "\\input{a", "~", "%", "\\textbf{"].map(fill),
        `\\title${fill(" ")}\\begin{document} a \\end{document}`,
      ],
    ],
    ["txt", readText, [...["x", ".", "(", "\n\t", "a-"].map(fill), `a${fill(" ")}b`, `A${fill("'")}"A`]],
  ];
  test.each(cases)("%s", (_format, read, texts) => {
    for (const text of texts) {
      let words = 0;
      try {
        words = receiptOf(read(text)).words;
      } catch (error) {
        // Refusing it is fine, too.
        expect((error as Error).name).toBe("Refused");
      }
      expect(words).toBeLessThan(LENGTH + 1);
    }
  });

  test("what a reader sees is still counted", () => {
    const words = (text: string) => receiptOf(readMarkdown(text)).words;
    expect(words("# A title ##\n\nSee [the page](https://example.org/a_(b)) and more.[^1] ![a picture](p.png)")).toBe(
      7,
    );
    expect(words("Code ``a b`` and <https://example.org> <b>bold</b>  \nnext line.")).toBe(8);
  });
});
