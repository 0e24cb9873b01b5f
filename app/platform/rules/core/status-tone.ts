/**
 * `waiting` someone must act, `active` in progress, `done` delivered or paid, `late` overdue, `stopped` ended without
 * result, `neutral` the rest.
 */
export type StatusTone = "neutral" | "active" | "waiting" | "done" | "late" | "stopped";
