import { useEffect } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useLastSeen } from "#app/platform/browser/last-seen.ts";
import { useTimeZone } from "#app/platform/browser/now.ts";
import { useSession } from "#app/platform/browser/session.ts";
import { ownSnapshots } from "#app/platform/browser/snapshot.ts";
import { sessionStamp } from "#app/platform/rules/session.ts";
import { formatClock, formatDay, formatInstant } from "#app/platform/rules/time.ts";
import styles from "./last-seen-note.module.css";

/**
 * Says so where a page is shown as it was last seen, and reads it again until it is the truth. Snapshots belong to whoever is signed in,
 * in the roles that they have: nobody else finds them.
 */
export function LastSeenNote() {
  const session = useSession();
  const owner = session?.emailVerified ? sessionStamp(session) : null;
  useEffect(() => void ownSnapshots(owner), [owner]);
  const { pathname, search } = useLocation();
  const seen = useLastSeen();
  const { revalidate } = useRevalidator();
  const here = seen?.key === pathname + search ? seen : null;
  useEffect(() => {
    if (here) void revalidate();
  }, [here, revalidate]);
  const zone = useTimeZone();
  if (!here) return null;
  const today = formatDay(here.at, zone) === formatDay(here.shownAt, zone);
  return (
    <p role="status" className={styles.note}>
      {BEFORE[here.why]}Last updated {today ? `at ${formatClock(here.at, zone)}` : `on ${formatInstant(here.at, zone)}`}
      .{here.why === "slow" ? " Updating now." : ""}
    </p>
  );
}

const BEFORE = { offline: "You’re offline. ", gone: "Connection lost. ", slow: "" } as const;
