import { readAnchors, BARRIER, commentedParts, paragraphOf, stretchesOf, type Anchor } from "./comment-anchors.ts";
import { openDocx, type DocxPackage } from "../docx/docx-package.ts";
import { accepted } from "../docx/revise-docx.ts";
import type { MathNode } from "../equations/equation.ts";
import { type Formulas, formulasIn } from "../explore/formulas-in.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { optionsIn, type QueryOption } from "./query-options.ts";
import type { DocumentComment, TextModel } from "../readers/text-model.ts";

/** Questions to the author in a document's comments. */

/** A comment written before the question. */
export type Said = { author: string; text: string };

/** A formula's letters in one of a passage's three texts, and what they look like. */
export type PassageFormula = {
  part: "leading" | "quote" | "trailing";
  from: number;
  to: number;
  nodes: readonly MathNode[];
};

/** A comment with its replies, seen as a question. */
export type DocumentQuery = {
  /** The id of the comment that starts the thread, where the answer goes. */
  id: string;
  /** The asking comment's author, date (as in the file) and text, with additions by the same person. */
  author: string;
  date: string;
  text: string;
  said: Said[];
  /** Its section's title, "" in a document without sections. */
  section: string;
  /** Its anchored words with tracked changes accepted; "" for a position. At most 600 characters. */
  quote: string;
  /** A tracked change deletes the words. */
  deleted: boolean;
  /** At most 160 characters before and after, for locating it. */
  leading: string;
  trailing: string;
  /** The formulas among these words. Without one, an equation is its letters. */
  formulas: PassageFormula[];
  resolved: boolean;
  /** Whether it's a question, judging by its words. */
  asks: boolean;
  options: QueryOption[];
  /** Whether the words are plain text in one paragraph, which allows applying a choice. */
  editable: boolean;
};

/** How many characters of a comment are examined. */
const MAX_COMMENT = 20_000;
const MAX_QUOTE = 600;
const MAX_CONTEXT = 160;

/**
 * Every comment thread of a .docx as a question to its author, in the order of the comments. Resolved threads aren't
 * questions, nor are those that somebody else has answered.
 * @param known comments from before the edit, which are the author's own and left out
 * @throws Refused if it isn't a readable .docx
 */
export function readQueries(
  input: Uint8Array | DocxPackage,
  known: readonly Pick<DocumentComment, "author" | "text">[] = [],
): DocumentQuery[] {
  const docx = input instanceof Uint8Array ? openDocx(input) : input;
  if (!docx.comments) return [];
  const model = readDocx(docx);
  const anchors = readAnchors(commentedParts(docx));
  const before = new Set(known.map(keyOf));
  const formulas = formulasIn(accepted(docx));
  const replies = new Map<string, DocumentComment[]>();
  const byId = new Map(model.comments.map((comment) => [comment.id, comment]));
  for (const comment of model.comments) {
    const root = rootOf(comment, byId);
    if (root !== comment) replies.set(root.id, [...(replies.get(root.id) ?? []), comment]);
  }
  return model.comments.flatMap((root) => {
    if (rootOf(root, byId) !== root) return [];
    const thread = [root, ...(replies.get(root.id) ?? [])];
    if (thread.every((comment) => before.has(keyOf(comment)))) return [];
    return [queryOf(thread, anchors.get(root.id) ?? null, model, before, formulas)];
  });
}

const keyOf = (comment: Pick<DocumentComment, "author" | "text">): string => `${comment.author}\n${comment.text}`;

function rootOf(comment: DocumentComment, byId: ReadonlyMap<string, DocumentComment>): DocumentComment {
  let at = comment;
  for (let steps = 0; steps < 100; steps++) {
    const up = at.replyTo === null ? undefined : byId.get(at.replyTo);
    if (!up || up === at) return at;
    at = up;
  }
  return at;
}

function queryOf(
  thread: readonly DocumentComment[],
  anchor: Anchor | null,
  model: TextModel,
  before: ReadonlySet<string>,
  formulas: Formulas,
): DocumentQuery {
  const root = thread[0] as DocumentComment;
  // The last one to ask without somebody else's answer since.
  let at = thread.length - 1;
  while (
    at > 0 &&
    !asks((thread[at] as DocumentComment).text) &&
    (thread[at - 1] as DocumentComment).author === (thread[at] as DocumentComment).author
  )
    at--;
  const asking = thread[at] as DocumentComment;
  const text = thread
    .slice(at)
    .map((comment) => comment.text)
    .join("\n\n");
  const passage = { quote: anchor?.quote ?? "", leading: anchor?.leading ?? "", trailing: anchor?.trailing ?? "" };
  // White space at the ends belongs to the surrounding text.
  const words = passage.quote.trim();
  const begin = passage.quote.indexOf(words);
  const leading = passage.leading + passage.quote.slice(0, begin);
  const trailing = passage.quote.slice(begin + words.length) + passage.trailing;
  const paragraph = root.paragraph;
  const open = !root.resolved && asking.text !== "" && asks(asking.text) && !before.has(keyOf(asking));
  const shown = {
    quote: cut(words, MAX_QUOTE),
    leading: leading.length > MAX_CONTEXT ? `…${leading.slice(-MAX_CONTEXT).replace(/^\S*\s/, "")}` : leading,
    trailing: trailing.length > MAX_CONTEXT ? `${trailing.slice(0, MAX_CONTEXT).replace(/\s\S*$/, "")}…` : trailing,
  };
  return {
    id: root.id,
    author: asking.author,
    date: asking.date,
    text,
    said: thread.slice(0, at).map((one) => ({ author: one.author, text: one.text })),
    section: paragraph ? (model.sections[paragraph.section]?.title ?? "") : "",
    deleted: anchor?.deleted ?? false,
    ...shown,
    formulas: formulasOf({ quote: words, leading, trailing }, shown, anchor?.equations ?? [], formulas),
    resolved: root.resolved,
    asks: open,
    options: anchor && !anchor.deleted ? optionsIn(asking.text, passage) : [],
    editable: anchor !== null && isEditable(anchor),
  };
}

type Passage = Pick<DocumentQuery, "quote" | "leading" | "trailing">;

/** A passage's formulas, with their places in its texts as they're shown. */
function formulasOf(
  { quote, leading, trailing }: Passage,
  shown: Passage,
  equations: Anchor["equations"],
  formulas: Formulas,
): PassageFormula[] {
  const whole = leading + quote + trailing;
  // Each text's place in the whole, and what of it is shown: the end of what's before, the beginning of the others.
  const begin = leading.length;
  const end = begin + quote.length;
  const parts = [
    { part: "leading", from: begin - uncut(shown.leading, leading), to: begin, at: shown.leading.length },
    { part: "quote", from: begin, to: begin + uncut(shown.quote, quote), at: 0 },
    { part: "trailing", from: end, to: end + uncut(shown.trailing, trailing), at: 0 },
  ] as const;
  return equations.flatMap(([from, to]) => {
    const place = parts.find((one) => from >= one.from && to <= one.to);
    const nodes = place && formulas(whole.slice(from, to));
    if (!nodes) return [];
    const offset = place.part === "leading" ? place.at - place.to : -place.from;
    return [{ part: place.part, from: from + offset, to: to + offset, nodes }];
  });
}

/** How many characters of a text are shown, without the sign for what was cut. */
const uncut = (shown: string, text: string): number => (shown === text ? text.length : shown.length - 1);

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).replace(/\s\S*$/, "")}…` : text;

/** The range is in one paragraph and contains only plain text. */
function isEditable(anchor: Anchor): boolean {
  const paragraph = paragraphOf(anchor);
  if (!paragraph) return false;
  const { stretches, from, to } = stretchesOf(paragraph, anchor);
  const text = stretches
    .map((one) => one.text)
    .join("")
    .slice(from, to);
  return from >= 0 && to > from && text.trim() !== "" && !text.includes(BARRIER);
}

// Question detection

const PREFIX =
  /^\W{0,2}(?:AU|AQ|A\/Q|Author query|Author question|Query|QUERY|Frage(?: an (?:die|den) Autor(?:in|en)?)?|Rückfrage|Nachfrage|An (?:die|den) Autor(?:in|en)?)\s*#?\d*\s*[:.)\]–-]/u;
const VERBS =
  "advise|add|amend|answer|approve|check|choose|cite|clarify|comment|complete|confirm|consider|correct|decide|define|describe|double-check|elaborate|ensure|expand|explain|fill in|give|identify|include|indicate|insert|introduce|let me know|list|make sure|mention|name|provide|quote|reconsider|reconcile|rephrase|reword|say|send|specify|spell out|state|supply|tell|update|verify";
const REQUESTS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:please|pls|kindly)\b(?:\s+(?:also|either|both|again|re-?|just|can you|could you|do)\b)*[\s,]+(?:${VERBS})\b`,
    "iu",
  ),
  new RegExp(String.raw`\b(?:could|can|would|will|might) you(?: please| kindly)?\s+(?:${VERBS})\b`, "iu"),
  /\blet (?:me|us) know (?:if|whether|what|which|how|when|where|who)\b/iu,
  /\b(?:citation|reference|source) (?:is )?(?:needed|required|missing)\b/iu,
  /\bA (?:citation|reference|source) is needed\b/iu,
  /\bI(?:'|’)?m not sure (?:what|which|whether|if|how) (?:you|this|it)\b/iu,
  /\b(?:is|are) (?:this|these|that) (?:correct|right|what you mean|ok|okay)\b/iu,
  /\bbitte\b[^.!?]{0,60}?\b(?:angeben|anpassen|antworten|auflösen|belegen|beschreiben|bestätigen|bestätige|definieren|entscheiden|ergänzen|erklären|erläutern|formulieren|gegenlesen|klären|kläre|kontrollieren|mitteilen|nachsehen|nachtragen|nennen|präzisieren|prüfen|prüfe|sagen|überprüfen|überprüfe|vervollständigen|wählen)\b/iu,
  /\b(?:bestätigen|prüfen|überprüfen|klären|ergänzen|präzisieren|erläutern|nennen|kontrollieren|belegen|entscheiden) Sie\b/u,
  /\b(?:Beleg|Quelle|Literaturangabe|Quellenangabe|Nachweis) (?:fehlt|nötig|erforderlich|ergänzen)\b/iu,
  /\bveuillez\s+(?:confirmer|préciser|vérifier|indiquer|compléter|ajouter|clarifier|expliquer)\b/iu,
  /\bpor favor,?\s+(?:confirme|aclare|verifique|indique|complete|añada|explique|revise|especifique)\b/iu,
];
/** Polite phrases that ask nothing. */
const IDLE =
  /\bplease (?:note|see|find|refer|ignore|disregard|be aware|excuse|forgive)\b|\bbitte (?:beachten|ignorieren|entschuldigen)\b/giu;

/** Whether a comment asks something: a question, a request, or an explicit query. */
export function asks(comment: string): boolean {
  const text = comment.slice(0, MAX_COMMENT).replace(/\s+/gu, " ").trim();
  if (text === "") return false;
  if (PREFIX.test(text)) return true;
  // A question mark in a quotation, a URL or brackets isn't a question itself.
  const own = text
    .replace(/\b(?:https?:\/\/|www\.)\S+/giu, " ")
    .replace(/“[^”]*”|"[^"]*"|„[^“”]*[“”]|«[^»]*»|(?<![\p{L}\p{N}])[‘'][^‘’']*[’'](?![\p{L}\p{N}])/gu, (quoted) =>
      quoted.replace(/[?？؟]/g, " "),
    )
    .replace(/\(\s*[?？]+\s*\)|\[\s*[?？]+\s*\]/g, " ");
  if (/[\p{L}\p{N}\p{Pf}\p{Pi}\p{Pe}"')\]…%][\s.…]*[?？؟]/u.test(own) || /^[?？]+$/u.test(text)) return true;
  const plain = own.replace(IDLE, " ");
  return REQUESTS.some((request) => request.test(plain));
}
