import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import katex from "katex";
import { describe, expect, it } from "vitest";
import { docxOfBody } from "../testing/docx-of-body.ts";
import { trackedTexts } from "../rules/compare/tracked-models.ts";
import { readDocx, readOriginal } from "../rules/docx/docx-reader.ts";
import { type MathNode, textOfMath } from "../rules/equations/equation.ts";
import { exploreDocx } from "../rules/explore/explore-docx.ts";
import type { Block } from "../rules/explore/explorer-model.ts";
import { latexItems } from "../rules/readers/tex/tex-items.ts";
import { shownText, withEquations } from "../rules/gate/latex/latex-shown.ts";
import { texProject } from "../rules/readers/read-tex.ts";
import { modelText } from "../rules/readers/text-model.ts";
import { definitionsIn } from "../rules/readers/tex/tex-definitions.ts";
import { gateTex } from "./latex-tasks.ts";
import { texFormulas } from "./tex-formulas.ts";

/** Equations as the explorer shows them. */
const equationsIn = (blocks: readonly Block[]): MathNode[][] =>
  blocks.flatMap((block) =>
    block.k === "t"
      ? block.rows.flatMap((row) => row.cells.flatMap((cell) => equationsIn(cell.b)))
      : block.s.flatMap((span) => (span.math ? [span.math.k] : [])),
  );
/** As markup, without attributes. Signs that the structure adds are marked with *. */
const markup = (nodes: readonly MathNode[]): string =>
  nodes
    .map((node) => ("t" in node ? `<${node.n}>${node.x ? "*" : ""}${node.t}</>` : `<${node.n}>${markup(node.k)}</>`))
    .join("")
    .replaceAll(/<mrow>(<m[ino]>[^<]*<\/>)<\/>/g, "$1");

const shown = (tex: string, source = ""): string => {
  const omml = texFormulas(definitionsIn([source]))(tex, false);
  if (omml === null) return "as written";
  const [equation] = equationsIn(exploreDocx(docxOfBody(`<w:p>${omml}</w:p>`)).blocks);
  return equation ? markup(equation) : "not read";
};

describe("a formula of LaTeX as an equation of Office", () => {
  it.each([
    ["a power", "$E=mc^2$", "<mi>E</><mo>=</><mi>m</><msup><mi>c</><mn>2</></>"],
    ["a fraction", String.raw`\(\frac{a}{b}\)`, "<mfrac><mi>a</><mi>b</></>"],
    [
      "a sum up to the next relation",
      String.raw`$\sum_{n=1}^N a_n=b$`,
      "<mrow><msubsup><mo>*∑</><mrow><mi>n</><mo>=</><mn>1</></><mi>N</></><mrow><msub><mi>a</><mi>n</></></></><mo>=</><mi>b</>",
    ],
    ["an integral", String.raw`$\int_0^1 x$`, "<mrow><msubsup><mo>*∫</><mn>0</><mn>1</></><mi>x</></>"],
    ["roots", String.raw`$\sqrt{x}\sqrt[3]{y}$`, "<msqrt><mi>x</></><mroot><mi>y</><mn>3</></>"],
    [
      "brackets that grow",
      String.raw`$\left(\frac12\right)$`,
      "<mrow><mo>*(</><mrow><mfrac><mn>1</><mn>2</></></><mo>*)</></>",
    ],
    ["accents", String.raw`$\hat x\vec v$`, "<mover><mi>x</><mo>*^</></><mover><mi>v</><mo>*→</></>"],
    ["alphabets", String.raw`$\mathbf{B}\mathbb{R}\mathcal{L}$`, "<mi>𝐁</><mi>ℝ</><mi>ℒ</>"],
    ["names and words", String.raw`$\sin x \text{ if } y$`, "<mi>sin</><mi>x</><mtext>\u00a0if\u00a0</><mi>y</>"],
    [
      "a matrix",
      String.raw`$\begin{pmatrix}1&2\\3&4\end{pmatrix}$`,
      "<mrow><mo>*(</><mrow><mtable><mtr><mtd><mn>1</></><mtd><mn>2</></></><mtr><mtd><mn>3</></><mtd><mn>4</></></></></><mo>*)</></>",
    ],
    [
      "aligned equations, without their labels",
      String.raw`\begin{align}a&=b\label{eq:a}\\c&=d\nonumber\end{align}`,
      "<mtable><mtr><mtd><mi>a</></><mtd><mo>=</><mi>b</></></><mtr><mtd><mi>c</></><mtd><mo>=</><mi>d</></></></>",
    ],
    [
      "an array of equations",
      String.raw`\begin{eqnarray*}a&=&b\end{eqnarray*}`,
      "<mtable><mtr><mtd><mi>a</></><mtd><mo>=</></><mtd><mi>b</></></></>",
    ],
  ])("shows %s", (_, tex, expected) => {
    // Where equations are aligned, a sign without room of its own.
    expect(shown(tex).replaceAll("<mspace>&</>", "")).toBe(expected);
  });

  it("knows the author's own commands", () => {
    const source = String.raw`\newcommand{\bra}[1]{\langle #1|}
\def\R{\mathbb{R}}
\DeclareMathOperator{\tr}{tr}
\newcommand\Ric{\mathop{\mathrm{Ric}}\nolimits}`;
    expect(shown(String.raw`$\bra{a}\R$`, source)).toBe("<mo>⟨</><mi>a</><mo>∣</><mi>ℝ</>");
    expect(shown(String.raw`$\tr A$`, source)).toBe("<mi>tr</><mi>A</>");
    expect(shown(String.raw`$\Ric$`, source)).toBe("<mi>R</><mi>i</><mi>c</>");
  });

  it.each([
    ["an unknown command", String.raw`$\unheardof{x}$`],
    ["one that calls itself", String.raw`$\loop$`],
    ["one that doubles itself", String.raw`$\a$`],
    ["a formula that isn't one", "$x_{$"],
    ["nested too deeply", `$${"{".repeat(4_000)}x${"}".repeat(4_000)}$`.slice(0, 4_900)],
    ["a link", String.raw`$\href{javascript:alert(1)}{x}$`],
    ["a long one", `$${"x+".repeat(3_000)}x$`],
  ])("leaves %s as it's written", (_, tex) => {
    const doubling = "abcdefghijklmnop"
      .split("")
      .map((letter, i, all) => String.raw`\def\${letter}{${`\\${all[i + 1] ?? "relax"}`.repeat(2)}}`)
      .join("\n");
    expect(shown(tex, String.raw`\def\loop{\loop}` + doubling)).toBe("as written");
  });

  it("stops converting where all formulas together are too long", () => {
    const make = texFormulas(definitionsIn([""]));
    const long = `$${"\\frac{a}{b}+".repeat(380)}c$`;
    let converted = 0;
    while (converted < 2_000 && make(long, false) !== null) converted++;
    expect(converted).toBeGreaterThan(50);
    expect(converted).toBeLessThan(2_000);
  });
});

const SOURCE = String.raw`\documentclass{article}
\newcommand{\flux}{\mathbf{q}}
\begin{document}
The energy is $E=mc^2$ in every case\footnote{Not $E=mc$.} that we saw at 12 sites.
\begin{equation}\label{eq:flux}
\flux = -K \nabla h
\end{equation}
Equation~\ref{eq:flux} governs the flux of water between land and air.
\begin{tabular}{ll} a & $x_1$ \\ \end{tabular}
\end{document}
`;

it("shows a changed formula among the gate's findings, unless both look the same", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "stet-tex-"));
  try {
    const [one, two] = ["one.tex", "two.tex"].map((name) => path.join(folder, name)) as [string, string];
    const text = String.raw`\documentclass{article}\newcommand{\h}{\hbar}\begin{document}
We find that energy and frequency are related as $E=\h\nu$, that the sum is $a  b$, and that
\begin{equation}x=\frac{1}{2}\end{equation} holds for all samples of this kind, but not $\unknown{a}$.\end{document}`;
    writeFileSync(one, text);
    writeFileSync(
      two,
      text
        .replace(String.raw`\h\nu`, String.raw`\h\omega`)
        .replace("{2}", "{3}")
        .replace("$a  b$", "${a}b$")
        .replace("unknown{a}", "unknown{b}"),
    );
    const gate = await gateTex(one, two);
    const findings = gate.ok ? (gate.findings ?? []).filter((finding) => finding.kind === "equation") : [];
    expect(
      findings.map(({ formula, before }) => [
        formula?.before ? markup(formula.before) : before,
        formula?.after ? markup(formula.after) : "",
      ]),
    ).toEqual([
      ["<mi>E</><mo>=</><mi>ℏ</><mi>ν</>", "<mi>E</><mo>=</><mi>ℏ</><mi>ω</>"],
      ["$a b$", ""],
      ["<mi>x</><mo>=</><mfrac><mn>1</><mn>2</></>", "<mi>x</><mo>=</><mfrac><mn>1</><mn>3</></>"],
      ["$\\unknown{a}$", ""],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe("a Word file of the changes in a LaTeX text", () => {
  const tracked = (copy: string): Buffer => {
    const [one, two] = [SOURCE, copy].map((text) => {
      const project = texProject(text);
      return shownText(project, withEquations(texFormulas(definitionsIn([project.text]))));
    });
    return trackedTexts(one!, two!, { author: "Jonas Weber", date: "2026-11-29T00:00:00Z" });
  };

  it("has equations, and a changed one is deleted and inserted as a whole", () => {
    const bytes = tracked(SOURCE.replace("E=mc^2", "E=mc^3").replace("governs", "controls"));
    const { blocks, changes } = exploreDocx(bytes);
    expect(equationsIn(blocks).map((k) => textOfMath(k))).toEqual(["E=mc2", "E=mc3", "𝐪=−K∇h", "x1"]);
    expect(changes.map((one) => `${one.kind} ${one.text}: ${one.edit}`)).toEqual([
      "delete E=mc2: numbers-data",
      "insert E=mc3: numbers-data",
      "delete governs: word-choice",
      "insert controls: word-choice",
    ]);
    // The list of changes shows the formulas as well.
    expect(changes.map(({ math }) => (math ? textOfMath(math) : null))).toEqual(["E=mc2", "E=mc3", null, null]);
    const [before, after] = [modelText(readOriginal(bytes)), modelText(readDocx(bytes))];
    expect(before).toContain("governs the flux");
    expect(after).toContain("controls the flux");
    // A note shows a formula as it's written.
    expect(after).toContain("Not $E=mc$.");
  });

  it("has no changes where nothing changed", () => {
    expect(exploreDocx(tracked(SOURCE)).changes).toEqual([]);
  });

  it("takes no characters of the text for its own marks", () => {
    const copy = SOURCE.replace("governs", "governs\ue0f07\ue0f1\ue0f00\ue0f1");
    expect(exploreDocx(tracked(copy)).changes).toEqual([]);
  });
});

const corpus = new URL("../../../../../shared/corpus/tex/", import.meta.url);
const there = existsSync(corpus);
if (!there) console.warn("Skipped: formulas of real documents (../shared/corpus is not there).");

describe.skipIf(!there)("formulas of real documents", () => {
  /** Letters and numbers, which no conversion may lose or add. */
  const lettersOf = (text: string): string => (text.normalize("NFKC").match(/[\p{L}\p{N}]/gu) ?? []).sort().join("");

  it("keep each letter", () => {
    const counts = { shown: 0, written: 0 };
    for (const name of there ? readdirSync(corpus) : []) {
      const { text } = texProject(readFileSync(new URL(name, corpus), "utf8"));
      const make = texFormulas(definitionsIn([text]));
      for (const item of latexItems(text)) {
        if (item.kind !== "equation") continue;
        const omml = make(text.slice(item.from, item.to), item.display);
        if (omml === null) {
          counts.written++;
          continue;
        }
        counts.shown++;
        const [equation] = equationsIn(exploreDocx(docxOfBody(`<w:p>${omml}</w:p>`)).blocks);
        const written = omml.replace(/<[^>]*>|&\w+;/g, "");
        expect(lettersOf(textOfMath(equation ?? [])), item.text).toBe(lettersOf(written));
      }
    }
    expect(counts.shown).toBeGreaterThan(350);
  });

  it("have the letters that KaTeX shows", () => {
    const { text } = texProject(readFileSync(new URL("latexml__book.tex", corpus), "utf8"));
    const make = texFormulas(definitionsIn([""]));
    for (const item of latexItems(text)) {
      if (item.kind !== "equation" || !item.text.startsWith("$") || item.text.includes("\\")) continue;
      const html = katex.renderToString(item.text.replaceAll("$", ""), { output: "mathml" });
      const letters = html.replace(/<annotation.*<\/annotation>/s, "").replace(/<[^>]*>/g, "");
      expect(lettersOf((make(item.text, false) ?? "").replace(/<[^>]*>/g, ""))).toBe(lettersOf(letters));
    }
  });
});
