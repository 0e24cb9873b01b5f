import { describe, expect, test } from "vitest";
import { buildDocx } from "../docx/build-docx.ts";
import { choiceOn, editsOf, withEdits } from "./edits.ts";
import { exploreDocx } from "./explore-docx.ts";
import { listRevisions, reviseSome } from "../docx/revise-docx.ts";
import { readOriginal } from "../docx/docx-reader.ts";

/** "old" becomes "new", "gone" is deleted, "more" is inserted, and two people change one place. */
const copy = () =>
  buildDocx({
    paragraphs: [
      {
        runs: [
          { text: "The " },
          { text: "old", del: true, author: "Ed" },
          { text: "new", ins: true, author: "Ed" },
          { text: " word, " },
          { text: "gone ", del: true, author: "Ed" },
          { text: "and " },
          { text: "more ", ins: true, author: "Ed" },
          { text: "of " },
          { text: "his", del: true, author: "Ed" },
          { text: "hers", ins: true, author: "Ann" },
          { text: "." },
        ],
      },
    ],
  });

describe("edits as readers count them", () => {
  test("a replacement is one edit, other changes stay on their own", () => {
    const { edits, byChange } = editsOf(exploreDocx(copy()).changes);
    expect(edits.map(({ number, head, insertion }) => [number, head.text, insertion?.text ?? null])).toEqual([
      [1, "old", "new"],
      [2, "gone ", null],
      [3, "more ", null],
      [4, "his", null],
      [5, "hers", null],
    ]);
    expect(byChange.get(2)).toBe(edits[0]);
    expect(edits.flatMap((edit) => edit.ids)).toEqual(listRevisions(copy()).map((one) => one.id));
  });

  test("deciding an edit as one is deciding each of its changes alike", () => {
    const bytes = copy();
    const [edit] = editsOf(exploreDocx(bytes).changes).edits;
    const text = (to: "accept" | "reject") =>
      readOriginal(reviseSome(bytes, new Map(edit!.ids.map((id) => [id, to])))).paragraphs[0]!.text;
    expect(text("accept")).toBe("The new word, gone and of his.");
    expect(text("reject")).toBe("The old word, gone and of his.");
  });

  test("an edit is decided only if both halves are decided alike", () => {
    const [edit] = editsOf(exploreDocx(copy()).changes).edits;
    const on = (chosen: Record<number, "accept" | "reject">) => choiceOn(edit!, (id) => chosen[id] ?? null);
    expect([on({}), on({ 1: "accept" }), on({ 1: "accept", 2: "reject" })]).toEqual([null, null, null]);
    expect([on({ 1: "accept", 2: "accept" }), on({ 1: "reject", 2: "reject" })]).toEqual(["accept", "reject"]);
  });

  test("the sections count edits", () => {
    const { sections, changes } = exploreDocx(copy());
    expect(withEdits(sections, editsOf(changes).edits).map((section) => section.changes)).toEqual([5]);
    expect(changes).toHaveLength(6);
  });
});
