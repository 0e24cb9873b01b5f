import { useEffect } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useLastSeen } from "#app/platform/browser/offline/last-seen.ts";
import { useTimeZone } from "#app/platform/browser/core/now.ts";
import { useSession } from "#app/platform/browser/core/session.ts";
import { ownSnapshots } from "#app/platform/browser/offline/snapshot.ts";
import { sessionStamp } from "#app/platform/rules/requests/session.ts";
import { formatClock, formatDay, formatInstant } from "#app/platform/rules/core/time.ts";
import styles from "./last-seen-note.module.css";

/**
 * Marks a page shown from a snapshot, and reloads its data until it's current. Snapshots belong to the signed-in user
 * with their roles; no one else can find them.
 */
export function LastSeenNote() {
  const session = useSession();
  // Nothing of somebody whom staff view the product as is stored on the staff member's device.
  const owner = session?.emailVerified && !session.impersonator ? sessionStamp(session) : null;
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
      {BEFORE[here.why]}Last updated{" "}
      {today ? `at ${formatClock(here.at, zone)}` : `on ${formatInstant(here.at, zone, { now: here.shownAt })}`}.
      {here.why === "slow" ? " Updating now." : ""}
    </p>
  );
}

const BEFORE = { offline: "You're offline. ", gone: "Connection lost. ", slow: "" } as const;
