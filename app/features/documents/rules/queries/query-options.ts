/** Choices offered by an editor's comment, and what each would change in its words. Precision over recall. */

export type QueryEdit =
  | { kind: "keep" }
  | { kind: "delete" }
  | { kind: "replace"; /** The passage's words to replace. */ from: string; text: string };

export type QueryOption = {
  /** The button's label. */
  label: string;
  /** Its change to the passage; null for an answer in words only. */
  edit: QueryEdit | null;
};

/** A passage, as needed to evaluate options. */
export type Passage = { quote: string; leading: string; trailing: string };

/** How many characters of a comment are examined. */
const MAX_COMMENT = 4_000;
const MAX_OPTION_WORDS = 12;
const MAX_DELETED_WORDS = 80;
const QUOTED = String.raw`(?:“([^“”]{1,120})”|„([^„“”]{1,120})[“”]|"([^"]{1,120})"|«\s?([^«»]{1,120}?)\s?»|»([^«»]{1,120})«|(?<![\p{L}\p{N}])[‘']([^‘’']{1,120})[’'](?![\p{L}\p{N}])|‚([^‚‘’]{1,120})[‘’])`;
const OR = String.raw`(?:or|oder|ou|o)`;
const EACH_QUOTED = new RegExp(QUOTED, "gu");
const ALL_QUOTED = new RegExp(`^${QUOTED}$`, "u");
const CHOICE = new RegExp(
  String.raw`${QUOTED}(?:\s*,\s*${QUOTED}){0,4}\s*,?\s+(?:rather )?${OR}\s+(?:rather |perhaps |should it be |instead )?${QUOTED}`,
  "iu",
);
const BETWEEN = new RegExp(String.raw`\s*,?\s+(?:rather )?${OR}\s+`, "iu");
const MEANS =
  /\b(?:(?:do|did) you (?:mean|want|intend)|should (?:this|it|that) (?:be|read|say)|(?:is|was) (?:this|it|that)(?: meant to be| supposed to be)?|is it|better|prefer|change(?: this| it)? to|perhaps|meinen Sie|meinst du|ist gemeint|ist hier gemeint|soll(?:te)? (?:es|das|hier)|heißt (?:es|das)|besser|lieber)\b[\s:,]*/iu;

const wordsIn = (text: string): number =>
  text
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== "").length;
const fold = (text: string): string => text.trim().replace(/[’‘]/g, "'").replace(/\s+/gu, " ").toLowerCase();

/** Finds words in a passage as whole words, if they occur exactly once. Returns the passage's own spelling. */
export function onceIn(passage: string, wanted: string): string | null {
  const needle = wanted.trim();
  if (needle === "") return null;
  const pattern = needle
    .split(/\s+/u)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/['’‘]/g, "['’‘]"))
    .join(String.raw`\s+`);
  const found = [...passage.matchAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])`, "giu"))];
  return found.length === 1 ? (found[0] as RegExpMatchArray)[0] : null;
}

/**
 * A comment's choices.
 * @param passage its words with all tracked changes accepted, and their surroundings
 * @returns none unless the answer is clearly one of a few
 */
export function optionsIn(comment: string, passage: Passage): QueryOption[] {
  const text = comment.slice(0, MAX_COMMENT).replace(/\s+/gu, " ").trim();
  if (passage.quote.includes("\n")) return enumerated(text, { ...passage, quote: "" });
  return (
    alternatives(text, passage) ??
    enumeratedOrNone(text, passage) ??
    deletion(text, passage) ??
    proposal(text, passage) ??
    []
  );
}

/** "‘affect’ or ‘effect’?", "Do you mean affect or effect?" */
function alternatives(text: string, passage: Passage): QueryOption[] | null {
  const quoted = CHOICE.exec(text);
  if (quoted) {
    // A statement about the words isn't a choice.
    if (!asksAfter(text, quoted.index + quoted[0].length)) return null;
    const all = [...quoted[0].matchAll(EACH_QUOTED)].map((match) =>
      (match.slice(1).find((one) => one !== undefined) ?? "").trim(),
    );
    return offer(all, passage, true);
  }
  for (const sentence of questionsOf(text)) {
    const plain = sentence.replace(/\?+$/, "");
    const lead = MEANS.exec(plain);
    const rest = lead ? plain.slice(lead.index + lead[0].length) : plain;
    // Without a phrase that asks for the wording, only a question that consists of the choice counts.
    if (lead && lead.index > 40) continue;
    const pieces = rest.split(BETWEEN);
    if (
      pieces.length !== 2 ||
      pieces.some((piece) => wordsIn(piece) === 0 || wordsIn(piece) > 4 || /[.:;()]/.test(piece))
    )
      continue;
    const made = offer(
      pieces.map((piece) => piece.replace(/^["'“‘„]|["'”’“]$/gu, "").trim()),
      passage,
      false,
    );
    if (made) return made;
  }
  return null;
}

/** Wordings to choose from. One must be in the passage or, if quoted, the passage must have about their length. */
function offer(wordings: readonly string[], passage: Passage, quoted: boolean): QueryOption[] | null {
  const distinct = [...new Map(wordings.map((one) => [fold(one), one])).values()];
  if (
    distinct.length < 2 ||
    distinct.length > 5 ||
    distinct.some((one) => one === "" || wordsIn(one) > MAX_OPTION_WORDS)
  )
    return null;
  const there = distinct.map((one) => onceIn(passage.quote, one));
  const standing = there.filter((one) => one !== null);
  if (standing.length === 1) {
    const from = standing[0] as string;
    return distinct.map((one, i) =>
      there[i] !== null
        ? { label: `Keep “${from}”`, edit: { kind: "keep" } }
        : {
            label: `Replace “${from}” with “${likeIn(from, one)}”`,
            edit: { kind: "replace", from, text: likeIn(from, one) },
          },
    );
  }
  if (standing.length > 1) {
    // If one contains the other ("the data" or "data"), the longer is the one in the text.
    const longest = standing.reduce((a, b) => (b.length > a.length ? b : a));
    if (!standing.every((one) => fold(longest).includes(fold(one)))) return null;
    return distinct.map((one) =>
      fold(one) === fold(longest)
        ? { label: `Keep “${longest}”`, edit: { kind: "keep" } }
        : {
            label: `Replace “${longest}” with “${likeIn(longest, one)}”`,
            edit: { kind: "replace", from: longest, text: likeIn(longest, one) },
          },
    );
  }
  if (!quoted) return null;
  if (!distinct.every((one) => fits(one, passage))) return distinct.map((one) => ({ label: `“${one}”`, edit: null }));
  const whole = passage.quote.trim();
  return [
    ...distinct.map((one): QueryOption => ({
      label: `Replace “${whole}” with “${likeIn(whole, one)}”`,
      edit: { kind: "replace", from: whole, text: likeIn(whole, one) },
    })),
    { label: `Keep “${whole}”`, edit: { kind: "keep" } },
  ];
}

/** Whether words could replace the whole passage: about its length, and not already next to it. */
function fits(wording: string, { quote, leading, trailing }: Passage): boolean {
  const size = wordsIn(quote);
  if (size === 0 || size > Math.max(4, 2 * wordsIn(wording) + 1)) return false;
  // A sentence's end, or several sentences.
  if (/[.?!](?:\s|$)/u.test(quote.trim()) && !/[.?!]$/u.test(wording)) return false;
  const words = fold(wording).split(" ");
  const before = ` ${fold(leading)}`;
  const after = `${fold(trailing).replace(/\p{P}/gu, "")} `;
  return words.every(
    (_, i) =>
      !before.endsWith(` ${words.slice(0, i + 1).join(" ")}`) && !after.startsWith(`${words.slice(i).join(" ")} `),
  );
}

/** A wording that replaces a capitalized one is capitalized. */
const likeIn = (standing: string, wording: string): string =>
  /^\p{Lu}\p{Ll}/u.test(standing) && /^\p{Ll}/u.test(wording) && fold(standing) === standing.toLowerCase()
    ? wording.charAt(0).toUpperCase() + wording.slice(1)
    : wording;

/** "(a) ... (b) ...": named answers, and edits if they're quoted wordings. */
function enumerated(text: string, passage: Passage): QueryOption[] {
  const marks = [...text.matchAll(/(?:^|[\s:;,.])\(?([a-e]|[1-5]|i{1,3}|iv|v)\)\s+/giu)];
  if (marks.length < 2 || !inOrder(marks.map((mark) => (mark[1] ?? "").toLowerCase()))) return [];
  const items = marks.map((mark, i) => {
    const from = (mark.index ?? 0) + mark[0].length;
    const raw = text.slice(from, i + 1 < marks.length ? (marks[i + 1] as RegExpMatchArray).index : undefined);
    // The last one ends with its sentence.
    const item = i + 1 < marks.length ? raw : (/^.*?[.?!](?=\s|$)/u.exec(raw)?.[0] ?? raw);
    return item
      .trim()
      .replace(/[\s,;:.?!]+(?:or|and|oder|und)?[\s,;:.?!]*$/iu, "")
      .trim();
  });
  if (items.some((item) => item === "" || wordsIn(item) > 25)) return [];
  const wordings = items.map(
    (item) =>
      ALL_QUOTED.exec(item)
        ?.slice(1)
        .find((one) => one !== undefined)
        ?.trim() ?? null,
  );
  if (wordings.every((one) => one !== null) && passage.quote !== "") {
    const made = offer(wordings, passage, true);
    if (made) return made;
  }
  return items.map((item, i) => ({ label: `(${(marks[i] as RegExpMatchArray)[1]}) ${item}`, edit: null }));
}

const enumeratedOrNone = (text: string, passage: Passage): QueryOption[] | null => {
  const found = enumerated(text, passage);
  return found.length > 0 ? found : null;
};

const ORDERS = [
  ["a", "b", "c", "d", "e"],
  ["1", "2", "3", "4", "5"],
  ["i", "ii", "iii", "iv", "v"],
];
const inOrder = (marks: readonly string[]): boolean =>
  ORDERS.some((order) => marks.length <= order.length && marks.every((mark, i) => mark === order[i]));

const WHAT = String.raw`(?:this|it|that|these|these words|this (?:word|phrase|sentence|clause|paragraph|part)|the (?:word|phrase|sentence|clause|passage))`;
const DELETE = new RegExp(
  String.raw`^(?:(?:ok|okay|fine|all right|alright)\s+to\s+|(?:should|shall|can|could|may|might)\s+(?:I|we|you)\s+|perhaps\s+|maybe\s+)?(?:delete|remove|cut|omit|strike(?: out)?|drop)(?:\s+${WHAT})?(?:\s+here)?\?$`,
  "iu",
);
const DELETED = new RegExp(
  String.raw`^(?:can|could|should|may|might)\s+${WHAT}\s+be\s+(?:deleted|removed|cut|omitted|dropped)\?$`,
  "iu",
);
const STREICHEN =
  /^(?:(?:kann|könnte|soll(?:te)?|darf)\s+(?:ich|man|das|dies(?:er|es)?(?: \p{L}+)?|es)\s+(?:das |dies |es )?(?:weg|entfallen|gestrichen werden|gelöscht werden|streichen|löschen|weglassen)|(?:das |dies |hier )?(?:streichen|löschen|weglassen|entfernen))\?$/iu;

/** "Delete?", "Can this sentence be cut?", "Streichen?" */
function deletion(text: string, passage: Passage): QueryOption[] | null {
  const size = wordsIn(passage.quote);
  if (size === 0 || size > MAX_DELETED_WORDS) return null;
  if (
    !questionsOf(text).some((sentence) => DELETE.test(sentence) || DELETED.test(sentence) || STREICHEN.test(sentence))
  )
    return null;
  return [
    { label: "Yes, delete it", edit: { kind: "delete" } },
    { label: "No, keep it", edit: { kind: "keep" } },
  ];
}

const PROPOSES = new RegExp(
  String.raw`^(?:(?:do|did) you mean|should (?:this|it|that) (?:be|read|say)|change(?: (?:this|it))? to|perhaps|maybe|better|read|meinen Sie|meinst du|soll(?:te)? (?:es|das|hier)|besser|lieber|vielleicht)?[\s:,]*${QUOTED}(?:\s*(?:heißen|lauten|stehen|instead|here))?\s*\?$`,
  "iu",
);

/** "Should this be ‘effect’?" */
function proposal(text: string, passage: Passage): QueryOption[] | null {
  for (const sentence of questionsOf(text)) {
    const wording = PROPOSES.exec(sentence)
      ?.slice(1)
      .find((one) => one !== undefined)
      ?.trim();
    if (wording === undefined || wordsIn(wording) > MAX_OPTION_WORDS || !fits(wording, passage)) continue;
    // A comment that quotes other words is about them, not the passage.
    if (
      [...text.matchAll(EACH_QUOTED)].some((match) =>
        match
          .slice(1)
          .every((one) => one === undefined || (fold(one) !== fold(wording) && onceIn(passage.quote, one) === null)),
      )
    )
      continue;
    const whole = passage.quote.trim();
    if (fold(wording) === fold(whole)) return null;
    return [
      {
        label: `Replace “${whole}” with “${likeIn(whole, wording)}”`,
        edit: { kind: "replace", from: whole, text: likeIn(whole, wording) },
      },
      { label: `Keep “${whole}”`, edit: { kind: "keep" } },
    ];
  }
  return null;
}

/** A text's sentences that end in a question mark. */
const questionsOf = (text: string): string[] =>
  (
    text
      .replace(/^(?:(?:AU|AQ|Author query|Query|Frage|Rückfrage)\s*\d*\s*[:.)]\s*)/iu, "")
      .match(/[^.?!]+[.!?]+["”’)]*\s*/gu) ?? []
  )
    .map((one) => one.trim())
    .filter((one) => one.endsWith("?"));

/** Whether the sentence at a position ends in a question mark. */
const asksAfter = (text: string, at: number): boolean =>
  /^[^.!?]*\?/u.test(text.slice(at)) || /^[^.!?]{0,3}$/u.test(text.slice(at));
