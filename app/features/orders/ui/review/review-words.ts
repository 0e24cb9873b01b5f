import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";

/** The label and color of a review's result. */
export const REVIEW_STATUS: Readonly<Record<string, { label: string; tone: StatusTone }>> = {
  waiting: { label: "Waiting", tone: "waiting" },
  passed: { label: "Passed", tone: "done" },
  failed: { label: "Not passed", tone: "stopped" },
  void: { label: "Dropped", tone: "neutral" },
};

export const REVIEW_KIND: Readonly<Record<string, string>> = {
  delivery: "Before delivery",
  rating: "After a low rating",
  appeal: "Appeal",
};
