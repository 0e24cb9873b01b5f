/** What the author sees of a re-edit's count: the sections and the sentences. */
import { align } from "../compare/align.ts";
import { noneOf, type ReEdit, type ReEditSentence, type SentenceKind } from "./re-edit-count.ts";
import type { Paragraph, TextModel } from "../readers/text-model.ts";

const MOST_LISTED = 600;
const LONGEST = 900;

export type Place = {
  text: string;
  /** Its normalized form. */
  form: string;
  words: number;
  cjk: number;
  paragraph: Paragraph;
  /** The paragraph's number among those with text, from 1. */
  at: number;
  kind: SentenceKind;
  /** The earlier version of a changed sentence. */
  was: Place | null;
};

/** Words by kind and section. A paragraph's sentences never total more than the paragraph, however it was divided. */
export function countsOf(version: TextModel, before: readonly Place[], after: readonly Place[]) {
  const sections = version.sections.map(({ id }) => ({ id, words: noneOf(), sentences: noneOf(), billable: 0 }));
  const words = noneOf();
  const sentences = noneOf();
  for (let from = 0; from < after.length;) {
    const { paragraph } = after[from]!;
    const own = noneOf();
    const many = noneOf();
    let charged = 0;
    let to = from;
    for (; to < after.length && after[to]!.paragraph === paragraph; to++) {
      const place = after[to]!;
      own[place.kind] += place.words;
      many[place.kind]++;
      if (place.kind === "changed" || place.kind === "new") charged += place.words - place.cjk / 2;
    }
    from = to;
    // Words outside its sentences (such as an automatic number) count as the paragraph's first kind.
    const first = (["unchanged", "moved", "changed", "new"] as const).find((kind) => many[kind] > 0)!;
    let rest = paragraph.words;
    for (const kind of ["new", "changed", "moved", "unchanged"] as const) {
      own[kind] = Math.min(own[kind], rest);
      rest -= own[kind];
    }
    own[first] += rest;
    const whole = paragraph.words - paragraph.cjk / 2;
    const section = sections[paragraph.section];
    for (const kind of ["unchanged", "moved", "changed", "new"] as const) {
      words[kind] += own[kind];
      sentences[kind] += many[kind];
      if (!section) continue;
      section.words[kind] += own[kind];
      section.sentences[kind] += many[kind];
    }
    if (section) section.billable += many.unchanged + many.moved === 0 ? whole : Math.min(charged, whole);
  }
  for (const place of before) {
    if (place.kind !== "removed") continue;
    words.removed += place.words;
    sentences.removed++;
  }
  return { words, sentences, sections };
}

export function listOf(
  delivered: TextModel,
  before: readonly Place[],
  version: TextModel,
  after: readonly Place[],
): Pick<ReEdit, "listed" | "unlisted"> {
  const titleOf = (model: TextModel, { paragraph }: Place): string => {
    const section = model.sections[paragraph.section];
    return section && section.level > 0 ? section.title : "";
  };
  const listed: ReEditSentence[] = [];
  let unlisted = 0;
  const list = (model: TextModel, place: Place): void => {
    if (place.kind === "unchanged") return;
    if (listed.length >= MOST_LISTED) unlisted++;
    else
      listed.push({
        kind: place.kind,
        section: titleOf(model, place),
        sectionId: place.kind === "removed" ? null : (model.sections[place.paragraph.section]?.id ?? null),
        paragraph: place.at,
        words: place.words,
        parts: place.was ? partsOf(place.was.text, place.text) : [{ what: "same", text: cut(place.text) }],
      });
  };
  for (const place of after) list(version, place);
  for (const place of before) if (place.kind === "removed") list(delivered, place);
  return { listed, unlisted };
}

const cut = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);

/** A sentence's changes, by word. */
function partsOf(before: string, after: string): ReEditSentence["parts"] {
  if (before.length + after.length > 4 * LONGEST)
    return [
      { what: "out", text: cut(before) },
      { what: "in", text: cut(after) },
    ];
  const split = (text: string): string[] =>
    text.match(/[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff]|\s+|[^\s\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff]+/gu) ?? [];
  const [a, b] = [split(before), split(after)];
  const parts: ReEditSentence["parts"] = [];
  const add = (what: "same" | "out" | "in", text: string): void => {
    if (text === "") return;
    const last = parts.at(-1);
    if (last?.what === what) last.text += text;
    else parts.push({ what, text });
  };
  let i = 0;
  let j = 0;
  for (const [x, y] of [...align(a, b), [a.length, b.length] as const]) {
    add("out", a.slice(i, x).join(""));
    add("in", b.slice(j, y).join(""));
    add("same", a[x] ?? "");
    i = x + 1;
    j = y + 1;
  }
  return parts;
}
