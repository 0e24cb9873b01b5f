import { align } from "../compare/align.ts";
import type { UntrackedEdit } from "../docx/change-stats.ts";
import { ATOM_MARK, NOTE_MARK, type Surface, type SurfaceLine } from "./surface.ts";
import type { Atom, AtomKind } from "./surface-atoms.ts";
import type { Look, Properties } from "./surface-looks.ts";

/** The differences between two documents besides words: content that a reader would miss, and mere appearance. */

/** A format change, or words that were made hard to see: listed, not refused. */
export type LookChange = {
  kind: "formatting" | "concealed";
  paragraph: number;
  /** The affected words. */
  words: string;
  /** "no longer italic", "font: Times New Roman → Arial". */
  what: string;
};
/** A picture that a tracked change removes, inserts or replaces. */
export type PictureChange = { paragraph: number; before: string; after: string };

export type SurfaceChanges = {
  /** Changes that must be tracked or undone, in document order. The caller fills in `section`. */
  content: UntrackedEdit[];
  looks: LookChange[];
  /** Citations whose stored data was refreshed by their program. */
  refreshed: number;
};

const MAX_WORDS = 160;
const AROUND = 48;

const UNDO = "Undo it, or make it again with Track Changes on.";
const UNDO_ONLY = "Undo it: Word can't track this. To suggest it to the author, leave a comment.";
const PICTURE_BACK =
  "Put the original back (copy it from the manuscript), or make the change with Track Changes on. If pictures were compressed on saving, turn that off in Word (File > Options > Advanced > Image Size and Quality).";

const NAMES: Readonly<Record<AtomKind, string>> = {
  picture: "Picture",
  chart: "Chart",
  diagram: "Diagram",
  object: "Embedded object",
  shape: "Shape",
  equation: "Equation",
  field: "Field",
  citation: "Citation",
  footnote: "Footnote mark",
  endnote: "Endnote mark",
  ruby: "Reading aid",
  checkbox: "Check box",
};
/** Kinds that people refer to by number: "Picture 3". */
const NUMBERED = new Set<AtomKind>(["picture", "chart", "diagram", "object", "shape", "equation"]);
const PICTURES = new Set<AtomKind>(["picture", "chart", "diagram", "object", "shape"]);

type Loose = { atom: Atom; line: SurfaceLine; index: number };

/** Compares what readers see of two documents. `before` is the source, `after` the copy with its changes rejected. */
export function surfaceChanges(before: Surface, after: Surface): SurfaceChanges {
  const body = new Comparison(before, after, "");
  body.compare(before.lines, after.lines);
  const out: SurfaceChanges = { content: body.content, looks: body.looks, refreshed: body.refreshed };
  for (const kind of ["header", "footer"] as const) {
    const story = new Comparison(before, after, kind);
    story.compare(before[`${kind}s`], after[`${kind}s`]);
    out.content.push(...story.content);
    out.looks.push(...story.looks);
  }
  out.content.sort((one, two) => one.paragraph - two.paragraph);
  return out;
}

/** Pictures that a copy's tracked changes remove, insert or replace, except moved ones. */
export function trackedPictures(copy: Surface, source: Surface): PictureChange[] {
  const numbers = numbersOf(copy.lines);
  type One = { atom: Atom; line: number; number: number };
  const collect = (surface: Surface): { gone: One[]; come: One[] } => ({
    gone: surface.lines.flatMap((line, i) =>
      line.atoms
        .filter((atom) => atom.deleted && PICTURES.has(atom.kind))
        .map((atom) => ({ atom, line: i, number: line.number })),
    ),
    come: surface.inserted
      .filter(({ atom }) => PICTURES.has(atom.kind))
      .map(({ atom, line }) => ({ atom, line, number: surface.lines[line]?.number ?? 1 })),
  });
  const { gone, come } = collect(copy);
  const own = collect(source);
  const without = (list: One[], known: readonly One[]): One[] => {
    const counts = new Map<string, number>();
    for (const { atom } of known) counts.set(atom.key, (counts.get(atom.key) ?? 0) + 1);
    return list.filter(({ atom }) => {
      const left = counts.get(atom.key) ?? 0;
      if (left > 0) counts.set(atom.key, left - 1);
      return left === 0;
    });
  };
  const newGone = without(gone, own.gone);
  const newCome = without(come, own.come);
  const lost = without(newGone, newCome);
  const found = without(newCome, newGone);
  const out: PictureChange[] = [];
  for (const one of lost) {
    const at = found.findIndex((other) => Math.abs(other.line - one.line) <= 1);
    const other = at < 0 ? undefined : found.splice(at, 1)[0];
    out.push({
      paragraph: one.number,
      before: `${NAMES[one.atom.kind]} ${numbers.get(one.atom) ?? ""}`.trim(),
      after: other ? `another ${NAMES[other.atom.kind].toLowerCase()}` : "",
    });
  }
  for (const one of found) out.push({ paragraph: one.number, before: "", after: NAMES[one.atom.kind].toLowerCase() });
  return out.sort((one, two) => one.paragraph - two.paragraph);
}

/** Words that a copy's tracked changes conceal, except those already concealed by the source's own changes. */
export function trackedConcealments(copy: Surface, source: Surface): LookChange[] {
  const own = new Set(source.concealed.map(({ words, how }) => `${how} ${words}`));
  return copy.concealed
    .filter(({ words, how }) => words.trim() !== "" && !own.has(`${how} ${words}`))
    .map(({ line, words, how }) => ({
      kind: "concealed",
      paragraph: Math.max(1, line.number),
      words: shortened(words),
      what: how,
    }));
}

/** "Picture 3": the third of its kind in the document. */
function numbersOf(lines: readonly SurfaceLine[]): Map<Atom, number> {
  const counts = new Map<AtomKind, number>();
  const out = new Map<Atom, number>();
  for (const line of lines)
    for (const atom of line.atoms) {
      const number = (counts.get(atom.kind) ?? 0) + 1;
      counts.set(atom.kind, number);
      out.set(atom, number);
    }
  return out;
}

const bareText = (line: SurfaceLine): string =>
  line.kind === "row"
    ? "\u0001row"
    : line.kind === "embedded"
      ? `\u0001embedded ${line.text}`
      : line.atoms.length === 0
        ? line.text
        : line.text.replace(/[\ufffb\ufffc]/g, "");
const keyOf = (line: SurfaceLine): string => {
  if (line.kind === "row") return `\u0001row ${line.text}`;
  let key = line.startsCell ? `\u0002${line.text}` : line.text;
  if (line.kind === "embedded") key = `\u0001embedded ${key}`;
  if (line.layout) key = "\u0003";
  for (const atom of line.atoms) key += `\u0004${atom.key}`;
  return key;
};
const isBlank = (line: SurfaceLine): boolean =>
  line.kind === "paragraph" && line.text === "" && line.atoms.length === 0;
const sameLine = (one: SurfaceLine, two: SurfaceLine): boolean =>
  one.kind === two.kind &&
  one.text === two.text &&
  one.startsCell === two.startsCell &&
  one.layout === two.layout &&
  one.atoms.length === two.atoms.length &&
  one.atoms.every((atom, i) => atom.key === two.atoms[i]?.key);
const inQuotes = (text: string): string => `“${shortened(text)}”`;
const shortened = (text: string): string => {
  const plain = text
    .replace(/[\ufffb\ufffc]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return plain.length > MAX_WORDS ? `${plain.slice(0, MAX_WORDS)}…` : plain;
};

class Comparison {
  readonly content: UntrackedEdit[] = [];
  readonly looks: LookChange[] = [];
  refreshed = 0;
  private readonly before: Surface;
  private readonly after: Surface;
  /** "header", "footer", or "" for the document itself. */
  private readonly story: string;
  private numbers = new Map<Atom, number>();
  private readonly gone: Loose[] = [];
  private readonly come: Loose[] = [];
  private readonly known = new Map<string, boolean>();
  /** Blank paragraphs, rows and embedded documents on only one side, by place. */
  private blanks: { line: SurfaceLine; count: number; index: number } | null = null;

  constructor(before: Surface, after: Surface, story: string) {
    this.before = before;
    this.after = after;
    this.story = story;
  }

  compare(a: readonly SurfaceLine[], b: readonly SurfaceLine[]): void {
    this.numbers = numbersOf(a);
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
    this.settleAtoms(a);
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

  /** Lines without an equal: those with text are matched in order, the rest were removed or inserted. */
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
      if (one && two) this.atoms(one, two, index, false);
      else if (one) for (const atom of one.atoms) this.gone.push({ atom, line: one, index });
      else if (two && near) for (const atom of two.atoms) this.come.push({ atom, line: two, index });
      if (this.story === "") continue;
      // Header and footer text is compared here, because the gate's word comparison excludes it.
      if ((one ? bareText(one) : "") !== (two ? bareText(two) : "")) this.storyText(one, two);
    }
    if (this.story !== "") return;
    const place = a[Math.min(a0, a.length - 1)] ?? b[Math.min(b0, b.length - 1)];
    if (place) this.layout(a.slice(a0, a1), b.slice(b0, b1), place, nearestWords(a, a0));
  }

  /** Wordless content of unmatched lines: blank paragraphs, breaks, rows, embedded documents. */
  private layout(
    was: readonly SurfaceLine[],
    is: readonly SurfaceLine[],
    place: SurfaceLine,
    nearby: ReturnType<typeof nearestWords>,
  ): void {
    const more = (wanted: (line: SurfaceLine) => boolean): number =>
      is.filter(wanted).length - was.filter(wanted).length;
    const isRow = (line: SurfaceLine): boolean => line.kind === "row";
    const isEmbedded = (line: SurfaceLine): boolean => line.kind === "embedded";
    const blanks = more((line) => isBlank(line) && !line.layout);
    if (blanks !== 0)
      this.say(
        place,
        `${Math.abs(blanks) === 1 ? "A blank paragraph was" : `${Math.abs(blanks)} blank paragraphs were`} ${blanks > 0 ? "added" : "removed"}.`,
        UNDO,
        nearby,
      );
    const breaks = more((line) => line.layout);
    if (breaks !== 0)
      this.looks.push({
        kind: "formatting",
        paragraph: place.number,
        words: nearby.leading || nearby.trailing,
        what: `page or section break ${breaks > 0 ? "added" : "removed"}`,
      });
    const rows = more(isRow);
    if (rows !== 0)
      this.say(
        place,
        `${Math.abs(rows) === 1 ? "A table row was" : `${Math.abs(rows)} table rows were`} ${rows > 0 ? "added" : "removed"}.`,
        UNDO,
        nearby,
      );
    else if (was.some(isRow)) this.say(place, "Table cells were merged, split, added, or removed.", UNDO_ONLY, nearby);
    const embedded = was.filter(isEmbedded).length;
    for (let k = 0; k < embedded; k++)
      this.say(place, "An embedded document was removed or replaced.", UNDO_ONLY, nearby);
    if (embedded > 0) return;
    for (let k = is.filter(isEmbedded).length; k > 0; k--)
      this.say(
        place,
        "Another document was embedded here (altChunk).",
        "Remove it, and insert its text with Track Changes on instead.",
        nearby,
      );
  }

  private storyText(one: SurfaceLine | undefined, two: SurfaceLine | undefined): void {
    const [was, is] = [one ? shortened(one.text) : "", two ? shortened(two.text) : ""];
    if (was === is) return;
    this.content.push({
      ...this.placeOf(one ?? (two as SurfaceLine)),
      before: was,
      after: is,
      what: `The ${this.story} was changed.`,
      advice: UNDO,
    });
  }

  /** Two lines with the same text. */
  private pair(one: SurfaceLine, two: SurfaceLine, index: number): void {
    if (one.kind === "row") {
      if (one.text !== two.text)
        this.say(one, "Table cells were merged, split, added, or removed.", UNDO_ONLY, { leading: "", trailing: "" });
      return;
    }
    if (one.kind === "embedded") return;
    if (one.startsCell !== two.startsCell && this.story === "")
      this.say(
        one,
        one.text.trim() === "" ? "Table cells were changed." : `${inQuotes(one.text)} is in another table cell.`,
        UNDO_ONLY,
        { leading: "", trailing: "" },
      );
    if (one.atoms.length > 0 || two.atoms.length > 0) this.atoms(one, two, index, true);
    if (one.layout !== two.layout)
      this.looks.push({
        kind: "formatting",
        paragraph: one.number,
        words: "",
        what: `page or section break ${two.layout ? "added" : "removed"}`,
      });
    if (one.text !== two.text) {
      this.links(one, two, false);
      return;
    }
    this.links(one, two, true);
    this.lookOf(one, two);
  }

  /** Equations, pictures, fields and marks of two lines. @param same whether their words are equal */
  private atoms(one: SurfaceLine, two: SurfaceLine, index: number, same: boolean): void {
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
        this.sayAt(one, x, `${this.nameOf(x)} was moved to another place in the sentence.`, UNDO);
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
      this.sayAt(
        line,
        one,
        `${this.nameOf(one)} was ${one.crop === "" ? "cropped" : two.crop === "" ? "shown in full; it was cropped before" : "cropped differently"}.`,
        UNDO_ONLY,
      );
    if (one.looks === two.looks) return;
    for (const name of new Set([...Object.keys(one.looks), ...Object.keys(two.looks)])) {
      const [was, is] = [one.looks[name] ?? "", two.looks[name] ?? ""];
      if (was === is) continue;
      if (name === "stored data") this.refreshed++;
      else if (name === "link")
        this.content.push({
          ...this.around(line, one),
          before: was,
          after: is,
          what: `The link on ${this.nameOf(one)} leads somewhere else.`,
          advice: UNDO_ONLY,
        });
      else
        this.looks.push({
          kind: "formatting",
          paragraph: line.number,
          words: this.nameOf(one),
          what: `${name} changed${name === "size" ? `: ${was} → ${is} points` : ""}`,
        });
    }
  }

  private replaced(line: SurfaceLine, one: Atom, two: Atom): void {
    if (one.kind === "equation") {
      // Changed letters in it are listed as words are.
      if (one.shown !== two.shown) return;
      this.sayAt(
        line,
        one,
        `${this.nameOf(one)} has a different structure: the same characters in different positions (fractions, powers, roots).`,
        UNDO,
      );
    } else if (isField(one.kind)) {
      const reference = /^(?:REF|PAGEREF|NOTEREF)\b/i.test(one.shown) && /^(?:REF|PAGEREF|NOTEREF)\b/i.test(two.shown);
      this.content.push({
        ...this.around(line, one),
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
    } else if (PICTURES.has(one.kind)) this.sayAt(line, one, `${this.nameOf(one)} was replaced.`, PICTURE_BACK);
    else this.sayAt(line, one, `${this.nameOf(one)} was changed.`, UNDO);
  }

  /** What only one side has. Anything found elsewhere was moved. */
  private settleAtoms(a: readonly SurfaceLine[]): void {
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
        if (PICTURES.has(one.atom.kind)) this.sayAt(one.line, one.atom, `${this.nameOf(one.atom)} was moved.`, UNDO);
      } else if (one.atom.kind !== "equation" || one.atom.shown === "") {
        this.sayAt(
          one.line,
          one.atom,
          `${this.nameOf(one.atom)} was removed${shownOf(one.atom)}.`,
          PICTURES.has(one.atom.kind) ? PICTURE_BACK.replace("make the change", "delete it") : UNDO,
        );
      }
    }
    for (const one of this.come) {
      if (moved.has(one) || (one.atom.kind === "equation" && one.atom.shown !== "")) continue;
      const near = a[Math.min(one.index, a.length - 1)] ?? one.line;
      const name = NAMES[one.atom.kind].toLowerCase();
      this.content.push({
        ...this.placeOf(near),
        leading: shortened(one.line.text.slice(Math.max(0, one.atom.at - AROUND), Math.max(0, one.atom.at))),
        trailing: shortened(one.line.text.slice(Math.max(0, one.atom.at) + 1, Math.max(0, one.atom.at) + AROUND)),
        before: "",
        after: "",
        what: `${/^[aeiou]/.test(name) ? "An" : "A"} ${name} was added${shownOf(one.atom)}.`,
        advice: UNDO.replace("Undo it", "Remove it"),
      });
    }
  }

  private links(one: SurfaceLine, two: SurfaceLine, same: boolean): void {
    if (one.links.length === 0 && two.links.length === 0) return;
    const key =
      (line: SurfaceLine) =>
      (link: SurfaceLine["links"][number]): string =>
        same ? `${link.target}\u0001${line.text.slice(link.from, link.to).trim()}` : link.target;
    const [a, b] = [one.links.map(key(one)), two.links.map(key(two))];
    const [kept, came] = [new Set<number>(), new Set<number>()];
    for (const [i, j] of align(a, b)) {
      kept.add(i);
      came.add(j);
    }
    const left = one.links.filter((_, i) => !kept.has(i));
    const right = two.links.filter((_, j) => !came.has(j));
    for (const link of left) {
      const at = right.findIndex((other) => !same || (other.from < link.to && other.to > link.from));
      const other = at < 0 ? undefined : right.splice(at, 1)[0];
      const text = one.text.slice(link.from, link.to);
      const what = !other
        ? `The link on ${inQuotes(text)} was removed.`
        : other.target === link.target
          ? `The link on ${inQuotes(text)} covers different words: ${inQuotes(two.text.slice(other.from, other.to))}.`
          : `The link on ${inQuotes(text)} leads somewhere else.`;
      this.content.push({
        ...this.placeOf(one),
        before: other?.target === link.target ? "" : link.target,
        after: other?.target === link.target ? "" : (other?.target ?? ""),
        what,
        advice: UNDO_ONLY,
      });
    }
    for (const link of right)
      this.content.push({
        ...this.placeOf(one),
        before: "",
        after: link.target,
        what: `A link was added on ${inQuotes(two.text.slice(link.from, link.to))}.`,
        advice: UNDO_ONLY,
      });
  }

  private lookOf(one: SurfaceLine, two: SurfaceLine): void {
    const [x, y] = [this.before.styles, this.after.styles];
    const differentStyle = one.style !== two.style && x.nameOf(one.style) !== y.nameOf(two.style);
    if (one.properties !== two.properties || one.style !== "")
      this.paragraphLook(one, two, x.paragraph(one.properties), y.paragraph(two.properties));
    const [p, q] = [one.spans, two.spans];
    let [i, j] = [0, 0];
    const { length } = one.text;
    let last: { kind: string; what: string; from: number; to: number }[] = [];
    const flush = (from: number): void => {
      for (const event of last) if (event.to < from) this.report(one, event);
      last = last.filter((event) => event.to >= from);
    };
    for (let at = 0; at < length;) {
      while (i + 2 < p.length && (p[i + 2] as number) <= at) i += 2;
      while (j + 2 < q.length && (q[j + 2] as number) <= at) j += 2;
      const to = Math.min(
        length,
        (p[i + 2] as number | undefined) ?? length,
        (q[j + 2] as number | undefined) ?? length,
      );
      const [a, b] = [(p[i + 1] as number | undefined) ?? 0, (q[j + 1] as number | undefined) ?? 0];
      if (!this.sameLook(one.style, a, two.style, b)) {
        const text = one.text.slice(at, to);
        if (new RegExp(`[^\\s${ATOM_MARK}]`).test(text)) {
          for (const [kind, what] of differences(x.run(one.style, a), y.run(two.style, b), differentStyle && a === b)) {
            const going = last.find(
              (event) => event.kind === kind && event.what === what && /^\s*$/.test(one.text.slice(event.to, at)),
            );
            if (going) going.to = to;
            else last.push({ kind, what, from: at, to });
          }
        }
      }
      at = to;
    }
    flush(Number.POSITIVE_INFINITY);
  }

  private sameLook(styleA: string, a: number, styleB: string, b: number): boolean {
    const key = `${a} ${b} ${styleA}\u0000${styleB}`;
    let same = this.known.get(key);
    if (same === undefined) {
      same = differences(this.before.styles.run(styleA, a), this.after.styles.run(styleB, b), false).length === 0;
      this.known.set(key, same);
    }
    return same;
  }

  private report(
    line: SurfaceLine,
    { kind, what, from, to }: { kind: string; what: string; from: number; to: number },
  ): void {
    const raw = line.text.slice(from, to);
    const words = raw.includes(NOTE_MARK) && raw.replaceAll(NOTE_MARK, "").trim() === "" ? "note mark" : shortened(raw);
    if (kind === "formatting" || kind === "concealed") {
      this.looks.push({ kind, paragraph: line.number, words, what });
      return;
    }
    this.content.push({
      ...this.placeOf(line),
      leading: shortened(line.text.slice(Math.max(0, from - AROUND), from).replace(from > AROUND ? /^\S*/ : /^/, "")),
      trailing: shortened(line.text.slice(to, to + AROUND).replace(to + AROUND < line.text.length ? /\S*$/ : /$/, "")),
      before: "",
      after: words,
      what: what.replace("%", `“${words}”`),
      advice:
        kind === "hidden"
          ? "Undo it: the author would no longer see what's in the manuscript. To remove it, delete it with Track Changes on."
          : UNDO,
    });
  }

  private paragraphLook(one: SurfaceLine, two: SurfaceLine, before: Properties, after: Properties): void {
    if (before.style !== after.style) {
      this.looks.push({
        kind: "formatting",
        paragraph: one.number,
        words: shortened(one.text),
        what: `style: ${before.style} → ${after.style}`,
      });
      return;
    }
    for (const [name, word] of PARAGRAPH_WORDS) {
      const [was, is] = [shownValue(before[name]), shownValue(after[name])];
      if (was !== is)
        this.looks.push({
          kind: "formatting",
          paragraph: one.number,
          words: shortened(one.text),
          what: `${word}${name === "left" || name === "first" ? " changed" : `: ${was || "none"} → ${is || "none"}`}`,
        });
    }
  }

  private nameOf(atom: Atom): string {
    const number = this.numbers.get(atom);
    return number !== undefined && NUMBERED.has(atom.kind)
      ? `${NAMES[atom.kind]} ${number}`
      : `A ${NAMES[atom.kind].toLowerCase()}`;
  }

  private placeOf(line: SurfaceLine): UntrackedEdit {
    return {
      section:
        this.story === ""
          ? ""
          : `${this.story === "header" ? "Header" : "Footer"}${line.number > 1 ? ` of section ${line.number}` : ""}`,
      paragraph: this.story === "" ? line.number : 0,
      before: "",
      after: "",
      leading: "",
      trailing: "",
    };
  }

  private around(line: SurfaceLine, atom: Atom): UntrackedEdit {
    const at = Math.max(0, atom.at);
    return {
      ...this.placeOf(line),
      leading: shortened(line.text.slice(Math.max(0, at - AROUND), at)),
      trailing: shortened(line.text.slice(at, at + AROUND)),
    };
  }

  private say(line: SurfaceLine, what: string, advice: string, words: { leading: string; trailing: string }): void {
    this.content.push({ ...this.placeOf(line), ...words, what, advice });
  }

  private sayAt(line: SurfaceLine, atom: Atom, what: string, advice: string): void {
    this.content.push({ ...this.around(line, atom), what, advice });
  }
}

const isField = (kind: AtomKind): boolean => kind === "field" || kind === "citation";
const shownOf = (atom: Atom): string => (isField(atom.kind) && atom.shown !== "" ? ` (${atom.shown})` : "");
/** The number of letters before an atom: its position among the words. */
const placeIn = (line: SurfaceLine, atom: Atom): number =>
  line.text.slice(0, atom.at).replace(/[\ufffb\ufffc]/g, "").length;

/** Words before and after a place between lines, for locating it. */
function nearestWords(lines: readonly SurfaceLine[], at: number): { leading: string; trailing: string } {
  let leading = "";
  for (let i = at - 1; i >= 0 && i > at - 40 && leading === ""; i--)
    if (lines[i]?.kind === "paragraph") leading = shortened((lines[i] as SurfaceLine).text.slice(-AROUND));
  let trailing = "";
  for (let i = at; i < lines.length && i < at + 40 && trailing === ""; i++)
    if (lines[i]?.kind === "paragraph") trailing = shortened((lines[i] as SurfaceLine).text.slice(0, AROUND));
  return { leading, trailing };
}

const RUN_WORDS: Readonly<Record<string, string>> = {
  b: "bold",
  i: "italic",
  strike: "struck through",
  dstrike: "struck through twice",
  caps: "in capitals",
  smallCaps: "in small capitals",
  outline: "outlined",
  shadow: "shadowed",
  emboss: "embossed",
  imprint: "engraved",
  u: "underlined",
};
const VALUE_WORDS: Readonly<Record<string, string>> = {
  u: "underline",
  color: "color",
  highlight: "highlight",
  shd: "shading",
  sz: "size",
  font: "font",
};
const PARAGRAPH_WORDS = [
  ["level", "outline level"],
  ["list", "list"],
  ["alignment", "alignment"],
  ["left", "indent"],
  ["first", "first-line indent"],
] as const;
const shownValue = (value: string | undefined): string => (value === undefined || value === "0" ? "" : value);
const ON_LINE: Readonly<Record<string, string>> = { super: "superscript", sub: "subscript" };

/**
 * The differences between two looks, as [kind, what]. @param styleOnly the format difference comes from the paragraph's
 * style, which is itself listed
 */
function differences(one: Look, two: Look, styleOnly: boolean): [string, string][] {
  const out: [string, string][] = [];
  if (one.script !== two.script)
    out.push([
      "script",
      two.script === ""
        ? `% is no longer ${ON_LINE[one.script]}.`
        : one.script === ""
          ? `% is now ${ON_LINE[two.script]}.`
          : `% is now ${ON_LINE[two.script]}, not ${ON_LINE[one.script]}.`,
    ]);
  if (one.hidden !== two.hidden)
    out.push(["hidden", two.hidden ? "% was hidden." : "%, which was hidden, can be seen now."]);
  const concealed = two.faint && !one.faint;
  if (concealed) out.push(["concealed", "white on white, or too small to read"]);
  if (styleOnly || one.properties === two.properties) return out;
  for (const name of new Set([...Object.keys(one.properties), ...Object.keys(two.properties)])) {
    const [was, is] = [one.properties[name] ?? "", two.properties[name] ?? ""];
    if (was === is || (concealed && (name === "color" || name === "sz"))) continue;
    const adjective = RUN_WORDS[name];
    if (adjective && (name !== "u" || was === "" || is === ""))
      out.push(["formatting", is === "" ? `no longer ${adjective}` : `now ${adjective}`]);
    else if (VALUE_WORDS[name])
      out.push(["formatting", `${VALUE_WORDS[name]}: ${valueShown(name, was)} → ${valueShown(name, is)}`]);
  }
  return out;
}

const valueShown = (name: string, value: string): string =>
  value === ""
    ? name === "color"
      ? "automatic"
      : "none"
    : name === "sz"
      ? `${Number(value) / 2} points`
      : /^[0-9A-F]{6}$/.test(value)
        ? `#${value}`
        : value;
