import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";

/** A second reading's status, as its reader reads it. `ready`: the first editor's work is there. */
export const READING_STATUS: Readonly<
  Record<"searching" | "taken" | "ready" | "done" | "skipped" | "void", { label: string; tone: StatusTone }>
> = {
  searching: { label: "Looking for a reader", tone: "waiting" },
  taken: { label: "Not ready yet", tone: "neutral" },
  ready: { label: "Ready to read", tone: "active" },
  done: { label: "Done", tone: "done" },
  skipped: { label: "Not done in time", tone: "stopped" },
  void: { label: "No longer needed", tone: "stopped" },
};
