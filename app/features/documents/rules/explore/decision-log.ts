import type { Choose } from "./explorer-model.ts";

/**
 * Somebody's decisions on a document's tracked changes, as an append-only log: two tabs both keep theirs, a line sent
 * twice counts once, and every decision can be undone in order.
 */
export type LogLine = {
  /** Chosen by the sender. A resent line keeps its id. */
  key: string;
  to: "accept" | "reject" | "keep" | "undo" | "redo";
  /** The changes, as written by `packIds`; "" for undo and redo. */
  ids: string;
};

export type Decisions = {
  chosen: Map<number, "accept" | "reject">;
  /** How many steps can be undone and redone. */
  undo: number;
  redo: number;
};

const MOST_IDS = 400_000;
export const PACKED_IDS = /^(?:\d{1,7}(?:-\d{1,7})?(?:,\d{1,7}(?:-\d{1,7})?)*)?$/;

/** Ascending numbers as "1-5,9". */
export function packIds(ids: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < ids.length;) {
    let end = i;
    while (end + 1 < ids.length && ids[end + 1] === (ids[end] as number) + 1) end++;
    parts.push(end === i ? String(ids[i]) : `${ids[i]}-${ids[end]}`);
    i = end + 1;
  }
  return parts.join(",");
}

export function unpackIds(packed: string): number[] {
  const out: number[] = [];
  if (packed === "" || !PACKED_IDS.test(packed)) return out;
  for (const part of packed.split(",")) {
    const [from = 0, to = from] = part.split("-").map(Number);
    for (let id = from; id <= to && out.length < MOST_IDS; id++) out.push(id);
  }
  return out;
}

/** The decisions after all of a log's lines. */
export function replay(log: readonly LogLine[]): Decisions {
  const done: LogLine[] = [];
  const undone: LogLine[] = [];
  for (const line of log) {
    if (line.to === "undo") {
      const last = done.pop();
      if (last) undone.push(last);
    } else if (line.to === "redo") {
      const next = undone.pop();
      if (next) done.push(next);
    } else {
      done.push(line);
      undone.length = 0;
    }
  }
  const chosen = new Map<number, "accept" | "reject">();
  for (const line of done)
    for (const id of unpackIds(line.ids)) {
      if (line.to === "keep") chosen.delete(id);
      else chosen.set(id, line.to as "accept" | "reject");
    }
  return { chosen, undo: done.length, redo: undone.length };
}

/** A function that returns the choice for a change's number. */
export const chooserOf =
  (decisions: Decisions): Choose =>
  (id) =>
    decisions.chosen.get(id) ?? null;
