/** Parses TypeScript for the checks: syntax tree and comments. TypeScript 7 has no parser API, so oxc's is used. */
import { parseSync } from "oxc-parser";

export type SourceNode = { type: string; start: number; end: number } & Record<string, unknown>;

/** A file's tree and comments, with character offsets. */
export function parseSource(
  file: string,
  source: string,
): { program: unknown; comments: { value: string; start: number }[] } {
  const { program, comments } = parseSync(file, source);
  return { program, comments };
}

/** Visits every node below `node`, parents first. `visit` returns whether to descend. */
export function walk(node: unknown, visit: (node: SourceNode) => boolean): void {
  if (Array.isArray(node)) {
    for (const child of node) walk(child, visit);
    return;
  }
  if (node === null || typeof node !== "object") return;
  const it = node as SourceNode;
  if (typeof it.type === "string" && !visit(it)) return;
  for (const child of Object.values(it)) walk(child, visit);
}
