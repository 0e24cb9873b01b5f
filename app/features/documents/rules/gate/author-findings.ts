/** What an edited copy did to its author's own tracked changes and comments, in words for the editor and the author. */
import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { count } from "#app/platform/rules/core/count.ts";
import type { UntrackedEdit } from "../docx/change-stats.ts";
import type { DocumentComment, TextModel } from "../readers/text-model.ts";
import { type Finding, findingKeys, severityOf, shortened } from "./findings.ts";
import type { Target } from "./surface/surface.ts";
import type { Fate, PendingChange, PendingChanges } from "./pending-changes.ts";

/** What kind of change it is, for a sentence that names its author. */
const NOUN: Readonly<Record<PendingChange["revision"]["kind"], string>> = {
  insert: "insertion",
  delete: "deletion",
  move: "move",
  format: "formatting change",
  layout: "layout change",
  insertRow: "inserted row",
  deleteRow: "deleted row",
  insertCell: "inserted cell",
  deleteCell: "deleted cell",
  mergeCell: "merged cells",
};

export const FATE_WORDS: Readonly<Record<Fate, string>> = {
  accepted: "accepted",
  rejected: "rejected",
  edited: "accepted in part",
  decided: "accepted or rejected",
  kept: "kept",
};

/**
 * Edits inside the author's own pending changes that aren't tracked. They have to be undone, because nobody could tell
 * the editor's words from the author's.
 */
export function touchedChanges(pending: PendingChanges | null): UntrackedEdit[] {
  const edited = (pending?.changes ?? [])
    .filter((one) => one.rewritten !== null)
    .map(({ revision, rewritten }): UntrackedEdit => ({
      section: revision.place.section,
      paragraph: revision.place.paragraph,
      before: shortened(revision.text),
      after: shortened(rewritten ?? ""),
      leading: "",
      trailing: "",
      what: `You changed part of a pending ${NOUN[revision.kind]} by ${nameOf(revision.author)} without tracking.`,
      advice:
        "Copy their change again from the manuscript. Then edit it with Track Changes on, or accept or reject all of it.",
    }));
  const borrowed = (pending?.borrowed ?? []).map(({ leading, text }): UntrackedEdit => ({
    section: "",
    paragraph: 0,
    before: "",
    after: shortened(text),
    leading,
    trailing: "",
    what: "These words are tracked as the author's, but they aren't in the author's manuscript.",
    advice: "Undo them, and make the change again with Track Changes on, under your own name.",
  }));
  return [...edited, ...borrowed];
}

const nameOf = (author: string): string => author || "the author";

/**
 * The author's pending changes: those that were accepted or rejected are to be confirmed, and the others are listed. The
 * author's comments have to stay. A thread that the editor started is the editor's.
 */
export function authorFindings(
  source: TextModel,
  final: TextModel,
  changes: readonly PendingChange[],
  editor: string | null,
): { findings: Finding[]; untracked: UntrackedEdit[] } {
  const findings: Finding[] = [];
  const keyOf = findingKeys();
  for (const { revision, fate } of changes) {
    const kind = fate === "kept" ? "author_change_kept" : "author_change";
    const removed = revision.kind === "delete" || revision.kind === "deleteRow" || revision.kind === "deleteCell";
    findings.push({
      key: keyOf(kind, `${revision.kind} ${fate} ${revision.text}`),
      kind,
      severity: severityOf(kind),
      section: revision.place.section,
      paragraph: revision.place.paragraph,
      before: removed ? shortened(revision.text) : "",
      after: removed ? "" : shortened(revision.text),
      leading: "",
      trailing: "",
      change: { noun: NOUN[revision.kind], author: revision.author, fate },
    });
  }
  return { findings, untracked: lostComments(source, final, editor) };
}

/** "Of the author's 6 tracked changes, 2 were accepted and 1 was rejected."; null if all of them were kept. */
export function decisionsNote(pending: PendingChanges | null): string | null {
  const all = pending?.changes ?? [];
  const told = (["accepted", "rejected", "edited", "decided"] as const).flatMap((fate) => {
    const n = all.filter((one) => one.fate === fate).length;
    return n === 0 ? [] : [`${count(n, "was", "were")} ${FATE_WORDS[fate]}`];
  });
  if (told.length === 0) return null;
  return all.length === 1
    ? `The author's tracked change ${told[0]!.slice(2)}.`
    : `Of the author's ${all.length.toLocaleString("en-US")} tracked changes, ${joinWords(told)}.`;
}

const plain = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The author's comments that are gone, or say something else. */
function lostComments(source: TextModel, final: TextModel, editor: string | null): UntrackedEdit[] {
  const left = Map.groupBy(final.comments, (one) => plain(one.text));
  const names = new Set(final.comments.map((one) => one.author));
  const byId = new Map(source.comments.map((one) => [one.id, one]));
  const rootOf = (one: DocumentComment): DocumentComment => {
    const parent = one.replyTo === null ? undefined : byId.get(one.replyTo);
    return parent ? rootOf(parent) : one;
  };
  const renamed: UntrackedEdit[] = [];
  const placeOf = ({ paragraph }: DocumentComment): UntrackedEdit => {
    const section = paragraph ? source.sections[paragraph.section] : undefined;
    return {
      section: section && section.level > 0 ? section.title : "",
      paragraph: 0,
      before: "",
      after: "",
      leading: "",
      trailing: "",
    };
  };
  const missing = source.comments.filter((one) => {
    if (plain(one.text) === "" || rootOf(one).author === editor) return false;
    const same = left.get(plain(one.text));
    const at = same?.findIndex((other) => other.author === one.author) ?? -1;
    const [now] = same?.splice(Math.max(0, at), 1) ?? [];
    // Word gives all comments one name when it removes personal information.
    if (now && now.author !== one.author && names.size > 1 && now.author !== "Author")
      renamed.push({
        ...placeOf(one),
        before: one.author,
        after: now.author,
        what: `A comment by ${nameOf(one.author)} is now under another name.`,
        advice: "Copy it again from the manuscript.",
      });
    return !now;
  });
  const others = [...left.values()].flat();
  const gone = missing.map((one): UntrackedEdit => {
    // Rewritten: the same person's comment at the same place in the list of comments.
    const at = others.findIndex((other) => other.author === one.author && other.id === one.id);
    const now = at < 0 ? null : (others.splice(at, 1)[0] as DocumentComment);
    return {
      ...placeOf(one),
      before: shortened(one.text),
      after: now ? shortened(now.text) : "",
      what: now
        ? `A comment by ${nameOf(one.author)} was rewritten.`
        : `A comment by ${nameOf(one.author)} was removed.`,
      advice: now
        ? "Restore the author's words. To answer, reply to the comment."
        : "Copy it again from the manuscript. To show that it's done, resolve it or reply to it.",
    };
  });
  return [...gone, ...renamed];
}

/** The author's comments that are about other words than they were, before and after without tracked changes. */
export function movedComments(
  source: TextModel,
  final: TextModel,
  before: ReadonlyMap<string, Target>,
  after: ReadonlyMap<string, Target>,
): Finding[] {
  const keyOf = findingKeys();
  const same = ({ author, text }: DocumentComment): string => `${author}\u0000${plain(text)}`;
  const copies = Map.groupBy(final.comments, same);
  return source.comments.flatMap((one): Finding[] => {
    const now = copies.get(same(one))?.shift();
    const [was, is] = [before.get(one.id), now && after.get(now.id)];
    if (!was || !is || plain(was.words) === "" || plain(was.words) === plain(is.words)) return [];
    return [
      {
        key: keyOf("formatting", "comment", one.id, was.words, is.words),
        kind: "formatting",
        severity: severityOf("formatting"),
        section: "",
        paragraph: was.line?.number ?? 0,
        before: shortened(`Comment by ${nameOf(one.author)}: ${one.text}`),
        after: shortened(`now about other words: “${plain(was.words)}” → “${plain(is.words)}”`),
        leading: "",
        trailing: "",
      },
    ];
  });
}
