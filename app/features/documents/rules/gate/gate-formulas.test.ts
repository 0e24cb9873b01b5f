import { describe, expect, it } from "vitest";
import { docxOfBody } from "../../testing/docx-of-body.ts";
import type { MathNode } from "../equations/equation.ts";
import { gateDocx } from "./gate-docx.ts";

/** An equation's elements and letters. What differs from the other side is in brackets. */
const written = (nodes: readonly MathNode[] | undefined): string | undefined =>
  nodes
    ?.map((node) => {
      const inner = "t" in node ? node.t : `${node.n}(${written(node.k)})`;
      return node.d ? `[${inner}]` : inner;
    })
    .join("");
const letters = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
const raised = (base: string, power: string): string =>
  `<m:sSup><m:e>${base}</m:e><m:sup>${letters(power)}</m:sup></m:sSup>`;
const lowered = (base: string, index: string): string =>
  `<m:sSub><m:e>${base}</m:e><m:sub>${letters(index)}</m:sub></m:sSub>`;
const by = 'w:id="7" w:author="Ed" w:date="2026-11-21T10:00:00Z"';
const say = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const sentence = (...equations: string[]): Buffer =>
  docxOfBody(
    equations
      .map((omml) => `<w:p>${say("The energy is known as ")}<m:oMath>${omml}</m:oMath>${say(" in all of them.")}</w:p>`)
      .join(""),
  );
const energy = (power: string): string => letters("E=m") + raised(letters("c"), power);

describe("formulas of the gate", () => {
  it("are shown where an untracked edit changed their structure", () => {
    const [one, ...others] = gateDocx(
      sentence(energy("2")),
      sentence(letters("E=m") + lowered(letters("c"), "2")),
    ).untracked;
    expect(others).toEqual([]);
    expect(one?.what).toMatch(/^Equation 1 has a different structure/);
    expect(written(one?.formula?.before)).toBe("E=m[msup(mrow(c)mrow(2))]");
    expect(written(one?.formula?.after)).toBe("E=m[msub(mrow(c)mrow(2))]");
  });

  it("are shown where a tracked change edited one", () => {
    const changed = `${letters("E=m")}<m:sSup><m:e>${letters("c")}</m:e><m:sup><w:del ${by}>${letters("2")}</w:del><w:ins ${by.replace("7", "8")}>${letters("3")}</w:ins></m:sup></m:sSup>`;
    const result = gateDocx(sentence(energy("2")), sentence(changed));
    expect(result).toMatchObject({ passed: true, unchanged: false, notes: [] });
    expect(result.stats).toMatchObject({ insertions: 1, deletions: 1, wordsInserted: 0, wordsDeleted: 0 });
    expect(result.authors).toContain("Ed");
    const [found] = (result.findings ?? []).filter((one) => one.kind === "equation");
    expect([found?.before, found?.after]).toEqual(["E=mc2", "E=mc3"]);
    expect(written(found?.formula?.before)).toBe("E=mmsup(mrow(c)mrow([2]))");
    expect(written(found?.formula?.after)).toBe("E=mmsup(mrow(c)mrow([3]))");
  });

  it("stay letters if two of them have the same ones", () => {
    const twins = [energy("2"), letters("E=m") + lowered(letters("c"), "2")] as const;
    const [one] = gateDocx(sentence(...twins), sentence(energy("2"), energy("2"))).untracked;
    expect(one?.what).toMatch(/^Equation 2 has a different structure/);
    expect(one?.formula?.before).toBeUndefined();
    expect(written(one?.formula?.after)).toBe("E=mmsup(mrow(c)mrow(2))");
  });
});
