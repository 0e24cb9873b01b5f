/** Annotations of a PDF: what somebody marked or wrote on its pages, without changing them. */
import { ownValue } from "#app/platform/rules/core/own-value.ts";
import type { UntrackedEdit } from "../../docx/change-stats.ts";
import { type Finding, findingKeys, severityOf } from "../findings.ts";
import { onPage } from "./compare-pages.ts";
import { type Box, isNear } from "./drawn-page.ts";

export type PdfAnnotation = {
  /** From 1. */
  page: number;
  /** What viewers call it: "Highlight", "Note". */
  kind: string;
  author: string;
  text: string;
  /** The words of the page that it marks, "" if it doesn't mark any. */
  marked: string;
  /** It answers another annotation. */
  reply: boolean;
};

/** With its place, for comparing. */
export type PlacedAnnotation = PdfAnnotation & { subtype: string; box: Box };

const KINDS: Readonly<Record<string, string>> = {
  Text: "Note",
  Highlight: "Highlight",
  Underline: "Underline",
  Squiggly: "Squiggly underline",
  StrikeOut: "Strikethrough",
  Caret: "Insertion",
  FreeText: "Text box",
  Stamp: "Stamp",
  Ink: "Drawing",
  Line: "Line",
  Square: "Rectangle",
  Circle: "Ellipse",
  Polygon: "Polygon",
  PolyLine: "Line",
  Redact: "Redaction mark",
  Link: "Link",
};
export const annotationKind = (subtype: string): string => ownValue(KINDS, subtype) ?? subtype;

/** Can hold programs, films, or files. An edit needs none of them. */
const FOREIGN = new Set(["FileAttachment", "RichMedia", "Screen", "Movie", "Sound", "3D"]);

const MAX_TEXT = 300;
const brief = ({ kind, text, marked }: PdfAnnotation): string =>
  `${kind}${text ? `: ${text}` : marked ? ` on “${marked}”` : ""}`.slice(0, MAX_TEXT);
const sameText = (one: PdfAnnotation, two: PdfAnnotation): boolean =>
  one.text === two.text && one.author === two.author && one.marked === two.marked;

type AnnotationChanges = {
  /** The editor's. */
  added: PlacedAnnotation[];
  /** The author's that are gone or different, for the editor to confirm. */
  findings: Finding[];
  /** What can't be delivered. */
  refused: UntrackedEdit[];
};

/** Which annotations of a copy are new, and what happened to those that the source had. */
export function annotationChanges(
  source: readonly PlacedAnnotation[],
  copy: readonly PlacedAnnotation[],
): AnnotationChanges {
  const byPlace = new Map<string, PlacedAnnotation[]>();
  const placeOf = ({ page, subtype }: PlacedAnnotation): string => `${page} ${subtype}`;
  for (const one of copy) {
    const here = byPlace.get(placeOf(one));
    if (here) here.push(one);
    else byPlace.set(placeOf(one), [one]);
  }
  const kept = new Set<PlacedAnnotation>();
  const take = (of: PlacedAnnotation, same: (one: PlacedAnnotation) => boolean): PlacedAnnotation | undefined => {
    const found = byPlace.get(placeOf(of))?.find((one) => !kept.has(one) && same(one));
    if (found) kept.add(found);
    return found;
  };
  const missing = source.filter((of) => !take(of, (one) => isNear(one.box, of.box) && sameText(one, of)));
  const findings: Finding[] = [];
  const keyOf = findingKeys();
  for (const of of missing) {
    const changed = take(of, (one) => isNear(one.box, of.box)) ?? take(of, (one) => sameText(one, of));
    const [before, after] = [brief(of), changed ? brief(changed) : ""];
    // Moved, but otherwise the same.
    if (before === after && changed?.author === of.author) continue;
    findings.push({
      key: keyOf("annotation", of.page, before, after),
      kind: "annotation",
      severity: severityOf("annotation"),
      section: `Page ${of.page}`,
      paragraph: 0,
      before,
      after: before === after ? `${after} (now by ${changed?.author || "nobody"})` : after,
      leading: "",
      trailing: "",
    });
  }
  const added = copy.filter((one) => !kept.has(one));
  return {
    added: added.filter((one) => !FOREIGN.has(one.subtype)),
    findings,
    refused: added
      .filter((one) => FOREIGN.has(one.subtype))
      .map((one) =>
        onPage(
          one.page,
          "A file, film, or sound is attached.",
          { after: brief(one) },
          "Remove it, and save the file again.",
        ),
      ),
  };
}
