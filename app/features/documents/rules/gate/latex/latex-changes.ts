/** The changes of an edited LaTeX source with their kinds. */
import { EDITOR, trackedTexts } from "../../compare/tracked-models.ts";
import { exploreDocx } from "../../explore/explore-docx.ts";
import type { IsWord } from "../../kinds/dictionary.ts";
import { type EditKind, stricter, strictest } from "../../kinds/edit-kind.ts";
import type { JudgedChange } from "../../kinds/judge-kinds.ts";
import type { TexProject } from "../../readers/read-tex.ts";
import { HEADINGS } from "../../readers/tex/tex-vocabulary.ts";
import { changesToJudge } from "../rule-verdict.ts";
import type { LatexSide } from "./gate-latex.ts";
import { filesChanged, itemsChanged, preambleLines } from "./latex-findings.ts";
import { type LatexItem, latexItems } from "../../readers/tex/tex-items.ts";
import { printedText, shownText } from "./latex-shown.ts";

/**
 * Every difference between two sources, with its kind: those of the text in reading order, then those of code, the
 * preamble, and the project's files. Comments in the source aren't compared.
 */
export function latexChanges(source: LatexSide, copy: LatexSide, isWord?: IsWord): JudgedChange[] {
  const { changes, complete } = changesOfText(source.project, copy.project, isWord);
  return [...changes, ...changesOfCode(source, copy, complete)];
}

/**
 * Formulas, citations, and references have a character each while the words are compared, so that a change in one is a
 * change of the whole. A text that both sides have gets its own while there are some left, and so does one that only one
 * side has.
 */
const SHARED = { from: 0xe200, to: 0xefff };
const OWN = { from: 0xf000, to: 0xf8fd };
const [LAST_OF_SOURCE, LAST_OF_COPY] = ["\uf8fe", "\uf8ff"];
const HELD = /[\ue200-\uf8ff]/g;

type Held = { text: string; kind: LatexItem["kind"] };

/** `complete` is false if there were more formulas than characters for them, so that they have to be compared apart. */
function changesOfText(
  source: TexProject,
  copy: TexProject,
  isWord: IsWord | undefined,
): { changes: JudgedChange[]; complete: boolean } {
  const [one, two] = [source, copy].map((side) => new Set(latexItems(printedText(side)).map((item) => item.text)));
  const held = new Map<string, Held>();
  const signs = new Map<string, string>();
  let [shared, own] = [SHARED.from, OWN.from];
  const holder =
    (last: string) =>
    (text: string, kind: LatexItem["kind"]): string => {
      const key = text.replace(/\s+/g, " ");
      const known = signs.get(key);
      if (known !== undefined) return known;
      const sign =
        one?.has(key) && two?.has(key)
          ? String.fromCharCode(Math.min(shared++, SHARED.to))
          : own > OWN.to
            ? last
            : String.fromCharCode(own++);
      signs.set(key, sign);
      held.set(sign, { text, kind });
      return sign;
    };
  const tracked = trackedTexts(
    shownText(source, holder(LAST_OF_SOURCE)),
    shownText(copy, holder(LAST_OF_COPY)),
    EDITOR,
  );
  const written = (text: string): string => text.replace(HELD, (sign) => held.get(sign)?.text ?? "");
  const itemsIn = (text: string): Held[] => (text.match(HELD) ?? []).flatMap((sign) => held.get(sign) ?? []);
  const all = changesToJudge(exploreDocx(tracked, isWord).changes, null, tracked, null);
  const changes = all.map((change): JudgedChange => {
    const [gone, come] = [itemsIn(change.deleted), itemsIn(change.inserted)];
    if (gone.length + come.length === 0) return change;
    const ofItems = kindOfItems(gone, come);
    const words = /[\p{L}\p{N}]/u.test((change.deleted + change.inserted).replace(HELD, ""));
    return {
      ...change,
      kind: words ? stricter(change.kind, ofItems) : ofItems,
      deleted: written(change.deleted),
      inserted: written(change.inserted),
    };
  });
  return { changes, complete: shared <= SHARED.to + 1 && own <= OWN.to + 1 };
}

const KIND_OF: Record<LatexItem["kind"], EditKind> = {
  equation: "numbers-data",
  citation: "citations",
  label: "labels",
  code: "numbers-data",
  format: "formatting",
};
/** A citation without its command: \citet{doe} and \citep{doe} name the same source. */
const citedIn = (items: readonly Held[]): string =>
  items.map((one) => one.text.replace(/^\\[a-zA-Z]+\*?/, "")).join(" ");

function kindOfItems(gone: readonly Held[], come: readonly Held[]): EditKind {
  const all = [...gone, ...come];
  if (all.every((one) => one.kind === "citation") && citedIn(gone) === citedIn(come)) return "reference-format";
  return strictest(all.map((one) => KIND_OF[one.kind])) ?? "numbers-data";
}

/** Lists, floats, and other environments around text. */
const ENVIRONMENT = /^\\(?:begin|end)\{[^}]*\}(?:\[[^\]]*\]|\{[^}]*\})*$|^\\(?:item|par)\b/;
/** Commands whose text is compared with the rest. */
const WITH_TEXT = new Set(
  [
    ...Object.keys(HEADINGS),
    "title",
    "subtitle",
    "author",
    "date",
    "thanks",
    "caption",
    "footnote",
    "footnotetext",
  ].map((name) => `\\${name}`),
);

function changesOfCode(source: LatexSide, copy: LatexSide, complete: boolean): JudgedChange[] {
  const changes: JudgedChange[] = [];
  const add = (kind: EditKind, section: string, deleted: string, inserted: string) =>
    changes.push({ ids: [], kind, close: false, section, paragraph: 0, deleted, inserted });
  itemsChanged(source.project.text, copy.project.text, (kind, section, before, after) => {
    if (complete && kind !== "code" && kind !== "format") return;
    const text = before || after;
    if (WITH_TEXT.has(/^\\[a-zA-Z]+/.exec(text)?.[0] ?? "")) return;
    if (ENVIRONMENT.test(text)) add("headings-structure", section, before, after);
    else if (text.startsWith("\\bibitem")) add("citations", section, before, after);
    else add(KIND_OF[kind], section, before, after);
  });
  for (const [before, after] of preambleLines(source.project.text, copy.project.text))
    add(
      /\\(?:\w*command|[gex]?def|let|Declare\w+)\b/.test(before + after) ? "numbers-data" : "formatting",
      "",
      before,
      after,
    );
  for (const { name, before, after } of filesChanged(source.others, copy.others))
    add(/\.bib$/i.test(name) ? "citations" : "numbers-data", "", before ? name : "", after ? name : "");
  return changes;
}
