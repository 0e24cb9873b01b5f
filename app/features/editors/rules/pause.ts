/** A pause of an editor's invites. */
export type Pause = { at: Date; until: Date | null; reason: string };

/** The pause in an editor's row, or null. */
export const pauseOf = (row: {
  pausedAt: Date | null;
  pauseEndsAt: Date | null;
  pauseReason: string | null;
}): Pause | null =>
  row.pausedAt && {
    at: row.pausedAt,
    until: row.pauseEndsAt,
    reason: row.pauseReason ?? "",
  };
