import { compareDocx } from "../compare/compare-docx.ts";
import { buildDocx } from "../docx/build-docx.ts";
import type { ParagraphSpec, RunSpec } from "../docx/docx-spec.ts";

/**
 * For tests: a .docx with one tracked change, from texts with signs: `[H2]` a heading, `¶` a paragraph's end, `•` a list
 * item, `<i>` italics.
 * @param by how the change is tracked: the words that differ as one replacement, the whole text, or as our comparison
 *   does
 */
export function changedRow(before: string, after: string, by: "words" | "whole" | "compare"): Buffer {
  const [was, is] = [paragraphsIn(before), paragraphsIn(after)];
  const [one, other] = [was[0], is[0]];
  const around: ParagraphSpec[] = [
    { heading: 1, text: "A first part" },
    { text: "An opening stands here. It has two sentences." },
  ];
  if (!one || !other || was.length + is.length > 2 || one.heading !== other.heading || by === "compare") {
    const made = [was, is].map((list) => buildDocx({ paragraphs: [...around, ...list.map(asSpec)] }));
    return compareDocx(made[0] as Buffer, made[1] as Buffer, { author: "Ed", date: "2026-01-05T09:00:00Z" }).bytes;
  }
  const runs =
    one.text === other.text
      ? italicized(before.includes("<i>") ? before : after)
      : by === "whole"
        ? replaced("", one.text, other.text, "")
        : wordsReplaced(one.text, other.text);
  return buildDocx({ paragraphs: [...around, { ...asSpec(other), text: undefined, runs }] });
}

type Line = { heading: number; text: string };

const paragraphsIn = (text: string): Line[] =>
  text.split("¶").map((part) => {
    const heading = /^\s*\[H(\d)\]/.exec(part);
    return {
      heading: heading ? Number(heading[1]) : 0,
      text: part
        .replace(/^\s*\[H\d\]/, "")
        .replace(/^\s*•/, "")
        .replace(/<\/?i>/g, "")
        .trim(),
    };
  });

const asSpec = ({ heading, text }: Line): ParagraphSpec => ({
  text,
  ...(heading > 0 ? { heading: heading as 1 } : {}),
});

const replaced = (start: string, gone: string, came: string, end: string): RunSpec[] =>
  [{ text: start }, { text: gone, del: true }, { text: came, ins: true }, { text: end }].filter(
    (run) => run.text !== "",
  );

function wordsReplaced(before: string, after: string): RunSpec[] {
  const parts = (text: string): string[] => text.match(/\s+|\S+/g) ?? [];
  const [b, a] = [parts(before), parts(after)];
  const most = Math.min(b.length, a.length);
  let start = 0;
  while (start < most && b[start] === a[start]) start++;
  let end = 0;
  while (end < most - start && b.at(-1 - end) === a.at(-1 - end)) end++;
  const between = (list: string[]): string => list.slice(start, list.length - end).join("");
  return replaced(b.slice(0, start).join(""), between(b), between(a), b.slice(b.length - end).join(""));
}

const italicized = (text: string): RunSpec[] =>
  text
    .split(/(<i>[^<]*<\/i>)/)
    .flatMap((part): RunSpec[] =>
      part === ""
        ? []
        : part.startsWith("<i>")
          ? [{ text: part.slice(3, -4), italic: true, formatChanged: true }]
          : [{ text: part }],
    );
