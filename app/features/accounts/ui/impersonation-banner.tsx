import { useEffect, useRef, useState } from "react";
import { plural } from "#app/platform/rules/core/count.ts";
import { useSession } from "#app/platform/browser/core/session.ts";
import type { SessionFacts } from "#app/platform/rules/requests/session.ts";
import { MINUTE, SECOND } from "#app/platform/rules/core/time.ts";
import { END_PATH } from "../rules/impersonation-end.ts";
import styles from "./impersonation-banner.module.css";

/**
 * Shown on every page while staff view the product as somebody else: who, as whom, for how long, and a button to end
 * it. At the time limit, the page returns by itself. The button is a plain form, so that it works before the script has
 * loaded.
 * @param refused the session, on a page that was refused before its loader ran
 */
export function ImpersonationBanner({ refused }: { refused?: SessionFacts | undefined }) {
  const known = useSession();
  const session = known ?? refused;
  const by = session?.impersonator;
  const form = useRef<HTMLFormElement>(null);
  const leftMs = by?.leftMs ?? 0;
  const endsAt = by?.endsAt;
  const [left, setLeft] = useState({ of: endsAt, ms: leftMs });
  useEffect(() => {
    if (endsAt === undefined) return undefined;
    // Counted from when the page was rendered, because clocks differ.
    const until = Date.now() + leftMs;
    const timer = setInterval(() => setLeft({ of: endsAt, ms: until - Date.now() }), 10 * SECOND);
    const end = setTimeout(() => form.current?.submit(), Math.max(0, leftMs) + SECOND);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
    // A later reading of the same session has less time left, but the same end.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [endsAt]);
  if (!session || !by) return null;
  const minutes = Math.max(1, Math.ceil((left.of === endsAt ? left.ms : leftMs) / MINUTE));
  return (
    <div className={styles.banner} role="region" aria-label="Viewing as somebody else">
      <p>
        <strong>{by.displayName}</strong>, you're viewing as <strong>{session.displayName}</strong>
        {by.readOnly ? " (read-only)" : ""}. <span className="figures">{minutes}</span> {plural(minutes, "minute")}{" "}
        left.
      </p>
      <form ref={form} method="post" action={END_PATH}>
        <button type="submit">End viewing</button>
      </form>
    </div>
  );
}
