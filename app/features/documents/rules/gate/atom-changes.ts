import { align } from "../compare/align.ts";
import type { ChangedFormula } from "../docx/change-stats.ts";
import { markDifferences } from "../equations/differing.ts";
import type { Formulas } from "../explore/formulas-in.ts";
import type { SurfaceLine } from "./surface/surface.ts";
import type { Atom, AtomKind } from "./surface/surface-atoms.ts";
import { AROUND, NAMES, type SurfaceReport, UNDO, UNDO_ONLY, shortened } from "./surface/surface-report.ts";

const PICTURE_BACK =
  "Put the original back (copy it from the manuscript), or make the change with Track Changes on. If pictures were compressed on saving, turn that off in Word (File > Options > Advanced > Image Size and Quality).";

/** How text flows around a picture. */
const WRAPS: Readonly<Record<string, string>> = {
  wrapSquare: "set with text around it",
  wrapTight: "set with text close around it",
  wrapThrough: "set with text through it",
  wrapTopAndBottom: "set with text above and below it",
};

export const PICTURES = new Set<AtomKind>(["picture", "chart", "diagram", "object", "shape"]);

type Loose = { atom: Atom; line: SurfaceLine; index: number };

/** Compares the pictures, equations, fields, and marks of two documents. */
export class AtomChanges {
  private readonly report: SurfaceReport;
  private readonly before: Formulas;
  private readonly after: Formulas;
  private readonly gone: Loose[] = [];
  private readonly come: Loose[] = [];

  /** @param before the source's formulas @param after those of the copy */
  constructor(report: SurfaceReport, before: Formulas, after: Formulas) {
    this.report = report;
    this.before = before;
    this.after = after;
  }

  /** An atom that only the source has. */
  lost(atom: Atom, line: SurfaceLine, index: number): void {
    this.gone.push({ atom, line, index });
  }

  /** An atom that only the copy has. */
  found(atom: Atom, line: SurfaceLine, index: number): void {
    this.come.push({ atom, line, index });
  }

  /** Equations, pictures, fields and marks of two lines. @param same whether their words are equal */
  compare(one: SurfaceLine, two: SurfaceLine, index: number, same: boolean): void {
    const pairs = align(
      one.atoms.map((atom) => atom.key),
      two.atoms.map((atom) => atom.key),
    );
    const [keptA, keptB] = [new Set<number>(), new Set<number>()];
    for (const [i, j] of pairs) {
      keptA.add(i);
      keptB.add(j);
      this.kept(one, one.atoms[i] as Atom, two.atoms[j] as Atom);
    }
    // The same mark, moved within the same words.
    if (same && one.text !== two.text && keptA.size === one.atoms.length && keptB.size === two.atoms.length)
      for (const [i, j] of pairs) {
        const [x, y] = [one.atoms[i] as Atom, two.atoms[j] as Atom];
        if (x.at < 0 || y.at < 0 || placeIn(one, x) === placeIn(two, y)) continue;
        this.report.sayAt(one, x, `${this.report.nameOf(x)} was moved to another place in the sentence.`, UNDO);
      }
    const left = one.atoms.filter((_, i) => !keptA.has(i));
    const right = two.atoms.filter((_, j) => !keptB.has(j));
    for (const atom of left) {
      const at = right.findIndex(
        (other) =>
          other.kind === atom.kind ||
          (PICTURES.has(other.kind) && PICTURES.has(atom.kind)) ||
          (isField(other.kind) && isField(atom.kind)),
      );
      const other = at < 0 ? undefined : right.splice(at, 1)[0];
      if (!other) this.gone.push({ atom, line: one, index });
      else this.replaced(one, atom, other);
    }
    for (const atom of right) this.come.push({ atom, line: two, index });
  }

  private kept(line: SurfaceLine, one: Atom, two: Atom): void {
    if (one.crop !== two.crop)
      this.report.sayAt(
        line,
        one,
        `${this.report.nameOf(one)} was ${one.crop === "" ? "cropped" : two.crop === "" ? "shown in full; it was cropped before" : "cropped differently"}.`,
        UNDO_ONLY,
      );
    if (one.looks === two.looks) return;
    for (const name of new Set([...Object.keys(one.looks), ...Object.keys(two.looks)])) {
      const [was, is] = [one.looks[name] ?? "", two.looks[name] ?? ""];
      if (was === is) continue;
      if (name === "stored data") this.report.refreshed++;
      else if (name === "hidden")
        this.report.sayAt(
          line,
          one,
          `${this.report.nameOf(one)} ${is ? "was hidden" : "that was hidden can be seen now"}.`,
          UNDO_ONLY,
        );
      else if (name === "link")
        this.report.content.push({
          ...this.report.around(line, one),
          before: was,
          after: is,
          what: `The link on ${this.report.nameOf(one)} leads somewhere else.`,
          advice: UNDO_ONLY,
        });
      else
        this.report.looks.push({
          kind: "formatting",
          paragraph: line.number,
          words: this.report.nameOf(one),
          what:
            name === "wrapping"
              ? `now ${WRAPS[is] ?? (is || "in line with the text")}`
              : `${name} changed${name === "size" ? `: ${was} → ${is} points` : ""}`,
        });
    }
  }

  private replaced(line: SurfaceLine, one: Atom, two: Atom): void {
    if (one.kind === "equation") {
      // Changed letters in it are listed as words are.
      if (one.shown !== two.shown) return;
      this.report.content.push({
        ...this.report.around(line, one),
        what: `${this.report.nameOf(one)} has a different structure: the same characters in different positions (fractions, powers, roots).`,
        advice: UNDO,
        ...changedFormula(this.before(one.shown), this.after(two.shown)),
      });
    } else if (isField(one.kind)) {
      const reference = /^(?:REF|PAGEREF|NOTEREF)\b/i.test(one.shown) && /^(?:REF|PAGEREF|NOTEREF)\b/i.test(two.shown);
      this.report.content.push({
        ...this.report.around(line, one),
        before: one.shown,
        after: two.shown === one.shown ? `${two.shown} (with other details)` : two.shown,
        what: reference
          ? "A cross-reference points somewhere else."
          : one.kind === "citation"
            ? "A citation that software manages was changed."
            : "The code of a field was changed.",
        advice:
          one.kind === "citation"
            ? "Undo it, or make the change with your citation software while Track Changes is on."
            : UNDO,
      });
    } else if (PICTURES.has(one.kind))
      this.report.sayAt(line, one, `${this.report.nameOf(one)} was replaced.`, PICTURE_BACK);
    else this.report.sayAt(line, one, `${this.report.nameOf(one)} was changed.`, UNDO);
  }

  /** What only one side has. Anything found elsewhere was moved. */
  settle(a: readonly SurfaceLine[]): void {
    const byKey = new Map<string, Loose[]>();
    for (const one of this.come) {
      const list = byKey.get(one.atom.key);
      if (list) list.push(one);
      else byKey.set(one.atom.key, [one]);
    }
    const moved = new Set<Loose>();
    for (const one of this.gone) {
      const other = byKey.get(one.atom.key)?.shift();
      if (other) {
        moved.add(other);
        if (PICTURES.has(one.atom.kind))
          this.report.sayAt(one.line, one.atom, `${this.report.nameOf(one.atom)} was moved.`, UNDO);
      } else if (one.atom.kind !== "equation" || one.atom.shown === "") {
        this.report.sayAt(
          one.line,
          one.atom,
          `${this.report.nameOf(one.atom)} was removed${shownOf(one.atom)}.`,
          PICTURES.has(one.atom.kind) ? PICTURE_BACK.replace("make the change", "delete it") : UNDO,
        );
      }
    }
    for (const one of this.come) {
      if (moved.has(one) || (one.atom.kind === "equation" && one.atom.shown !== "")) continue;
      const near = a[Math.min(one.index, a.length - 1)] ?? one.line;
      const name = NAMES[one.atom.kind].toLowerCase();
      this.report.content.push({
        ...this.report.placeOf(near),
        leading: shortened(one.line.text.slice(Math.max(0, one.atom.at - AROUND), Math.max(0, one.atom.at))),
        trailing: shortened(one.line.text.slice(Math.max(0, one.atom.at) + 1, Math.max(0, one.atom.at) + AROUND)),
        before: "",
        after: "",
        what: `${/^[aeiou]/.test(name) ? "An" : "A"} ${name} was added${shownOf(one.atom)}.`,
        advice: UNDO.replace("Undo it", "Remove it"),
      });
    }
  }
}

/** What is known of a formula before and after, with what differs marked. */
export function changedFormula(
  before: ChangedFormula["before"],
  after: ChangedFormula["after"],
): { formula?: ChangedFormula } {
  if (before && after) {
    const [was, is] = markDifferences(before, after);
    return { formula: { before: was, after: is } };
  }
  return before || after ? { formula: { ...(before && { before }), ...(after && { after }) } } : {};
}

const isField = (kind: AtomKind): boolean => kind === "field" || kind === "citation";
const shownOf = (atom: Atom): string => (isField(atom.kind) && atom.shown !== "" ? ` (${atom.shown})` : "");
/** The number of letters before an atom: its position among the words. */
const placeIn = (line: SurfaceLine, atom: Atom): number =>
  line.text.slice(0, atom.at).replace(/[\ufffb\ufffc]/g, "").length;
