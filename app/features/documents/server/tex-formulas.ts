import katex from "katex";
import { buildDocx } from "../rules/docx/build-docx.ts";
import { openDocx } from "../rules/docx/docx-package.ts";
import type { MathNode } from "../rules/equations/equation.ts";
import { readBlocks } from "../rules/explore/explore-docx.ts";
import { mathmlToOmml } from "../rules/equations/mathml-to-omml.ts";
import type { TexDefinition, TexDefinitions } from "../rules/readers/tex/tex-definitions.ts";
import type { FormulaMaker } from "../rules/gate/latex/latex-shown.ts";

/** Longer formulas are shown as they're written. */
const MOST_LETTERS = 5_000;
/** All formulas of one source together, in letters of MathML: more is shown as it's written. */
const MOST_MARKUP = 8_000_000;
/** What a formula counts that can't be converted, since trying costs, too. */
const FAILED = 20_000;

const OPTIONS = {
  output: "mathml",
  throwOnError: true,
  strict: "ignore",
  maxExpand: 300,
  // KaTeX would show a link's command in the place of its text.
  trust: () => {
    throw new Error("links and pictures aren't part of a formula");
  },
} as const;

/** A formula's label shows nothing in it, and a number of the author's own is shown behind it. */
const WITHOUT_LABELS = String.raw`\def\label#1{}\def\nonumber{}\def\notag{}\def\tag#1{\qquad(#1)}\def\ensuremath#1{#1}\def\qedhere{}\def\num#1{#1}`;

/** Formulas of a LaTeX source as equations of Office, by KaTeX, which learns the author's own commands first. */
export function texFormulas(definitions: TexDefinitions): FormulaMaker {
  const macros: Record<string, string> = {};
  let left = MOST_MARKUP;
  const markupOf = (tex: string, displayMode: boolean, isDefinition = false): string => {
    const html = katex.renderToString(tex, { ...OPTIONS, displayMode, macros, globalGroup: isDefinition });
    left -= html.length;
    return html.replace(/<annotation\b.*?<\/annotation>/s, "").replace(/^<span[^>]*>|<\/span>$/g, "");
  };
  markupOf(WITHOUT_LABELS, false, true);
  for (const definition of definitions.values())
    try {
      if (definition.optional === null) markupOf(asTex(definition), false, true);
    } catch {
      // A command that isn't for formulas, or that KaTeX doesn't know.
      left -= FAILED;
    }
  return (written, display) => {
    const tex = contentOf(written);
    if (tex === null || tex.length > MOST_LETTERS || left <= 0) return null;
    try {
      return mathmlToOmml(markupOf(tex, display), display);
    } catch {
      left -= FAILED;
      return null;
    }
  };
}

/**
 * Formulas of a LaTeX source as the screen shows them, by how they're written. Those that can't be converted are
 * missing.
 */
export function shownFormulas(
  written: Iterable<string>,
  definitions: TexDefinitions,
): ReadonlyMap<string, readonly MathNode[]> {
  const make = texFormulas(definitions);
  const found = [...new Set(written)].flatMap((text) => {
    const markup = make(text, isDisplay(text));
    return markup === null ? [] : [{ text, markup }];
  });
  const shown = new Map<string, readonly MathNode[]>();
  if (found.length === 0) return shown;
  // One way leads from Office's equations to the screen: by a document of one equation a paragraph.
  const document = buildDocx({ paragraphs: found.map(({ markup }) => ({ runs: [{ text: "", equation: markup }] })) });
  for (const [at, block] of readBlocks(openDocx(document)).entries()) {
    const math = block.k === "p" ? block.s.find((span) => span.math)?.math : undefined;
    if (math && found[at]) shown.set(found[at].text, math.k);
  }
  return shown;
}

const isDisplay = (written: string): boolean => /^(?:\$\$|\\\[|\\begin)/.test(written.trim());

/** As TeX itself defines a command. One with an argument that can be left out can't be defined like this. */
function asTex({ name, arguments: count, body, operator }: TexDefinition): string {
  const places = Array.from({ length: count }, (_, i) => `#${i + 1}`).join("");
  return `\\def\\${name}${places}{${operator ? `\\operatorname{${body}}` : body}}`;
}

/** Environments that KaTeX only knows inside a formula, under another name, or not at all. */
const INSIDE: Readonly<Record<string, readonly [open: string, close: string]>> = {
  equation: ["", ""],
  displaymath: ["", ""],
  math: ["", ""],
  subequations: ["", ""],
  align: ["\\begin{aligned}", "\\end{aligned}"],
  flalign: ["\\begin{aligned}", "\\end{aligned}"],
  alignat: ["\\begin{alignedat}", "\\end{alignedat}"],
  gather: ["\\begin{gathered}", "\\end{gathered}"],
  multline: ["\\begin{gathered}", "\\end{gathered}"],
  eqnarray: ["\\begin{array}{rcl}", "\\end{array}"],
};

/** A formula without what marks it in the text; null if it isn't known. */
function contentOf(written: string): string | null {
  const text = written.trim();
  for (const [open, close] of [
    ["$$", "$$"],
    ["$", "$"],
    ["\\(", "\\)"],
    ["\\[", "\\]"],
  ] as const)
    if (text.startsWith(open) && text.endsWith(close) && text.length > open.length + close.length)
      return text.slice(open.length, -close.length);
  const name = /^\\begin\{([a-zA-Z]{1,20})\*?\}/.exec(text);
  const around = name && INSIDE[name[1] ?? ""];
  const end = text.lastIndexOf("\\end{");
  if (!name || !around || end < name[0].length) return null;
  return `${around[0]}${text.slice(name[0].length, end)}${around[1]}`;
}
