import { describe, expect, test } from "vitest";
import type { ParagraphSpec, RunSpec } from "../docx/docx-spec.ts";
import { buildDocx } from "../docx/build-docx.ts";
import { openDocx } from "../docx/docx-package.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { otherAuthorFindings } from "./other-authors.ts";

const EDITOR = "Jonas Weber";
const READER = "Ines Duarte";
const by = (author: string) => (run: RunSpec) => ({ ...run, author });
const [editor, reader] = [by(EDITOR), by(READER)];
const copy = (runs: RunSpec[], extra: ParagraphSpec[] = [], comments: { text: string; author: string }[] = []) =>
  readDocx(openDocx(buildDocx({ paragraphs: [{ heading: 1, text: "Methods" }, { runs }, ...extra], comments })));
const plain = (text: string): RunSpec => ({ text });
const FIRST = [
  plain("We "),
  editor({ text: "measured", del: true }),
  editor({ text: "recorded the soil moisture", ins: true }),
  plain(" twice."),
];
const short = (runs: RunSpec[], more?: Parameters<typeof copy>[1], comments?: Parameters<typeof copy>[2]) =>
  otherAuthorFindings(copy(FIRST), copy(runs, more, comments), EDITOR).map(({ kind, before, after, section }) => ({
    kind,
    before,
    after,
    section,
  }));

describe("an editor's copy that another person edited", () => {
  test("finds nothing if the copy came back unchanged", () => expect(short(FIRST)).toEqual([]));

  test("finds nothing if the other person added tracked changes, even inside the editor's", () => {
    expect(
      short([
        plain("We "),
        editor({ text: "measured", del: true }),
        editor({ text: "recorded the ", ins: true }),
        reader({ text: "topmost ", ins: true }),
        editor({ text: "soil mois", ins: true }),
        reader({ text: "-", ins: true }),
        editor({ text: "ture", ins: true }),
        reader({ text: " twice", del: true }),
        plain("."),
      ]),
    ).toEqual([]);
  });

  test("finds nothing if the other person deleted the editor's insertion with tracking", () => {
    expect(
      short([
        plain("We "),
        editor({ text: "measured", del: true }),
        editor({ text: "recorded ", ins: true }),
        editor({ text: "the soil moisture", struckBy: READER }),
        plain(" twice."),
      ]),
    ).toEqual([]);
  });

  test("lists an insertion that was rejected, in part or in full", () => {
    expect(short([plain("We "), editor({ text: "measured", del: true }), plain(" twice.")])).toEqual([
      { kind: "undone", before: "recorded the soil moisture", after: "", section: "Methods" },
    ]);
    expect(
      short([
        plain("We "),
        editor({ text: "measured", del: true }),
        editor({ text: "recorded moisture", ins: true }),
        plain(" twice."),
      ]),
    ).toEqual([{ kind: "undone", before: "the soil", after: "", section: "Methods" }]);
  });

  test("distinguishes neighboring changes", () => {
    const many = (first: RunSpec): RunSpec[] => [
      first,
      plain(" rain "),
      editor({ text: "gives", ins: true }),
      plain(" farmers "),
      editor({ text: "data", ins: true }),
    ];
    const found = otherAuthorFindings(
      copy(many(editor({ text: "derived from", ins: true }))),
      copy(many(plain(""))),
      EDITOR,
    );
    expect(found).toMatchObject([{ kind: "undone", before: "derived from", after: "" }]);
  });

  test("lists a rejected deletion: the author's word is back", () => {
    expect(
      short([plain("We measured"), editor({ text: "recorded the soil moisture", ins: true }), plain(" twice.")]),
    ).toEqual([{ kind: "undone", before: "", after: "measured", section: "Methods" }]);
  });

  test("blocks text written under the editor's name since", () => {
    const found = otherAuthorFindings(
      copy(FIRST),
      copy([...FIRST, editor({ text: " Both times it rained.", ins: true })]),
      EDITOR,
    );
    expect(found).toMatchObject([{ kind: "borrowed", severity: "stops", after: "Both times it rained." }]);
  });

  test("lists a missing comment of the editor's, and distinguishes equal ones", () => {
    const marked: RunSpec[] = [...FIRST, { text: " Twice.", comments: [0, 1] }];
    const asked = { text: "Is this so?", author: EDITOR };
    const before = copy(marked, [], [asked, asked]);
    const after = copy([...FIRST, { text: " Twice.", comments: [0] }], [], [asked]);
    expect(otherAuthorFindings(before, after, EDITOR)).toMatchObject([
      { kind: "undone", before: "Comment: Is this so?" },
    ]);
    expect(otherAuthorFindings(before, before, EDITOR)).toEqual([]);
  });

  test("gives two equal findings different keys, the same in a later copy", () => {
    const twice: RunSpec[] = [editor({ text: "a", ins: true }), plain(" b "), editor({ text: "a", ins: true })];
    const gone: RunSpec[] = [plain(" b ")];
    const keys = () => otherAuthorFindings(copy(twice), copy(gone), EDITOR).map((one) => one.key);
    expect(new Set(keys()).size).toBe(keys().length);
    expect(keys()).toEqual(keys());
  });

  test("lists a missing paragraph break of the editor's", () => {
    const before = copy(FIRST, [{ text: "Next.", mark: "ins", author: EDITOR } as ParagraphSpec]);
    const after = copy(FIRST, [{ text: "Next." }]);
    expect(otherAuthorFindings(before, after, EDITOR)).toMatchObject([{ kind: "undone", before: "paragraph break" }]);
  });
});
