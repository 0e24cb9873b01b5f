import { align } from "#app/features/documents/rules/compare/align.ts";
import { SAMPLE_PARAGRAPH } from "./application.ts";

export type SampleChange = { kind: "same" | "ins" | "del"; text: string };

const parts = (s: string): string[] => s.trim().match(/[\p{L}\p{N}’'-]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];

/** An applicant's changes to the sample paragraph in reading order, like an editor's tracked changes. */
export function sampleChanges(edited: string, given: string = SAMPLE_PARAGRAPH): SampleChange[] {
  const before = parts(given);
  const after = parts(edited.replace(/[ \t]+/g, " "));
  const changes: SampleChange[] = [];
  const add = (kind: SampleChange["kind"], text: string): void => {
    if (text === "") return;
    const last = changes.at(-1);
    if (last?.kind === kind) last.text += text;
    else changes.push({ kind, text });
  };
  let a = 0;
  let b = 0;
  for (const [i, j] of [...align(before, after), [before.length, after.length] as const]) {
    add("del", before.slice(a, i).join(""));
    add("ins", after.slice(b, j).join(""));
    if (i < before.length) add("same", before[i]!);
    a = i + 1;
    b = j + 1;
  }
  return changes;
}

/** An edit's changes as the views of an edited text show them. */
export const runsOf = (changes: readonly SampleChange[]): { kind: "keep" | "insert" | "delete"; text: string }[] =>
  changes.map(({ kind, text }) => ({ kind: ({ same: "keep", ins: "insert", del: "delete" } as const)[kind], text }));

/** The beginning of an edit, with its marks. @param characters at most; whole words, and "…" if there's more */
export function beginningOf(changes: readonly SampleChange[], characters = 170): SampleChange[] {
  const shown: SampleChange[] = [];
  let left = characters;
  for (const { kind, text } of changes) {
    if (text.length <= left) {
      shown.push({ kind, text });
      left -= text.length;
      continue;
    }
    const cut = text.slice(0, Math.max(0, text.lastIndexOf(" ", left))).trimEnd();
    return [...shown, { kind, text: kind === "same" ? `${cut} …` : cut }, ...(kind === "same" ? [] : [MORE])];
  }
  return shown;
}
const MORE: SampleChange = { kind: "same", text: " …" };
