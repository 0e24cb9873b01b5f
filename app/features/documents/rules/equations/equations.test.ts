import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tries } from "#boot/testing/tries.ts";
import { docxOfBody } from "../../testing/docx-of-body.ts";
import { openDocx } from "../docx/docx-package.ts";
import { listRevisions, reviseSome } from "../docx/revise-docx.ts";
import { readPart } from "../docx/zip.ts";
import { exploreDocx } from "../explore/explore-docx.ts";
import type { Block, Choice, Span } from "../explore/explorer-model.ts";
import { inAlphabet } from "./alphabets.ts";
import { decidedMath } from "./decided-math.ts";
import { ELEMENT_NAMES, type Equation, type MathNode, textOfMath, TOKEN_NAMES } from "./equation.ts";

const by = 'w:id="1" w:author="Ed" w:date="2026-11-21T10:00:00Z"';
function spansIn(blocks: readonly Block[]): Span[] {
  return blocks.flatMap((block) =>
    block.k === "t"
      ? block.rows.flatMap((row) => row.cells.flatMap((cell) => spansIn(cell.b)))
      : [...block.s, ...spansIn(block.x ?? [])],
  );
}
const equationsIn = (bytes: Buffer): Equation[] =>
  spansIn(exploreDocx(bytes).blocks).flatMap((span) => span.math ?? []);

/** As markup. Signs that the structure adds are marked with *. */
const written = (nodes: readonly MathNode[]): string =>
  nodes
    .map((node) => {
      const attributes = Object.entries(node.a ?? {}).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
      const changes = node.c ? ` c=${node.c.map(([id, state]) => `${id}${state}`).join(",")}` : "";
      const tag = `${node.n}${attributes.join("")}${changes}`;
      return "t" in node
        ? `<${tag}>${node.x ? "*" : ""}${node.t}</${node.n}>`
        : `<${tag}>${written(node.k)}</${node.n}>`;
    })
    .join("");
const letters = (text: string, properties = ""): string =>
  `<m:r>${properties && `<m:rPr>${properties}</m:rPr>`}<m:t xml:space="preserve">${text}</m:t></m:r>`;
const object = (name: string, properties: string, parts: string): string =>
  `<m:${name}><m:${name}Pr>${properties}</m:${name}Pr>${parts}</m:${name}>`;
const part = (name: string, text: string): string => `<m:${name}>${letters(text)}</m:${name}>`;
const set = (property: string, value: string): string => `<m:${property} m:val="${value}"/>`;

/** An equation's elements as markup. */
function mathOf(omml: string): string {
  const [equation] = equationsIn(docxOfBody(`<w:p><m:oMath>${omml}</m:oMath></w:p>`));
  return equation ? written(equation.k) : "";
}
const i = (name: string): string => `<mrow><mi>${name}</mi></mrow>`;

describe("letters of an equation", () => {
  it("are numbers, identifiers, operators, and blanks", () => {
    expect(mathOf(letters("2,500.5x\u22641 ab+\u221e"))).toBe(
      "<mn>2,500.5</mn><mi>x</mi><mo>\u2264</mo><mn>1</mn><mtext> </mtext><mi>a</mi><mi>b</mi><mo>+</mo><mi>\u221e</mi>",
    );
    expect(mathOf(letters("(x|"))).toBe('<mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">|</mo>');
    expect(mathOf(letters("x\u0303\u{1d4b3}"))).toBe("<mi>x\u0303</mi><mi>\u{1d4b3}</mi>");
  });

  it("are upright, in an alphabet of their own, or words, as the run says", () => {
    expect(mathOf(letters("max", set("sty", "p")))).toBe('<mi mathvariant="normal">max</mi>');
    expect(mathOf(letters("R", set("scr", "double-struck")))).toBe("<mi>\u211d</mi>");
    expect(mathOf(letters("v1", set("sty", "b")))).toBe("<mi>\u{1d42f}</mi><mn>\u{1d7cf}</mn>");
    expect(mathOf(letters("\u03b2", set("sty", "bi")))).toBe("<mi>\u{1d737}</mi>");
    expect(mathOf(letters("if x = 1", "<m:nor/>"))).toBe("<mtext>if x = 1</mtext>");
    expect(mathOf("<w:r><w:t>where</w:t></w:r>")).toBe("<mtext>where</mtext>");
  });

  it("have the plain letter as their compatibility form in each alphabet", () => {
    const plain = "AZazBEFHILMRegoCIZNPQ09\u0391\u03a9\u03b1\u03c9";
    for (const alphabet of ["bold", "bold-italic", "bold-sans-serif", "bold-sans-serif-italic"] as const)
      expect(inAlphabet(plain, alphabet)).toHaveLength(2 * plain.length);
    for (const alphabet of [
      "bold",
      "script",
      "bold-script",
      "fraktur",
      "bold-fraktur",
      "double-struck",
      "sans-serif",
      "sans-serif-italic",
      "monospace",
    ] as const)
      expect(inAlphabet(plain, alphabet).normalize("NFKC")).toBe(plain);
  });
});

describe("an equation's objects", () => {
  const barred = (side: string, said: string) =>
    `<mrow><mrow data-bar="${side}"><mi>x</mi></mrow><mtext data-said="">*${said}</mtext></mrow>`;
  const fraction = part("num", "a") + part("den", "b");
  it.each([
    ["a fraction", object("f", "", fraction), `<mfrac>${i("a")}${i("b")}</mfrac>`],
    [
      "one without a bar",
      object("f", set("type", "noBar"), fraction),
      `<mfrac linethickness="0">${i("a")}${i("b")}</mfrac>`,
    ],
    ["a linear one", object("f", set("type", "lin"), fraction), `<mrow>${i("a")}<mo>*/</mo>${i("b")}</mrow>`],
    [
      "a skewed one",
      object("f", set("type", "skw"), fraction),
      `<mrow><mpadded voffset="0.4em" scriptlevel="+1">${i("a")}</mpadded><mo stretchy="false">*\u2044</mo><mpadded voffset="-0.4em" scriptlevel="+1">${i("b")}</mpadded></mrow>`,
    ],
    ["a power", object("sSup", "", part("e", "x") + part("sup", "n")), `<msup>${i("x")}${i("n")}</msup>`],
    ["an index", object("sSub", "", part("e", "x") + part("sub", "n")), `<msub>${i("x")}${i("n")}</msub>`],
    [
      "both",
      object("sSubSup", "", part("e", "x") + part("sub", "i") + part("sup", "n")),
      `<msubsup>${i("x")}${i("i")}${i("n")}</msubsup>`,
    ],
    [
      "both before the letter",
      object("sPre", "", part("sub", "i") + part("sup", "n") + part("e", "C")),
      `<mmultiscripts>${i("C")}<mprescripts></mprescripts>${i("i")}${i("n")}</mmultiscripts>`,
    ],
    ["a square root", object("rad", set("degHide", "1"), "<m:deg/>" + part("e", "x")), `<msqrt>${i("x")}</msqrt>`],
    ["a cube root", object("rad", "", part("deg", "n") + part("e", "x")), `<mroot>${i("x")}${i("n")}</mroot>`],
    [
      "a root with a hidden degree that has letters",
      object("rad", set("degHide", "1"), part("deg", "n") + part("e", "x")),
      `<mroot>${i("x")}${i("n")}</mroot>`,
    ],
    [
      "a sum",
      object("nary", set("chr", "\u2211"), part("sub", "i") + part("sup", "n") + part("e", "x")),
      `<mrow><munderover><mo movablelimits="false">*\u2211</mo>${i("i")}${i("n")}</munderover>${i("x")}</mrow>`,
    ],
    [
      "an integral, with its limits beside it",
      object("nary", "", part("sub", "a") + part("sup", "b") + part("e", "x")),
      `<mrow><msubsup><mo movablelimits="false">*\u222b</mo>${i("a")}${i("b")}</msubsup>${i("x")}</mrow>`,
    ],
    [
      "a union over one set",
      object("nary", set("chr", "\u22c3") + set("supHide", "1"), part("sub", "i") + "<m:sup/>" + part("e", "x")),
      `<mrow><munder><mo movablelimits="false">*\u22c3</mo>${i("i")}</munder>${i("x")}</mrow>`,
    ],
    [
      "brackets",
      object("d", "", part("e", "a") + part("e", "b")),
      `<mrow><mo form="prefix" fence="true" stretchy="true">*(</mo>${i("a")}<mo form="infix" fence="true" stretchy="true">*|</mo>${i("b")}<mo form="postfix" fence="true" stretchy="true">*)</mo></mrow>`,
    ],
    [
      "one brace, which doesn't grow",
      object("d", set("begChr", "{") + set("endChr", "") + set("grow", "0"), part("e", "a")),
      `<mrow><mo form="prefix" fence="true" stretchy="false">*{</mo>${i("a")}</mrow>`,
    ],
    [
      "a bracket that is several characters",
      object("d", set("begChr", "\u{1d6fc}&lt;b&gt;") + set("endChr", ""), part("e", "a")),
      `<mrow><mo form="prefix" fence="true" stretchy="true">*\u{1d6fc}</mo>${i("a")}</mrow>`,
    ],
    [
      "a function",
      object("func", "", `<m:fName>${letters("sin", set("sty", "p"))}</m:fName>` + part("e", "x")),
      `<mrow><mrow><mi mathvariant="normal">sin</mi></mrow><mspace width="0.17em">*</mspace>${i("x")}</mrow>`,
    ],
    ["a limit below", object("limLow", "", part("e", "L") + part("lim", "x")), `<munder>${i("L")}${i("x")}</munder>`],
    ["a limit above", object("limUpp", "", part("e", "L") + part("lim", "x")), `<mover>${i("L")}${i("x")}</mover>`],
    ["a hat", object("acc", "", part("e", "x")), `<mover accent="true">${i("x")}<mo>*^</mo></mover>`],
    [
      "an arrow",
      object("acc", set("chr", "\u20d7"), part("e", "x")),
      `<mover accent="true">${i("x")}<mo>*\u2192</mo></mover>`,
    ],
    ["a line above", object("bar", set("pos", "top"), part("e", "x")), barred("over", " bar")],
    ["an accent that is a line", object("acc", set("chr", "\u0305"), part("e", "x")), barred("over", " bar")],
    ["a line below", object("bar", "", part("e", "x")), barred("under", " underbar")],
    [
      "a brace below",
      object("groupChr", "", part("e", "x")),
      `<munder>${i("x")}<mo stretchy="true">*\u23df</mo></munder>`,
    ],
    [
      "a brace above",
      object("groupChr", set("chr", "\u23de") + set("pos", "top"), part("e", "x")),
      `<mover>${i("x")}<mo stretchy="true">*\u23de</mo></mover>`,
    ],
    [
      "a matrix",
      object(
        "m",
        `<m:mcs><m:mc><m:mcPr>${set("count", "1")}${set("mcJc", "left")}</m:mcPr></m:mc></m:mcs>`,
        `<m:mr>${part("e", "a")}${part("e", "b")}</m:mr><m:mr>${part("e", "c")}<m:e/></m:mr>`,
      ),
      '<mtable><mtr><mtd columnalign="left"><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd columnalign="left"><mi>c</mi></mtd><mtd></mtd></mtr></mtable>',
    ],
    [
      "equations below each other",
      object("eqArr", "", part("e", "x&amp;=y") + part("e", "z")),
      '<mtable data-aligned=""><mtr><mtd columnalign="right"><mi>x</mi><mspace>&</mspace></mtd><mtd columnalign="left"><mo>=</mo><mi>y</mi></mtd></mtr><mtr><mtd columnalign="right"><mi>z</mi></mtd></mtr></mtable>',
    ],
    [
      "a numbered equation",
      object("eqArr", set("maxDist", "1"), `<m:e>${letters("x=1#")}${object("d", "", part("e", "7"))}</m:e>`),
      '<mtable><mtr><mtd><mi>x</mi><mo>=</mo><mn>1</mn><mspace width="2em">#</mspace><mrow><mo form="prefix" fence="true" stretchy="true">*(</mo><mrow><mn>7</mn></mrow><mo form="postfix" fence="true" stretchy="true">*)</mo></mrow></mtd></mtr></mtable>',
    ],
    ["a box", object("box", "", part("e", "x")), `<mrow>${i("x")}</mrow>`],
    [
      "a box with lines",
      object("borderBox", set("hideTop", "1") + set("strikeBLTR", "1"), part("e", "x")),
      `<mrow data-lines="bottom left right up">${i("x")}</mrow>`,
    ],
    ["a phantom", object("phant", set("show", "0"), part("e", "x")), `<mrow><mphantom>${i("x")}</mphantom></mrow>`],
    [
      "one without a width",
      object("phant", set("zeroWid", "1"), part("e", "x")),
      `<mpadded width="0">${i("x")}</mpadded>`,
    ],
    ["an object that isn't finished", object("f", "", part("num", "a")), `<mfrac>${i("a")}<mrow></mrow></mfrac>`],
    [
      "an unknown element",
      `<m:new>${letters("a")}${object("sSup", "", part("e", "x") + part("sup", "2"))}</m:new>`,
      `<mi>a</mi><msup>${i("x")}<mrow><mn>2</mn></mrow></msup>`,
    ],
  ])("%s", (_, omml, expected) => {
    expect(mathOf(omml)).toBe(expected);
  });

  it("are on a line of their own in m:oMathPara, and in the text otherwise", () => {
    const equation = `<m:oMath>${letters("x")}</m:oMath>`;
    const lines = (xml: string) => equationsIn(docxOfBody(`<w:p>${xml}</w:p>`)).map((one) => one.line);
    expect(lines(equation)).toEqual([undefined]);
    expect(lines(`<m:oMathPara>${equation}${equation}</m:oMathPara>`)).toEqual(["c", "c"]);
    expect(lines(`<m:oMathPara><m:oMathParaPr>${set("jc", "left")}</m:oMathParaPr>${equation}</m:oMathPara>`)).toEqual([
      "l",
    ]);
  });

  it("are shown as text if they hold more than letters, or arguments in another order", () => {
    expect(mathOf(object("f", "", part("den", "b") + part("num", "a")))).toBe("");
    expect(mathOf('<w:r><w:drawing><a:pic xmlns:a="x"/></w:drawing></w:r>' + letters("x"))).toBe("");
  });

  it("take linear time, and none is nested deeper than a page can show", () => {
    const deep = (levels: number) =>
      Array.from({ length: levels }).reduce(
        (inner: string) => object("sSup", "", `<m:e>${inner}</m:e>${part("sup", "2")}`),
        letters("x"),
      );
    const depth = (nodes: readonly MathNode[]): number =>
      Math.max(0, ...nodes.map((node) => ("t" in node ? 0 : 1 + depth(node.k))));
    const [equation] = equationsIn(docxOfBody(`<w:p><m:oMath>${deep(400)}</m:oMath></w:p>`));
    expect(textOfMath(equation?.k ?? [])).toBe(`x${"2".repeat(400)}`);
    expect(depth(equation?.k ?? [])).toBeLessThan(60);
    const many = equationsIn(
      docxOfBody(
        `<w:p><m:oMath>${letters("x+".repeat(6_000))}</m:oMath></w:p><w:p><m:oMath>${letters("y")}</m:oMath></w:p>`,
      ),
    );
    expect(
      many.map((one) => written(one.k)),
      "beyond the limit, equations are shown as text",
    ).toEqual(["<mi>y</mi>"]);
    const more = `<w:p><m:oMath>${letters("x+".repeat(2_000))}</m:oMath></w:p>`.repeat(110);
    expect(equationsIn(docxOfBody(more))).toHaveLength(100);
  });
});

describe("changes in an equation", () => {
  const tracked = (kind: string, text: string) => `<m:r><w:${kind} ${by}><m:t>${text}</m:t></w:${kind}></m:r>`;
  it("are marked at the letters, and around the objects that they are of", () => {
    expect(mathOf(tracked("del", "x") + tracked("ins", "y") + letters("=1"))).toBe(
      "<mi c=1del>x</mi><mi c=2ins>y</mi><mo>=</mo><mn>1</mn>",
    );
    expect(mathOf(`<w:ins ${by}>${object("f", "", part("num", "a") + part("den", "b"))}</w:ins>`)).toBe(
      "<mfrac c=1ins><mrow><mi c=1ins>a</mi></mrow><mrow><mi c=1ins>b</mi></mrow></mfrac>",
    );
    expect(mathOf(object("f", `<m:ctrlPr><w:del ${by}/></m:ctrlPr>`, part("num", "a") + part("den", "b")))).toBe(
      `<mfrac c=1del>${i("a")}${i("b")}</mfrac>`,
    );
  });

  it("have their place in the text, even if no letter is changed", () => {
    const { changes } = exploreDocx(
      docxOfBody(
        `<w:p/><w:p><m:oMath>${object("f", `<m:ctrlPr><w:del ${by}/></m:ctrlPr>`, part("num", "a") + part("den", "b"))}</m:oMath></w:p>`,
      ),
    );
    expect(changes.map((one) => one.block)).toEqual([1]);
  });

  it("in a phantom are visible", () => {
    expect(mathOf(object("phant", set("show", "0"), `<m:e>${tracked("ins", "x")}</m:e>`))).not.toContain("mphantom");
  });
});

const state = fc.constantFrom("", "", "ins", "del");
const letter = fc
  .tuple(
    fc.constantFrom("x", "2", "+", "ab 1", "&amp;", "\u03b1", "3.5"),
    state,
    fc.constantFrom("", "sty b", "sty p", "scr fraktur"),
  )
  .map(([text, kind, look]) => {
    const [property = "", value = ""] = look.split(" ");
    const t = `<m:t xml:space="preserve">${text}</m:t>`;
    return `<m:r>${look && `<m:rPr>${set(property, value)}</m:rPr>`}${kind ? `<w:${kind} ${by}>${t}</w:${kind}>` : t}</m:r>`;
  });
const OBJECTS: readonly [name: string, parts: readonly string[], properties?: string][] = [
  ["f", ["num", "den"]],
  ["f", ["num", "den"], set("type", "skw")],
  ["sSup", ["e", "sup"]],
  ["sSubSup", ["e", "sub", "sup"]],
  ["sPre", ["sub", "sup", "e"]],
  ["rad", ["deg", "e"], set("degHide", "1")],
  ["nary", ["sub", "sup", "e"], set("subHide", "1")],
  ["d", ["e", "e", "e"]],
  ["func", ["fName", "e"]],
  ["limLow", ["e", "lim"]],
  ["acc", ["e"]],
  ["groupChr", ["e"]],
  ["eqArr", ["e", "e"]],
  ["phant", ["e"], set("show", "0")],
  ["borderBox", ["e"]],
];
const { row } = fc.letrec<{ row: string; node: string }>((tie) => ({
  row: fc.array(tie("node"), { maxLength: 3 }).map((nodes) => nodes.join("")),
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    letter,
    fc
      .tuple(fc.constantFrom(...OBJECTS), fc.array(tie("row"), { minLength: 3, maxLength: 3 }), state, state)
      .map(([[name, parts, properties = ""], rows, control, around]) => {
        const mark = control ? `<m:ctrlPr><w:${control} ${by}/></m:ctrlPr>` : "";
        const made = object(
          name,
          properties + mark,
          parts.map((one, at) => `<m:${one}>${rows[at]}</m:${one}>`).join(""),
        );
        return around ? `<w:${around} ${by}>${made}</w:${around}>` : made;
      }),
  ),
}));
const paragraph = fc
  .array(fc.tuple(row, state), { minLength: 1, maxLength: 3 })
  .map(
    (rows) =>
      `<w:p>${rows.map(([inner, kind]) => (kind ? `<w:${kind} ${by}><m:oMath>${inner}</m:oMath></w:${kind}>` : `<m:oMath>${inner}</m:oMath>`)).join("<w:r><w:t>and</w:t></w:r>")}</w:p>`,
  );

const plain = (text: string): string => text.normalize("NFKC");
/** Each equation's letters, by its elements and by its spans. */
function textsIn(bytes: Buffer): { math: string; flat: string; k: MathNode[] }[] {
  const out: { math: string; flat: string; k: MathNode[] }[] = [];
  for (const span of spansIn(exploreDocx(bytes).blocks)) {
    if (span.math) out.push({ math: plain(textOfMath(span.math.k)), flat: "", k: span.math.k });
    else if (span.eq) (out.at(-1) as { flat: string }).flat += plain(span.t);
    else expect((span.m ?? 0) & 1024, "an equation that's only text").toBe(0);
  }
  return out;
}
/** Names and attributes of ours, with as many arguments as MathML wants. */
function isValid(nodes: readonly MathNode[]): void {
  const wanted: Partial<Record<string, number>> = {
    mfrac: 2,
    mroot: 2,
    msub: 2,
    msup: 2,
    munder: 2,
    mover: 2,
    msubsup: 3,
    munderover: 3,
    mmultiscripts: 4,
    msqrt: 1,
  };
  for (const node of nodes) {
    if ("t" in node) expect(TOKEN_NAMES).toContain(node.n);
    else {
      expect(ELEMENT_NAMES).toContain(node.n);
      const count = wanted[node.n];
      if (count !== undefined) expect(node.k).toHaveLength(count);
      isValid(node.k);
    }
  }
}

describe("any equation", () => {
  it("keeps each letter, and shows what the document says once its changes are decided", () => {
    fc.assert(
      fc.property(
        paragraph,
        fc.array(fc.constantFrom("accept", "reject"), { minLength: 30, maxLength: 30 }),
        (body, choices) => {
          const bytes = docxOfBody(body);
          const equations = textsIn(bytes);
          for (const { math, flat, k } of equations) {
            expect(math).toBe(flat);
            isValid(k);
          }
          const decided = new Map(
            listRevisions(bytes).map((one, at) => [one.id, choices[at % 30] as "accept" | "reject"]),
          );
          const choose = (id: number): Choice => decided.get(id) ?? null;
          const shown = equations.map(({ k }) => {
            const nodes = decidedMath(k, choose);
            isValid(nodes);
            return plain(textOfMath(nodes));
          });
          const revised = textsIn(reviseSome(bytes, decided)).map((one) => one.math);
          expect(shown.filter((one) => one !== "")).toEqual(revised.filter((one) => one !== ""));
        },
      ),
      tries(300),
    );
  }, 60_000);
});

const corpus = new URL("../../../../../../shared/corpus/", import.meta.url);
const there = existsSync(corpus);
if (!there) console.warn("Skipped: equations of real documents (../shared/corpus is not there).");

describe.skipIf(!there)("equations of real documents", () => {
  it("keep each letter", () => {
    let tried = 0;
    for (const folder of there ? ["docx/", "synthetic/"] : [])
      for (const name of readdirSync(new URL(folder, corpus))) {
        if (!name.endsWith(".docx")) continue;
        const bytes = readFileSync(new URL(folder + name, corpus));
        let main: string | undefined;
        try {
          const { zip, main: part } = openDocx(bytes);
          main = readPart(zip, part)?.toString("utf8");
        } catch {
          continue;
        }
        if (!main?.includes("oMath")) continue;
        for (const { math, flat, k } of textsIn(bytes)) {
          tried++;
          expect(math, name).toBe(flat);
          isValid(k);
        }
      }
    expect(tried).toBeGreaterThan(150);
  }, 60_000);
});
