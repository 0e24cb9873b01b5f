/** The differences between two documents apart from their words: in other content, and in appearance only. */
import { align } from "../../compare/align.ts";
import type { UntrackedEdit } from "../../docx/change-stats.ts";
import type { Surface, SurfaceLine } from "./surface.ts";
import { AtomChanges } from "../atom-changes.ts";
import { type LookChange, SurfaceReport, UNDO, UNDO_ONLY, inQuotes, shortened } from "./surface-report.ts";
import { LookChanges } from "../formatting-changes.ts";
import { bareText, isBlank, keyOf, sameLine } from "./surface-lines.ts";
import { compareLayout, nearestWords } from "../layout-changes.ts";
import { ListChanges } from "./list-changes.ts";
import { pageChanges, runningChanges } from "./page-changes.ts";
import { compareTargets } from "./target-changes.ts";
import { compareLinks } from "../link-changes.ts";

export type SurfaceChanges = {
  /** Changes that must be tracked or undone, in document order. The caller fills in `section`. */
  content: UntrackedEdit[];
  looks: LookChange[];
  /** Citations whose stored data was refreshed by their program. */
  refreshed: number;
};

/** Compares what readers see of two documents. `before` is the source, `after` the copy with its changes rejected. */
export function surfaceChanges(before: Surface, after: Surface): SurfaceChanges {
  const body = new Comparison(before, after, "", before.lines);
  body.compare(before.lines, after.lines);
  compareTargets(body.report, before, after);
  const { content, looks, refreshed } = body.report;
  looks.push(...pageChanges(before, after));
  const out: SurfaceChanges = { content, looks, refreshed };
  for (const kind of ["header", "footer"] as const) {
    const lines = before[`${kind}s`];
    const story = new Comparison(before, after, kind, lines);
    story.compare(lines, after[`${kind}s`]);
    out.content.push(...(story.report.content.length > 0 ? story.report.content : runningChanges(before, after, kind)));
    out.looks.push(...story.report.looks);
  }
  out.content.sort((one, two) => one.paragraph - two.paragraph);
  return out;
}

/** Compares two stories line by line: the document itself, its headers, or its footers. */
class Comparison {
  readonly report: SurfaceReport;
  private readonly atoms: AtomChanges;
  private readonly lookChanges: LookChanges;
  private readonly listChanges: ListChanges;

  constructor(before: Surface, after: Surface, story: string, lines: readonly SurfaceLine[]) {
    this.report = new SurfaceReport(story, lines);
    this.atoms = new AtomChanges(this.report, before.formulas, after.formulas);
    this.lookChanges = new LookChanges(before, after, this.report);
    this.listChanges = new ListChanges(this.report);
  }

  compare(a: readonly SurfaceLine[], b: readonly SurfaceLine[]): void {
    let from = 0;
    while (from < a.length && from < b.length && sameLine(a[from] as SurfaceLine, b[from] as SurfaceLine)) {
      this.pair(a[from] as SurfaceLine, b[from] as SurfaceLine, from);
      from++;
    }
    let [endA, endB] = [a.length, b.length];
    while (endA > from && endB > from && sameLine(a[endA - 1] as SurfaceLine, b[endB - 1] as SurfaceLine)) {
      endA--;
      endB--;
    }
    if (endA > from || endB > from) this.middle(a, from, endA, b, from, endB);
    for (let i = endA, j = endB; i < a.length; i++, j++) this.pair(a[i] as SurfaceLine, b[j] as SurfaceLine, i);
    this.atoms.settle(a);
    this.listChanges.settle();
  }

  private middle(
    a: readonly SurfaceLine[],
    a0: number,
    a1: number,
    b: readonly SurfaceLine[],
    b0: number,
    b1: number,
  ): void {
    const walk = (
      pairs: [number, number][],
      i0: number,
      i1: number,
      j0: number,
      j1: number,
      rest: (i0: number, i1: number, j0: number, j1: number) => void,
    ): void => {
      let [i, j] = [i0, j0];
      for (const [x, y] of [...pairs, [i1 - i0, j1 - j0] as [number, number]]) {
        const [p, q] = [i0 + x, j0 + y];
        if (p > i || q > j) rest(i, p, j, q);
        if (p < i1 && q < j1) this.pair(a[p] as SurfaceLine, b[q] as SurfaceLine, p);
        [i, j] = [p + 1, q + 1];
      }
    };
    walk(align(a.slice(a0, a1).map(keyOf), b.slice(b0, b1).map(keyOf)), a0, a1, b0, b1, (i0, i1, j0, j1) =>
      walk(align(a.slice(i0, i1).map(bareText), b.slice(j0, j1).map(bareText)), i0, i1, j0, j1, (x0, x1, y0, y1) =>
        this.leftOver(a, x0, x1, b, y0, y1),
      ),
    );
  }

  /** Lines without a match: those with text are paired in order, the rest were removed or inserted. */
  private leftOver(
    a: readonly SurfaceLine[],
    a0: number,
    a1: number,
    b: readonly SurfaceLine[],
    b0: number,
    b1: number,
  ): void {
    const texts = (list: readonly SurfaceLine[], from: number, to: number): number[] =>
      Array.from({ length: to - from }, (_, k) => from + k).filter(
        (k) => (list[k] as SurfaceLine).kind === "paragraph" && !isBlank(list[k] as SurfaceLine),
      );
    const [left, right] = [texts(a, a0, a1), texts(b, b0, b1)];
    const near = a[Math.min(a0, a.length - 1)] ?? b[b0];
    for (let k = 0; k < Math.max(left.length, right.length); k++) {
      const [one, two] = [a[left[k] ?? -1], b[right[k] ?? -1]];
      const index = left[k] ?? a0;
      if (one && two) this.atoms.compare(one, two, index, false);
      else if (one) for (const atom of one.atoms) this.atoms.lost(atom, one, index);
      else if (two && near) for (const atom of two.atoms) this.atoms.found(atom, two, index);
      if (this.report.story === "") continue;
      // Header and footer text is compared here, because the gate's word comparison excludes it.
      if ((one ? bareText(one) : "") !== (two ? bareText(two) : "")) this.storyText(one, two);
    }
    if (this.report.story !== "") return;
    const place = a[Math.min(a0, a.length - 1)] ?? b[Math.min(b0, b.length - 1)];
    if (place) compareLayout(this.report, a.slice(a0, a1), b.slice(b0, b1), place, nearestWords(a, a0));
  }

  private storyText(one: SurfaceLine | undefined, two: SurfaceLine | undefined): void {
    const [was, is] = [one ? shortened(one.text) : "", two ? shortened(two.text) : ""];
    if (was === is) return;
    this.report.content.push({
      ...this.report.placeOf(one ?? (two as SurfaceLine)),
      before: was,
      after: is,
      what: `The ${this.report.story} was changed.`,
      advice: UNDO,
    });
  }

  /** Two lines with the same text. */
  private pair(one: SurfaceLine, two: SurfaceLine, index: number): void {
    if (one.kind === "row") {
      if (one.text !== two.text) this.report.say(one, "Table cells were merged, split, added, or removed.", UNDO_ONLY);
      this.lookChanges.compareRows(one, two);
      return;
    }
    if (one.kind === "embedded") return;
    this.listChanges.compare(one, two);
    if (one.startsCell !== two.startsCell && this.report.story === "")
      this.report.say(
        one,
        one.text.trim() === "" ? "Table cells were changed." : `${inQuotes(one.text)} is in another table cell.`,
        UNDO_ONLY,
      );
    if (one.atoms.length > 0 || two.atoms.length > 0) this.atoms.compare(one, two, index, true);
    if (one.layout !== two.layout)
      this.report.looks.push({
        kind: "formatting",
        paragraph: one.number,
        words: "",
        what: `page or section break ${two.layout ? "added" : "removed"}`,
      });
    else if (one.breaks !== two.breaks)
      this.report.looks.push({
        kind: "formatting",
        paragraph: one.number,
        words: shortened(one.text),
        what: `page, column, or section breaks: ${one.breaks.trim() || "none"} → ${two.breaks.trim() || "none"}`,
      });
    if (one.text !== two.text) {
      compareLinks(this.report, one, two, false);
      return;
    }
    compareLinks(this.report, one, two, true);
    this.lookChanges.compare(one, two);
  }
}
