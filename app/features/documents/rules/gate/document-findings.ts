import { type Finding, findingKey, severityOf } from "./findings.ts";
import { mixedSpellings } from "./mixed-spelling.ts";
import type { KindRule } from "../kinds/judge-kinds.ts";
import type { TextModel } from "../readers/text-model.ts";

/** What the gate knows about the copy's order. */
export type GateOptions = {
  /** What is compared, if it isn't a Word file. */
  format?: "pdf" | "tex" | null;
  /** Sections that must not be edited, as named in the source's receipt. */
  locked?: readonly { id: string; title: string }[];
  /** The English variant that was ordered: US, UK, CA, AU. */
  variant?: string | null;
  /** The editor's name, expected as the changes' author. */
  editor?: string | null;
  /** What the editor may change, if the order has a policy. */
  rule?: KindRule | null;
};

/**
 * Indices of the locked sections in the model's `sections`. A working copy's sections may be numbered differently from
 * its source's: the title decides, and the id if several share it.
 */
export function lockedSections(model: TextModel, locked: readonly { id: string; title: string }[]): Set<number> {
  const out = new Set<number>();
  for (const { id, title } of locked) {
    const same = model.sections.flatMap((section, i) => (section.title === title && !out.has(i) ? [i] : []));
    const index = same.find((i) => model.sections[i]?.id === id) ?? same[0];
    if (index !== undefined) out.add(index);
  }
  return out;
}

/**
 * Findings about the document as a whole: mixed spelling, other people's changes, unanswered comments, names in its
 * properties.
 */
export function documentFindings(source: TextModel, final: TextModel, { variant, editor }: GateOptions): Finding[] {
  const say = (
    kind: Finding["kind"],
    before: string,
    after: string,
    place: { section?: string; paragraph?: number } = {},
  ): Finding => ({
    key: findingKey(kind, before, after),
    kind,
    severity: severityOf(kind),
    section: place.section ?? "",
    paragraph: place.paragraph ?? 0,
    before,
    after,
    leading: "",
    trailing: "",
  });
  const findings = mixedSpellings(final, variant ?? null).map(({ found, expected }) =>
    say("spelling", found, expected),
  );
  const theirs = new Set([
    ...source.changes.map((change) => change.author),
    ...source.comments.map((comment) => comment.author),
  ]);
  if (editor) {
    const others = new Map<string, number>();
    for (const { author } of final.changes)
      if (author !== editor && !theirs.has(author)) others.set(author, (others.get(author) ?? 0) + 1);
    for (const [author, count] of others) findings.push(say("foreign_change", author, String(count)));
    const known = new Set([
      editor,
      ...theirs,
      ...source.authors,
      ...others.keys(),
      ...final.comments.map((comment) => comment.author),
    ]);
    for (const name of final.authors) if (!known.has(name)) findings.push(say("metadata", name, ""));
  }
  const asked = new Map(
    source.comments
      .filter((comment) => comment.replyTo === null && !comment.resolved)
      .map((comment) => [`${comment.author}\u0000${comment.text}`, comment]),
  );
  const answered = new Set(final.comments.map((comment) => comment.replyTo));
  for (const comment of final.comments) {
    if (
      comment.resolved ||
      comment.replyTo !== null ||
      answered.has(comment.id) ||
      !asked.has(`${comment.author}\u0000${comment.text}`)
    )
      continue;
    const section = comment.paragraph ? final.sections[comment.paragraph.section] : undefined;
    findings.push(
      say("open_comment", `${comment.author}: ${comment.text}`.slice(0, 300), "", {
        section: section && section.level > 0 ? section.title : "",
      }),
    );
  }
  return findings;
}
