import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tries } from "#boot/testing/tries.ts";
import { docxOfBody } from "../../testing/docx-of-body.ts";
import { compareDocx } from "../compare/compare-docx.ts";
import { openDocx } from "../docx/docx-package.ts";
import { exploreDocx, readBlocks } from "../explore/explore-docx.ts";
import type { Block, ExplorerModel } from "../explore/explorer-model.ts";
import { markDifferences } from "./differing.ts";
import type { MathNode } from "./equation.ts";

const letters = (text: string): string => `<m:r><m:t xml:space="preserve">${text}</m:t></m:r>`;
const object = (name: string, parts: Record<string, string>, properties = ""): string =>
  `<m:${name}><m:${name}Pr>${properties}</m:${name}Pr>${Object.entries(parts)
    .map(([part, inner]) => `<m:${part}>${inner}</m:${part}>`)
    .join("")}</m:${name}>`;
const power = (base: string, to: string): string => object("sSup", { e: base, sup: to });
const fraction = (above: string, below: string): string => object("f", { num: above, den: below });

const formulasOf = (blocks: readonly Block[]): MathNode[][] =>
  blocks.flatMap((block) => (block.k === "p" ? block.s.flatMap((span) => (span.math ? [span.math.k] : [])) : []));
const formula = (omml: string): MathNode[] =>
  formulasOf(readBlocks(openDocx(docxOfBody(`<w:p><m:oMath>${omml}</m:oMath></w:p>`))))[0] ?? [];

/** A formula's letters and elements. What differs is in brackets. */
const shown = (nodes: readonly MathNode[]): string =>
  nodes
    .map((node) => {
      const inner = "t" in node ? node.t : node.n === "mrow" ? `{${shown(node.k)}}` : `${node.n}${shown(node.k)}`;
      return node.d ? `[${inner}]` : inner;
    })
    .join("");
const differences = (before: string, after: string): string[] =>
  markDifferences(formula(before), formula(after)).map(shown);

describe("what differs between two versions of a formula", () => {
  const energy = (index: string) => letters("E=m") + power(letters("c"), letters(index));
  it("is marked at the letters, wherever they are in it", () => {
    expect(differences(energy("2"), energy("3"))).toEqual(["E=mmsup{c}{[2]}", "E=mmsup{c}{[3]}"]);
    expect(differences(letters("a+b=c"), letters("a-b=c+1"))).toEqual(["a[+]b=c", "a[-]b=c[+][1]"]);
    expect(
      differences(
        letters("x=") + fraction(letters("a+b"), letters("n")),
        letters("x=") + fraction(letters("a"), letters("n")),
      ),
    ).toEqual(["x=mfrac{a[+][b]}{n}", "x=mfrac{a}{n}"]);
  });

  it("is an object that has another structure, or is new", () => {
    expect(
      differences(
        letters("y=a+") + power(letters("c"), letters("2")),
        letters("y=a+") + object("sSub", { e: letters("c"), sub: letters("2") }),
      ),
    ).toEqual(["y=a+[msup{c}{2}]", "y=a+[msub{c}{2}]"]);
    expect(differences(letters("y=a+b"), letters("y=a+b+") + fraction(letters("1"), letters("n")))).toEqual([
      "y=a+b",
      "y=a+b[+][mfrac{1}{n}]",
    ]);
  });

  it("is a sign that isn't a letter: the operator of a sum, a bracket, an accent", () => {
    const sum = (sign: string) =>
      letters("y=") +
      object("nary", { sub: letters("i"), sup: letters("n"), e: letters("x") }, `<m:chr m:val="${sign}"/>`);
    expect(differences(sum("\u2211"), sum("\u220f"))).toEqual([
      "y={munderover[\u2211]{i}{n}{x}}",
      "y={munderover[\u220f]{i}{n}{x}}",
    ]);
    const bracketed = (open: string) =>
      letters("y=") + object("d", { e: letters("a,b") }, `<m:begChr m:val="${open}"/>`);
    expect(differences(bracketed("("), bracketed("["))).toEqual(["y={[(]{a,b})}", "y={[[]{a,b})}"]);
  });

  it("is what's in a new row of a matrix, whose cells stay cells", () => {
    const matrix = (...rows: string[]) =>
      `<m:m>${rows
        .map(
          (row) =>
            `<m:mr>${row
              .split("")
              .map((cell) => `<m:e>${letters(cell)}</m:e>`)
              .join("")}</m:mr>`,
        )
        .join("")}</m:m>`;
    expect(differences(matrix("ab", "cd"), matrix("ab", "ef", "cd"))).toEqual([
      "mtablemtrmtdamtdbmtrmtdcmtdd",
      "mtablemtrmtdamtdbmtrmtd[e]mtd[f]mtrmtdcmtdd",
    ]);
  });

  it("isn't marked in a formula that has little in common with the other, or is the same", () => {
    expect(differences(energy("2"), letters("F=qvB"))).toEqual(["E=mmsup{c}{2}", "F=qvB"]);
    expect(differences(letters("x"), letters("y"))).toEqual(["x", "y"]);
    expect(differences(energy("2"), energy("2"))).toEqual(["E=mmsup{c}{2}", "E=mmsup{c}{2}"]);
  });

  it("leaves the same behind on both sides", () => {
    const part: fc.Arbitrary<string> = fc.letrec<{ part: string; row: string }>((tie) => ({
      row: fc.array(tie("part"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
      part: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constantFrom("x", "y", "2", "+", "=").map(letters),
        fc.tuple(tie("row"), tie("row")).map(([a, b]) => fraction(a, b)),
        fc.tuple(tie("row"), tie("row")).map(([a, b]) => power(a, b)),
        fc
          .tuple(tie("row"), tie("row"))
          .map(([a, b]) => `<m:m><m:mr><m:e>${a}</m:e></m:mr><m:mr><m:e>${b}</m:e></m:mr></m:m>`),
      ),
    })).row;
    const without = (nodes: readonly MathNode[]): string =>
      nodes.map((node) => (node.d ? "" : "t" in node ? node.t : `${node.n}(${without(node.k)})`)).join("");
    const plain = (nodes: readonly MathNode[]): string =>
      JSON.stringify(nodes, (key, value: unknown) => (key === "d" ? undefined : value));
    fc.assert(
      fc.property(part, part, (one, other) => {
        const [before, after] = [formula(one), formula(other)];
        const [was, is] = markDifferences(before, after);
        expect(plain(was)).toBe(plain(before));
        expect(plain(is)).toBe(plain(after));
        const marked = [was, is].some((nodes) => JSON.stringify(nodes).includes('"d":1'));
        if (marked) expect(without(was).replaceAll("mtr()", "")).toBe(without(is).replaceAll("mtr()", ""));
      }),
      tries(200),
    );
  });

  it("takes linear time for long rows", () => {
    const [before, after] = ["x+", "y-"].map((text) => formula(letters(`a=${text.repeat(2_000)}b`)));
    const [was] = markDifferences(before ?? [], after ?? []);
    expect(shown(was)).not.toContain("[");
  });
});

describe("a formula that was replaced as a whole", () => {
  const page = (omml: string) =>
    docxOfBody(
      `<w:p><w:r><w:t xml:space="preserve">The energy is </w:t></w:r><m:oMath>${omml}</m:oMath><w:r><w:t xml:space="preserve"> here.</w:t></w:r></w:p>`,
    );
  const formulas = (model: ExplorerModel): string[] => formulasOf(model.blocks).map(shown);

  it("has its differences marked in a comparison, and in the list of its changes", () => {
    const energy = (index: string) => letters("E=m") + power(letters("c"), letters(index));
    const compared = exploreDocx(
      compareDocx(page(energy("2")), page(energy("3")), { author: "Ed", date: "2026-11-21T10:00:00Z" }).bytes,
    );
    expect(formulas(compared)).toEqual(["E=mmsup{c}{[2]}", "E=mmsup{c}{[3]}"]);
    expect(compared.changes.map((one) => one.math && shown(one.math))).toEqual(formulas(compared));
  });

  it("is also one across the end of a paragraph, but not if text stands between", () => {
    const by = 'w:id="1" w:author="Ed" w:date="2026-11-21T10:00:00Z"';
    const [gone, come] = [
      `<w:del ${by}><m:oMath>${letters("a=b")}</m:oMath></w:del>`,
      `<w:ins ${by}><m:oMath>${letters("a=c")}</m:oMath></w:ins>`,
    ];
    const of = (body: string) => formulas(exploreDocx(docxOfBody(body)));
    expect(of(`<w:p>${gone}</w:p><w:p>${come}</w:p>`)).toEqual(["a=[b]", "a=[c]"]);
    expect(of(`<w:p>${gone}<w:r><w:t>and</w:t></w:r>${come}</w:p>`)).toEqual(["a=b", "a=c"]);
    expect(of(`<w:p>${come}${gone}</w:p>`)).toEqual(["a=c", "a=b"]);
  });
});
