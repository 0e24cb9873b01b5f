import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DiffLine, countChanges, diffTexts, shortened } from "./text-diff.ts";

/** A text as the comparison says it was, or is. */
const side = (lines: readonly DiffLine[], gone: "added" | "removed"): string[] =>
  lines.flatMap((line) =>
    line.kind === "changed"
      ? [
          line.pieces
            .filter((p) => p.kind !== gone)
            .map((p) => p.text)
            .join(""),
        ]
      : line.kind === gone
        ? []
        : [line.text],
  );
const paragraphs = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

describe("what differs between two texts", () => {
  test("nothing, when only blank lines do", () =>
    expect(diffTexts("One.\n\nTwo.", "One.\nTwo.\n")).toEqual([
      { kind: "same", text: "One." },
      { kind: "same", text: "Two." },
    ]));

  test("words in a paragraph that was changed, and whole paragraphs otherwise", () => {
    const lines = diffTexts(
      "## Price\n\nThe price is held for 14 days.\n\nNo tax.",
      "## Price\n\nThe price is held for 30 days.\n\nTax is shown apart.\n\nNo tax.",
    );
    expect(lines).toEqual([
      { kind: "same", text: "## Price" },
      { kind: "removed", text: "The price is held for 14 days." },
      { kind: "added", text: "The price is held for 30 days." },
      { kind: "added", text: "Tax is shown apart." },
      { kind: "same", text: "No tax." },
    ]);
    expect(diffTexts("The price is held for 14 days.", "The price is held for 30 days.")).toEqual([
      {
        kind: "changed",
        pieces: [
          { kind: "same", text: "The price is held for " },
          { kind: "removed", text: "14 " },
          { kind: "added", text: "30 " },
          { kind: "same", text: "days." },
        ],
      },
    ]);
    expect(countChanges(lines)).toEqual({ added: 2, removed: 1 });
  });

  test("a paragraph with little left of it counts as replaced", () =>
    expect(diffTexts("We refund everything at once.", "You can withdraw within two weeks.").map((l) => l.kind)).toEqual(
      ["removed", "added"],
    ));

  test("both texts can be read from it", () => {
    const text = fc
      .array(fc.constantFrom("a b c", "a b d", "a x c", "", "x", "## Head", "long words in a row"), { maxLength: 30 })
      .map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffTexts(before, after);
        expect(side(lines, "added")).toEqual(paragraphs(before));
        expect(side(lines, "removed")).toEqual(paragraphs(after));
      }),
    );
  });

  test("texts too long to compare count as replaced", () => {
    const long = (mark: string) => Array.from({ length: 2_100 }, (_, i) => `${mark} ${i}`).join("\n");
    expect(countChanges(diffTexts(long("a"), long("b")))).toEqual({ added: 2_100, removed: 2_100 });
  });

  test("unchanged paragraphs away from a change are counted, not shown", () => {
    const before = Array.from({ length: 9 }, (_, i) => `Paragraph ${i}.`);
    const after = before.toSpliced(4, 0, "Something new.");
    expect(shortened(diffTexts(before.join("\n"), after.join("\n")))).toEqual([
      { kind: "left out", count: 3 },
      { kind: "same", text: "Paragraph 3." },
      { kind: "added", text: "Something new." },
      { kind: "same", text: "Paragraph 4." },
      { kind: "left out", count: 4 },
    ]);
  });
});
