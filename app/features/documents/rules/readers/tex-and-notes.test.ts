import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cpuMs } from "#boot/testing/cpu-ms.ts";
import { openZip, writeZip } from "../docx/zip.ts";
import { detectFormat } from "./detect-format.ts";
import { readMarkdown } from "./read-plain.ts";
import { readTex, readTexZip } from "./read-tex.ts";
import { receiptOf } from "./receipt-of.ts";
import { Refused } from "./refusal.ts";
import { modelText, type TextModel } from "./text-model.ts";

const document = (body: string): string => `\\documentclass{article}\\begin{document}\n${body}\n\\end{document}`;
const missing = (source: string): string => readTex(source).notes.find((note) => note.startsWith("Missing")) ?? "";
const lines = (model: TextModel): string[] =>
  model.paragraphs.filter((one) => one.words > 0).map((one) => `${one.kind}: ${one.text}`);

describe("commands that the author of a LaTeX text defines", () => {
  const body = (definitions: string, text: string): string =>
    lines(readTex(`\\documentclass{article}${definitions}\\begin{document}\n${text}\n\\end{document}`)).join("\n");

  it.each([
    ["a name", String.raw`\newcommand{\chandra}{\textit{Chandra}}`, String.raw`With \chandra\ we`, "With Chandra we"],
    ["nothing behind a name", String.raw`\newcommand\tool{Stet}`, String.raw`\tool s, {\tool} on`, "Stets, Stet on"],
    [
      "a space by xspace",
      String.raw`\newcommand{\sn}{SN\,2011\xspace}`,
      String.raw`\sn is \sn.`,
      "SN\u00a02011 is SN\u00a02011.",
    ],
    [
      "arguments",
      String.raw`\newcommand{\both}[2]{#2 and #1}`,
      String.raw`\both{a}{b c} \both xy`,
      "b c and a y and x",
    ],
    [
      "a default",
      String.raw`\newcommand{\see}[2][see]{(#1 #2)}`,
      String.raw`\see{A} \see[also]{B}`,
      "(see A) (also B)",
    ],
    ["text that isn't printed", String.raw`\newcommand{\todo}[1]{}`, String.raw`Done\todo{check this}.`, "Done."],
    ["the last of two", String.raw`\def\x{one}\renewcommand{\x}{two}`, String.raw`{\x}`, "two"],
    ["one within another", String.raw`\def\ab{A\bb{1}}\newcommand{\bb}[1]{(#1)}`, String.raw`\ab{}`, "A(1)"],
    [
      "a reference by name",
      String.raw`\newcommand{\figref}[1]{Figure~\ref{fig:#1}}`,
      String.raw`\figref{map}: x`,
      "Figure: x",
    ],
    ["programs, which aren't followed", String.raw`\newcommand{\x}{\ifdraft word\fi}`, String.raw`a \x b`, "a b"],
    ["itself, which ends", String.raw`\newcommand{\x}{w \x{}}`, String.raw`\x{}`, "w ".repeat(11).trim()],
    [
      "a formula",
      String.raw`\newcommand{\kms}{km~s$^{-1}$}\def\msun{\ensuremath{M_\odot}}`,
      String.raw`5 \kms, 3 \msun.`,
      "5 km\u00a0s, 3.",
    ],
  ])("reads %s", (_, definitions, text, expected) => {
    expect(body(definitions, text)).toBe(`body: ${expected}`);
  });

  it("reads them in the title, and in a project's own package", () => {
    expect(body(String.raw`\def\x{Stars}\title{\x{} and dust}`, "Text.")).toBe("body: Stars and dust\nbody: Text.");
    const zip = openZip(
      writeZip([
        { name: "main.tex", bytes: document(String.raw`\usepackage{names} See \tool{} here.`) },
        { name: "names.sty", bytes: String.raw`\newcommand{\tool}{Stet}` },
      ]),
    );
    expect(lines(readTexZip(zip))).toEqual(["body: See Stet here."]);
  });

  it("takes abbreviations of environments for what they stand for", () => {
    const model = readTex(
      String.raw`\def\be{\begin{equation}}\newcommand{\ee}{\end{equation}}\begin{document}We find \be E = mc^2 \ee here.\end{document}`,
    );
    expect(lines(model)).toEqual(["body: We find here."]);
    expect(model.equations).toBe(3);
  });

  it("ends soon with definitions made to grow", () => {
    const letters = "abcdefghij".split("");
    const growing = letters
      .map((one, i) => `\\def\\g${one}{${`\\g${letters[i + 1] ?? "z"}{} x `.repeat(60)}}`)
      .join("");
    const filling = `\\newcommand{\\f}[1]{${"#1".repeat(200)}}`;
    expect(body(growing, "\\ga{}").length).toBeLessThan(5_000_000);
    expect(body(filling, `\\f{${"word ".repeat(100_000)}}`).length).toBeLessThan(5_000_000);
  });
});

it("leaves out what arranges a LaTeX text", () => {
  const model = readTex(
    document(String.raw`\begin{subfigure}[b]{0.3\textwidth}\plotone{figs/map.pdf}\caption{A map.}\end{subfigure}
\begin{wrapfigure}{r}{5cm}\epsfig{file=a.eps}\end{wrapfigure} \begin{list}{--}{\setlength{\leftmargin}{1em}} \item One \end{list}
As \citepos{doe} and \secref{two} say.
\begin{deluxetable*}{lcc}\tablecaption{Stars} \startdata Name & 2 \\ \enddata \end{deluxetable*}`),
  );
  expect(lines(model)).toEqual([
    "caption: A map.",
    "body: One As and say.",
    "caption: Stars",
    "tableCell: Name",
    "tableCell: 2",
  ]);
  expect([model.figures, model.tableCount]).toEqual([2, 1]);
});

describe("files that a LaTeX text includes", () => {
  it("names only real files that are missing, each once, and says what to do", () => {
    const source = document(
      String.raw`\input{intro} \input methods.tex
      \include{results}\input{intro}
      \includegraphics[width=0.95\textwidth]{static/timeline} \includeonly{results} \inputencoding{utf8}
      An \verb|\input| directive, or \verb+\input{x}+.
      \begin{verbatim}\input{quoted}\end{verbatim} \begin{lstlisting}
      \include{code}
      \end{lstlisting}
      \newcommand{\chapterfile}[1]{\input{#1}} \input{\jobname-extra}`,
    );
    expect(missing(source)).toBe(
      "Missing from the upload, so not counted: intro, methods.tex, results. Upload the whole project as a .zip, so that we count them.",
    );
    expect(readTex(source).figures).toBe(1);
    expect(missing(document("\\input{a}"))).toBe(
      "Missing from the upload, so not counted: a. Upload the whole project as a .zip, so that we count it.",
    );
    expect(missing(document("No files."))).toBe("");
    const many = document(["a", "b", "c", "d", "e", "f", "g"].map((name) => `\\input{${name}}`).join(" "));
    expect(missing(many)).toContain("a, b, c, d, e, and 2 other files. Upload");
  });

  it("gives advice of its own for a project that lacks files", () => {
    const zip = openZip(
      writeZip([
        { name: "main.tex", bytes: document("One \\input{two} \\input{three}") },
        { name: "two.tex", bytes: "Two" },
      ]),
    );
    const model = readTexZip(zip);
    expect(modelText(model)).toBe("One Two");
    expect(model.notes).toEqual([
      "Missing from the upload, so not counted: three. Add it to the .zip and upload it again, so that we count it.",
    ]);
  });

  it("takes time in proportion to a text full of beginnings", () => {
    const source = document("\\begin{verbatim}\\verb|\\input{x\\input ".repeat(40_000));
    expect(cpuMs(() => readTex(source))).toBeLessThan(4_000);
  });
});

describe("LaTeX commands without text of their own", () => {
  it("leaves out lines for the table of contents, and the keys of quotations", () => {
    const toc = document(
      String.raw`\part*{Name of the part}
\addcontentsline{toc}{part}{Name of the part}
\addtocontents{toc}{\protect\begin{adjustwidth}{1cm}{0cm}}
The text of that part
\addtocontents{toc}{\protect\end{adjustwidth}}`,
    );
    expect(receiptOf(readTex(toc)).words).toBe(9);
    const quoted = document(
      String.raw`He said \enquote{two words} and \textcquote[12]{key}{three more words}, \blockcquote{a}[.]{four}
      and \foreigntextquote{german}{f\"unf} \hyphentextcquote{german}[see][1]{key}{sechs} \citep[see][p.~3]{key} end.`,
    );
    expect(modelText(readTex(quoted))).toBe("He said two words and three more words, four and fünf sechs end.");
  });

  it("leaves out several works in one command, quotations' languages and sources, and titles for bookmarks", () => {
    const source = document(
      String.raw`\section{\texorpdfstring{$\alpha$ decay}{alpha decay}}\chaptermark{Short}
He \textcites(see)(end)[12]{key}[13]{other} and \foreignquote{french}{trois mots} said (so).
\begin{displaycquote}[12]{key}Quoted words.\end{displaycquote}
\begin{foreigndisplayquote}{french}Des mots.\end{foreigndisplayquote}`,
    );
    expect(lines(readTex(source))).toEqual([
      "heading: alpha decay",
      "body: He and trois mots said (so).",
      "body: Quoted words.",
      "body: Des mots.",
    ]);
  });

  it("says which kind of separator was counted as a space", () => {
    const word = "abcdefghijklmnopqrstuvwxyz\\own ";
    const { notes } = receiptOf(readTex(document(`${word}${word}${word}`)));
    expect(notes).toContain("2 words were separated by LaTeX commands instead of spaces. They're counted.");
  });
});

describe("footnotes in Markdown", () => {
  it("keeps the lines that continue a note with it", () => {
    const model = readMarkdown(`A ref [^c].

[^c]: First line of footnote.
    Continuation line that should still be in the footnote.

    Indented line after an indented blank line should still be part of the footnote.

After paragraph.

[^d]: A note
that goes on.
- an item
[^e]: Last note.

# A heading

    code after it
`);
    expect(lines(model)).toEqual([
      "body: A ref .",
      "footnote: First line of footnote.\nContinuation line that should still be in the footnote.",
      "footnote: Indented line after an indented blank line should still be part of the footnote.",
      "body: After paragraph.",
      "footnote: A note\nthat goes on.",
      "body: an item",
      "footnote: Last note.",
      "heading: A heading",
      "body: code after it",
    ]);
  });
});

const doc = join(import.meta.dirname, "../../../../../../shared/corpus/doc/poi__simple-table2.doc");
describe.skipIf(!existsSync(doc))("old Word files with a password", () => {
  it("says that the file has a password, not that it's damaged", () => {
    const bytes = readFileSync(doc);
    expect(detectFormat(bytes, "x.doc").format).toBe("doc");
    // The text's stream is the first one after the header here. Its flags say that it's encrypted.
    const text = bytes.indexOf(Buffer.from([0xec, 0xa5]), 512);
    bytes.writeUInt16LE(bytes.readUInt16LE(text + 10) | 0x100, text + 10);
    let refused: unknown;
    try {
      detectFormat(bytes, "x.doc");
    } catch (error) {
      refused = error;
    }
    expect((refused as Refused).refusal).toMatchObject({
      code: "password",
      advice: "Open it in Word or LibreOffice, save it as .docx without the password, and upload the new file.",
    });
  });
});
