import type { ReactNode } from "react";
import { useNow } from "#app/platform/browser/core/now.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";

/** What to say of a deadline that's ahead; once it has passed, how long ago that was. */
export function ByWhen({ at, children }: { at: string | Date; children: (leftMs: number) => ReactNode }) {
  const leftMs = new Date(at).getTime() - useNow(30_000).getTime();
  return leftMs < 0 ? <b className="late">Overdue by {formatDuration(leftMs)}</b> : children(leftMs);
}
