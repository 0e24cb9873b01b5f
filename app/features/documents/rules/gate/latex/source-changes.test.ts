import { describe, expect, it } from "vitest";
import { texProject } from "../../readers/read-tex.ts";
import type { LatexSide } from "./gate-latex.ts";
import { type SourceLine, type SourcePiece, piecesBetween, sourceChanges } from "./source-changes.ts";

const said = (pieces: readonly SourcePiece[]): string =>
  pieces
    .map(({ kind, text }) => (kind === "same" ? text : kind === "deleted" ? `[-${text}-]` : `{+${text}+}`))
    .join("");
const line = ({ number, pieces }: SourceLine): string => `${number ?? "-"}: ${said(pieces)}`;
const side = (source: string, others: [string, string][] = []): LatexSide => ({
  project: texProject(source),
  others: new Map(others),
});
const project = (files: Record<string, string>, others: [string, string][] = []): LatexSide => ({
  project: { ...texProject(files["main.tex"]!), main: "main.tex", files: new Map(Object.entries(files)) },
  others: new Map(others),
});

describe("LaTeX sources compared as they're written", () => {
  it.each([
    ["words", "We measured it.", "We recorded it.", "We [-measured-]{+recorded+} it."],
    [
      "commands",
      String.raw`as \cite{doe} did`,
      String.raw`as \citet{doe} did`,
      String.raw`as [-\cite-]{+\citet+}{doe} did`,
    ],
    ["parts of formulas", "$x=1$", "$x=2$", "$x=[-1-]{+2+}$"],
    ["lines that are broken elsewhere", "one two\nthree four", "one\ntwo three\nfour", "one\ntwo three\nfour"],
    ["a blank that's gone", "one , two", "one, two", "one[- -], two"],
    ["a new blank", "one,two", "one, two", "one,{+ +}two"],
    ["paragraphs that are joined", "one.\n\ntwo.", "one. two.", "one.[-¶-] two."],
    ["paragraphs that are split", "one. two.", "one.\n\ntwo.", "one.{+¶+}\n\ntwo."],
    ["comments", "one % old\ntwo", "one % new\ntwo", "one % [-old-]{+new+}\ntwo"],
    ["whole sentences", "One is. Two is. Three is.", "One is. Three is.", "One is.[- Two is.-] Three is."],
    ["phrases, not their signs one by one", "a-b", "c-d", "[-a-b-]{+c-d+}"],
  ])("marks %s", (_, before, after, expected) => expect(said(piecesBetween(before, after))).toBe(expected));

  it("numbers the edited file's lines, with the section they're in", () => {
    const text = String.raw`\section{Methods}
One.
Two.
Three.
Four.
Five.
\section{Results}
Six.
Seven.

Gone now.

Eight.`;
    const found = sourceChanges(side(text), side(text.replace("Two", "2").replace("Gone now.\n\n", "")));
    expect(found.changes).toBe(2);
    expect(found.files[0]!.parts.map((part) => [part.section, ...part.lines.map(line)])).toEqual([
      ["Methods", "1: \\section{Methods}", "2: One.", "3: [-Two-]{+2+}.", "4: Three.", "5: Four."],
      ["Results", "8: Six.", "9: Seven.", "-: [-Gone now.¶-]", "10: ", "11: Eight."],
    ]);
  });

  it("gives both texts back", () => {
    const before = "A b.\n\nC \\d{e} f % g\nh.\n\nI.";
    const after = "A x b.\n\n\\d{e}\nf y % g\n\nI. J";
    const pieces = piecesBetween(before, after);
    const bare = (text: string): string => text.replace(/[\s\u00b6]+/g, "");
    expect(bare(pieces.map((one) => (one.kind === "deleted" ? "" : one.text)).join(""))).toBe(bare(after));
    expect(bare(pieces.map((one) => (one.kind === "inserted" ? "" : one.text)).join(""))).toBe(bare(before));
  });

  it("shows each file of a project, also its bibliography, and names the others", () => {
    const [one, two] = [
      project({ "main.tex": "A", "refs.bib": "@book{a, year = {2001}}", "old.tex": "Gone" }, [["fig.pdf", "1"]]),
      project({ "main.tex": "A", "refs.bib": "@book{a, year = {2002}}", "new.tex": "Here" }, [["fig.pdf", "2"]]),
    ];
    const found = sourceChanges(one, two);
    expect(found.files.map(({ name, state, changes }) => [name, state, changes])).toEqual([
      ["refs.bib", "changed", 1],
      ["new.tex", "added", 1],
      ["old.tex", "removed", 1],
    ]);
    expect(found.files[0]!.parts[0]!.lines.map(line)).toEqual(["1: @book{a, year = {[-2001-]{+2002+}}}"]);
    expect(found.others).toEqual([{ name: "fig.pdf", state: "changed" }]);
  });

  it("lists no more than fits a page, and says how many are left", () => {
    const text = Array.from({ length: 6_000 }, (_, i) => `line ${i} one\n\n\n\n\n\n`).join("\n");
    const [file] = sourceChanges(side(text), side(text.replaceAll("one", "two"))).files;
    expect(file!.changes).toBe(6_000);
    expect(file!.parts.flatMap((part) => part.lines).length).toBeLessThan(3_010);
    expect(file!.left).toBeGreaterThan(1_000);
    expect(file!.parts.flatMap((part) => part.lines).filter((one) => one.pieces.length > 1).length + file!.left).toBe(
      6_000,
    );
  });
});
