import { expect, test } from "vitest";
import { type PlacedAnnotation, annotationChanges, annotationKind } from "./annotations.ts";

const note = (text: string, at: number): PlacedAnnotation => ({
  page: 1,
  kind: "Note",
  subtype: "Text",
  author: "Amara Osei",
  text,
  marked: "",
  reply: false,
  box: [at, at, at + 10, at + 10],
});

test("a file's own names of annotations are shown as they are", () => {
  expect(["Text", "constructor", "__proto__"].map(annotationKind)).toEqual(["Note", "constructor", "__proto__"]);
});

test("removed annotations that say the same have keys of their own, which don't depend on others", () => {
  const keysOf = (...source: PlacedAnnotation[]) => annotationChanges(source, []).findings.map((one) => one.key);
  const [one, two] = keysOf(note("Check.", 10), note("Check.", 100));
  expect(one).not.toBe(two);
  expect(keysOf(note("Another.", 200), note("Check.", 10), note("Check.", 100)).slice(1)).toEqual([one, two]);
});
