import { describe, expect, it } from "vitest";
import { cpuMs } from "#boot/testing/cpu-ms.ts";
import { gateObjection } from "#app/features/orders/rules/work/gate-outcome.ts";
import { trackedTexts } from "../../compare/tracked-models.ts";
import { readDocx, readOriginal } from "../../docx/docx-reader.ts";
import { modelText } from "../../readers/text-model.ts";
import { type TexProject, texProject } from "../../readers/read-tex.ts";
import type { GateResult } from "../../docx/change-stats.ts";
import { gateLatex } from "./gate-latex.ts";
import { latexChanges } from "./latex-changes.ts";
import { englishWords } from "../../kinds/english-words.ts";
import { shownText } from "./latex-shown.ts";
import { latexFaults } from "./latex-faults.ts";
import { latexItems } from "../../readers/tex/tex-items.ts";

const isWord = await englishWords();
const SOURCE = String.raw`\documentclass[10pt]{article}
\usepackage{amsmath}
% A comment of the author.
\title{Soil moisture in dry regions}
\begin{document}
\maketitle
\section{Methods}\label{sec:methods}
We measured soil moisture at 12 sites, as \citet{doe2020} did. The energy is $E=mc^2$ in every case that we saw.
\begin{equation}\label{eq:flux}
q = -K \nabla h
\end{equation}
Equation~\ref{eq:flux} governs the flux of water between land and air in dry regions.
\begin{figure}[ht]
\includegraphics[width=0.8\textwidth]{map}
\caption{The sites.}
\end{figure}
\end{document}
`;
const edited = (...changes: [string, string][]): string => {
  let text = SOURCE;
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`not in the source: ${from}`);
    text = text.replace(from, () => to);
  }
  return text;
};
const none = new Map<string, string>();
const gate = (copy: string, source = SOURCE): GateResult =>
  gateLatex({ project: texProject(source), others: none }, { project: texProject(copy), others: none });
const found = (copy: string): string[] =>
  (gate(copy).findings ?? []).map((one) => `${one.kind} ${one.severity} ${one.section}: ${one.before} > ${one.after}`);
const faults = (copy: string): string[] => gate(copy).untracked.map((one) => `${one.section}: ${one.what ?? ""}`);

describe("the gate for LaTeX", () => {
  it("passes edits of the text, counts them, and lists nothing else", () => {
    const result = gate(
      edited(["We measured soil moisture", "We recorded the soil's moisture"], ["The sites.", "All sites."]),
    );
    expect(result).toMatchObject({ format: "tex", passed: true, unchanged: false, findings: [] });
    expect(result.stats).toMatchObject({ wordsInserted: 4, wordsDeleted: 3 });
    expect(gateObjection(result, "a.tex")).toBeNull();
  });

  it("stops the author's own source, and another text", () => {
    expect(gateObjection(gate(SOURCE), "a.tex")).toBe(
      "“a.tex” is the author's source without edits. Upload your edited copy.",
    );
    const other = gate(
      "\\documentclass{article}\\begin{document}Nothing of this is here, not one thing.\\end{document}",
    );
    expect(other).toMatchObject({ passed: false, anotherManuscript: true });
    expect(gateObjection(other, "a.tex")).toContain("isn't an edited copy of this manuscript");
  });

  it("refuses what LaTeX can't compile, with the line and what to do", () => {
    const result = gate(edited(["\\documentclass[10pt]", "\\documentclass[draft][10pt]"]));
    expect(result.untracked[0]).toMatchObject({
      section: "Line 1",
      what: "\\documentclass has two lists of options. LaTeX stops there.",
      advice: "Put all options into one pair of brackets: \\documentclass[draft,10pt]{class}.",
    });
    expect(gateObjection(result, "a.tex")).toBe(
      "“a.tex” has a mistake that LaTeX can't compile. Correct it and upload the copy again.",
    );
    expect(faults(edited(["\\caption{The sites.}", "\\caption{The sites."]))).toEqual([
      "Line 15: A brace is opened and never closed.",
    ]);
    expect(faults(edited(["\\caption{The sites.}", "\\caption{The sites.}}"]))).toEqual([
      "Line 15: A brace is closed that was never opened.",
    ]);
    expect(faults(edited(["\\end{figure}", ""]))).toEqual(["Line 17: \\begin{figure} is closed by \\end{document}."]);
    expect(faults(edited(["\\begin{figure}[ht]", "\\begin{figure*}[ht]"]))).toEqual([
      "Line 16: \\begin{figure*} is closed by \\end{figure}.",
    ]);
    expect(faults(edited(["\\documentclass[10pt]{article}", ""]))).toEqual(["Line 1: \\documentclass is missing."]);
  });

  it("lets faults pass that the author's source has", () => {
    const source = edited(["\\caption{The sites.}", "\\caption{The sites."]);
    expect(gate(source.replace("12 sites", "many sites"), source).passed).toBe(true);
  });

  it("isn't misled by comments, verbatim text, escapes, and definitions", () => {
    expect(
      latexFaults(String.raw`\newenvironment{box}{\begin{center}}{\end{center}}
% a { and a \begin{comment}
A brace \{ and a percent \% {} \verb|{| \verb+\begin{x}+
\begin{verbatim}
} \end{x} {
\end{verbatim}
\begin{itemize}\item[{[a]}] x\end{itemize} \end{document} { nothing after this is read`).map((one) => one.what),
    ).toEqual(["\\end{document} has no \\begin{document}."]);
  });

  it("reads commands that are named like a property of every object as what they are", () => {
    const own = String.raw`\newcommand{\constructor}[1]{#1}\newcommand{\valueOf}{v}`;
    const text = String.raw`\constructor{Words} of \valueOf{} and \toString.`;
    const at = (more: string) => SOURCE.replace("\\maketitle", () => `${own}\n\\maketitle\n${text}${more}`);
    const result = gate(at(" One more word."), at(""));
    expect([result.passed, result.findings?.length ?? 0]).toEqual([true, 0]);
    expect(latexItems(at("")).every((item) => typeof item.section === "string" && item.text !== "")).toBe(true);
  });

  it("lists changed formulas, citations, labels, numbers, code, and commands, with their sections", () => {
    expect(
      found(
        edited(
          ["$E=mc^2$", "$E=mc^3$"],
          ["-K \\nabla h", "K \\nabla h"],
          ["\\citet{doe2020}", "\\citep{roe2021}"],
          ["12 sites", "13 sites"],
          ["\\ref{eq:flux}", "\\ref{eq:flow}"],
          ["0.8\\textwidth", "0.9\\textwidth"],
          ["in dry regions.", "in \\emph{dry} \\SI{3}{m} regions."],
        ),
      ),
    ).toEqual([
      "number look Methods: 12 > 13",
      "number look Methods:  > 3m",
      "equation look Methods: $E=mc^2$ > $E=mc^3$",
      "equation look Methods: \\begin{equation}\\label{eq:flux} q = -K \\nabla h \\end{equation} > \\begin{equation}\\label{eq:flux} q = K \\nabla h \\end{equation}",
      "citation look Methods: \\citet{doe2020} > \\citep{roe2021}",
      "label look Methods: \\ref{eq:flux} > \\ref{eq:flow}",
      "code look Methods:  > \\SI",
      "code look Methods: \\includegraphics[width=0.8\\textwidth]{map} > \\includegraphics[width=0.9\\textwidth]{map}",
      "code note Methods:  > \\emph",
      "command look :  > \\SI",
    ]);
  });

  it("lists changes of the preamble, except the title, whose text is edited", () => {
    expect(
      found(edited(["{amsmath}", "{amsmath,hyperref}"], ["Soil moisture in dry", "Moisture of soils in dry"])),
    ).toEqual(["preamble look : \\usepackage{amsmath} > \\usepackage{amsmath,hyperref}"]);
  });

  it("doesn't list what only moved, and says when comments were added", () => {
    const moved = edited(
      ["\\begin{figure}[ht]\n\\includegraphics[width=0.8\\textwidth]{map}\n\\caption{The sites.}\n\\end{figure}\n", ""],
      [
        "\\begin{equation}",
        "\\begin{figure}[ht]\n\\includegraphics[width=0.8\\textwidth]{map}\n\\caption{The sites.}\n\\end{figure}\n\\begin{equation}",
      ],
    );
    expect(found(moved)).toEqual([]);
    const result = gate(edited(["We measured", "% EDITOR: Which sensors?\nWe measured"]));
    expect(result.stats.comments).toBe(1);
    expect(result.notes).toEqual(["One new comment starts with %. The author sees comments only in the source."]);
    expect(gateObjection(result, "a.tex")).toBeNull();
  });

  it("compares the other files of a project", () => {
    const side = (files: [string, string][], project: TexProject = texProject(SOURCE)) => ({
      project,
      others: new Map(files),
    });
    const result = gateLatex(
      side([
        ["map.pdf", "1"],
        ["refs.bib", "2"],
        ["old.png", "3"],
      ]),
      side([
        ["map.pdf", "1"],
        ["refs.bib", "9"],
        ["new.png", "3"],
      ]),
    );
    expect(result.findings?.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ["project", "refs.bib", "refs.bib, changed"],
      ["project", "old.png", ""],
      ["project", "", "new.png"],
    ]);
  });

  it("takes time in proportion to what it reads", () => {
    for (const piece of [
      "\\begin{verbatim}{",
      "$ \\( \\[ ",
      "\\verb|x ",
      "}{",
      "\\end{a}\\begin{b}",
      "\\cite{a}[",
      "% a\n",
    ]) {
      const text = `\\documentclass{a}\\begin{document}${piece.repeat(40_000)}`;
      const read = () => {
        latexFaults(text);
        latexItems(text);
      };
      expect(cpuMs(read), piece).toBeLessThan(4_000);
    }
  });
});

describe("a Word file of the changes in a LaTeX text", () => {
  it("tracks each change under the editor's name, and shows formulas and citations as written", () => {
    const copy = edited(["We measured soil moisture", "We recorded soil moisture"], ["$E=mc^2$", "$E=mc^3$"]);
    const bytes = trackedTexts(shownText(texProject(SOURCE)), shownText(texProject(copy)), {
      author: "Jonas Weber",
      date: "2026-11-26T00:00:00Z",
    });
    const [before, after] = [readOriginal(bytes), readDocx(bytes)];
    expect(modelText(before)).toContain(
      "We measured soil moisture at 12 sites, as \\citet{doe2020} did. The energy is $E=mc^2$ in every case",
    );
    expect(modelText(after)).toContain(
      "We recorded soil moisture at 12 sites, as \\citet{doe2020} did. The energy is $E=mc^3$",
    );
    expect(modelText(after)).toContain("Equation\u00a0\\ref{eq:flux} governs");
    expect(new Set(after.changes.map((change) => change.author))).toEqual(new Set(["Jonas Weber"]));
  });
});

describe("the kinds of changes in LaTeX", () => {
  const side = (text: string, others = none) => ({ project: texProject(text), others });
  const kinds = (...changes: [string, string][]): string[] =>
    latexChanges(side(SOURCE), side(edited(...changes)), isWord).map((one) =>
      `${one.kind}: ${one.deleted} > ${one.inserted}`.replace(/\s+/g, " "),
    );

  it("judges words as in other formats", () => {
    expect(kinds(["governs", "controls"])).toEqual(["word-choice: governs > controls"]);
    expect(kinds(["12 sites", "13 sites"])).toEqual(["numbers-data: 12 > 13"]);
    expect(kinds(["The sites.", "All sites."])).toEqual(["labels: The > All"]);
    expect(kinds(["\\section{Methods}", "\\section{Method}"])).toEqual(["headings-structure: Methods¶ > Method¶"]);
  });

  it("judges a formula, a citation, and a reference as a whole, each in its place", () => {
    expect(kinds(["E=mc^2", "E=mc^3"])).toEqual(["numbers-data: $E=mc^2$ > $E=mc^3$"]);
    expect(kinds(["q = -K", "q = K"])).toEqual([expect.stringMatching(/^numbers-data: /)]);
    expect(kinds(["\\citet{doe2020}", "\\citet{roe2020}"])).toEqual(["citations: \\citet{doe2020} > \\citet{roe2020}"]);
    expect(kinds(["\\citet{doe2020}", "\\citep{doe2020}"])).toEqual([
      "reference-format: \\citet{doe2020} > \\citep{doe2020}",
    ]);
    expect(kinds(["\\ref{eq:flux} governs", "\\ref{sec:methods} governs"])).toEqual([
      "labels: \\ref{eq:flux} > \\ref{sec:methods}",
    ]);
    expect(kinds(["is $E=mc^2$ in every case", "is, in every case, $E=mc^2$"]).join()).toContain("numbers-data");
  });

  it("judges commands, the preamble, and the project's files, but no comments", () => {
    expect(kinds(["land and air", "\\emph{land} and air"])).toEqual(["formatting: > \\emph"]);
    expect(kinds(["]{map}", "]{map2}"])).toEqual([expect.stringMatching(/^numbers-data: \\includegraphics/)]);
    expect(kinds(["\\usepackage{amsmath}", "\\usepackage{amsmath}\n\\newcommand{\\R}{1}"])).toEqual([
      "numbers-data: > \\newcommand{\\R}{1}",
    ]);
    expect(kinds(["[10pt]", "[12pt]"])).toEqual([expect.stringMatching(/^formatting: /)]);
    const files = (bib: string) => new Map([["refs.bib", bib]]);
    expect(latexChanges(side(SOURCE, files("a")), side(SOURCE, files("b")), isWord)).toMatchObject([
      { kind: "citations", deleted: "refs.bib", inserted: "refs.bib" },
    ]);
    expect(kinds(["% A comment of the author.", "% A comment of somebody."])).toEqual([]);
  });

  it("stays right with more formulas than there are characters for them", () => {
    const many = (last: string): string =>
      `\\documentclass{article}\\begin{document}${Array.from({ length: 9_000 }, (_, n) => `Line ${n} has $x_{${n}}$.`).join("\n\n")} The end is $${last}$.\\end{document}`;
    const found = (from: string, to: string) =>
      latexChanges(side(many(from)), side(many(to)), isWord).map(
        (one) => `${one.kind}: ${one.deleted} > ${one.inserted}`,
      );
    expect(found("y", "z")).toContain("numbers-data: $y$ > $z$");
    // Both are among the last, which share a character.
    expect(found("x_{8990}", "x_{8995}")).toEqual(["numbers-data: $x_{8990}$ > $x_{8995}$"]);
  });
});
