/** A pause of an editor's invites. */
export type Pause = { at: string; until: string | null; reason: string };

/** The pause in an editor's row, or null. */
export const pauseOf = (row: {
  pausedAt: Date | null;
  pauseEndsAt: Date | null;
  pauseReason: string | null;
}): Pause | null =>
  row.pausedAt && {
    at: row.pausedAt.toISOString(),
    until: row.pauseEndsAt?.toISOString() ?? null,
    reason: row.pauseReason ?? "",
  };
