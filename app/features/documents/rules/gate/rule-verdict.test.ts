import { describe, expect, it } from "vitest";
import { buildDocx } from "../docx/build-docx.ts";
import type { DocxSpec, RunSpec } from "../docx/docx-spec.ts";
import { listRevisions } from "../docx/revise-docx.ts";
import { exploreDocx } from "../explore/explore-docx.ts";
import { EDIT_KINDS } from "../kinds/edit-kind.ts";
import {
  type KindRule,
  MAX_NOT_ALLOWED,
  closeWords,
  isWithinRule,
  judgeKinds,
  type Permission,
} from "../kinds/judge-kinds.ts";
import { turnIntoComments } from "../turn/turn-into-comments.ts";
import { changesToJudge } from "./rule-verdict.ts";

const ruleOf = (other: Permission, own: Partial<KindRule> = {}): KindRule => ({
  ...(Object.fromEntries(EDIT_KINDS.map((kind) => [kind, other])) as KindRule),
  ...own,
});
const doc = (runs: RunSpec[], more: Partial<DocxSpec> = {}): Buffer =>
  buildDocx({ author: "Ed", paragraphs: [{ text: "Results", heading: 1 }, { runs }], ...more });
const judge = (copy: Buffer, rule: KindRule, source: Buffer | null = null) =>
  judgeKinds(changesToJudge(exploreDocx(copy).changes, source, copy, "Ed"), rule);

const copy = doc([
  { text: "The goverment ", del: true },
  { text: "The government ", ins: true },
  { text: "builds very old bridges, tall towers, and " },
  { text: "long ", del: true },
  { text: "walls of stone." },
]);

describe("judging changes by a rule", () => {
  it("lists what isn't allowed by kind, with its place and text", () => {
    const verdict = judge(copy, ruleOf("allowed", { "deleted-content": "comment" }));
    expect(verdict.total).toBe(1);
    expect(verdict.groups).toEqual([{ kind: "deleted-content", permission: "comment", count: 1, ids: [3] }]);
    expect(verdict.changes).toMatchObject([{ section: "Results", paragraph: 2, deleted: "long ", inserted: "" }]);
    expect(Object.values(verdict.counts).reduce((a, b) => a + b, 0)).toBe(2);
    expect(isWithinRule(verdict)).toBe(false);
    expect(isWithinRule(judge(copy, ruleOf("allowed")))).toBe(true);
  });

  it("counts a replacement once, with both of its texts", () => {
    const { total, changes, groups } = judge(copy, ruleOf("forbidden"));
    expect(total).toBe(2);
    expect(changes[0]).toMatchObject({ ids: [1, 2], deleted: "The goverment ", inserted: "The government " });
    expect(new Set(groups.flatMap((one) => one.ids))).toEqual(new Set([1, 2, 3]));
  });

  it("doesn't allow a kind that the rule doesn't name", () => {
    expect(judge(copy, {} as KindRule).total).toBe(2);
  });

  it("says when a kind was the stricter of two", () => {
    const close = doc([
      { text: "The " },
      { text: "big", del: true },
      { text: "large", ins: true },
      { text: " dam holds " },
      { text: "much", del: true },
      { text: "plenty", ins: true },
      { text: " water for " },
      { text: "many", del: true },
      { text: "numerous", ins: true },
      { text: " farms." },
    ]);
    const { changes } = judge(close, ruleOf("forbidden"));
    expect(changes.some((one) => one.kind === "rewriting" && one.close)).toBe(true);
    expect(closeWords("rewriting")).toBe("Counted as rewriting, the stricter kind.");
  });

  it("leaves the author's own pending changes alone", () => {
    const runs: RunSpec[] = [{ text: "We saw " }, { text: "many ", ins: true, author: "Ada" }, { text: "birds." }];
    const source = doc(runs);
    const edited = doc([...runs, { text: " Added by hand.", ins: true }]);
    expect(judge(edited, ruleOf("forbidden"), source).changes.map((one) => one.inserted)).toEqual([" Added by hand."]);
    // Under the author's name, but not theirs.
    const borrowed = doc([...runs, { text: " Added by hand.", ins: true, author: "Ada" }]);
    expect(judge(borrowed, ruleOf("forbidden"), source).total).toBe(1);
  });

  it("lists so many, counts all, and is satisfied once they are comments", () => {
    const many = doc(
      Array.from({ length: 2 * MAX_NOT_ALLOWED + 20 }, (_, i): RunSpec[] => [
        { text: `Word${i} ` },
        { text: "very ", ins: true },
      ]).flat(),
    );
    const verdict = judge(many, ruleOf("forbidden"));
    expect(verdict.changes.length).toBe(MAX_NOT_ALLOWED);
    expect(verdict.total).toBe(2 * MAX_NOT_ALLOWED + 20);
    const { bytes, turned } = turnIntoComments(many, new Set(verdict.groups.flatMap((one) => one.ids)));
    expect(turned).toBe(verdict.total);
    expect(listRevisions(bytes)).toEqual([]);
    expect(judge(bytes, ruleOf("forbidden"))).toMatchObject({ total: 0, groups: [], counts: {} });
  });
});
