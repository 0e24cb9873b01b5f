import { useEffect } from "react";
import { Link, useRevalidator } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import { Section } from "#app/ui/page.tsx";
import type { CheckGlance } from "../../server/check/read-check.ts";
import styles from "./check.module.css";

/** Where a file's report is, relative to the page of its order. */
export const checkHref = (fileId: string, orderId?: string): string =>
  `?${new URLSearchParams({ ...(orderId ? { order: orderId } : {}), view: "check", file: fileId })}`;

/** What the free check found in a draft's manuscripts, by group, with the first findings of each. */
export function CheckSummary({
  checks,
  files,
  orderId,
}: {
  checks: readonly CheckGlance[];
  files: readonly { id: string; name: string }[];
  /** For the links; null for a visitor, whose draft the browser's key finds. */
  orderId: string | null;
}) {
  const { revalidate, state } = useRevalidator();
  const waits = checks.some((one) => one.state === "checking");
  useEffect(() => {
    if (!waits || state !== "idle") return undefined;
    const timer = setTimeout(() => void revalidate(), 2_000);
    return () => clearTimeout(timer);
  }, [waits, state, revalidate]);
  const shown = checks.filter((one) => one.state !== "unread");
  if (shown.length === 0) return null;
  const nameOf = (id: string) => files.find((file) => file.id === id)?.name ?? "";
  return (
    <Section title="Free consistency check" id="check">
      {shown.map((one) => (
        <div key={one.fileId} className={styles.file} aria-live="polite">
          {shown.length > 1 ? <p className="eyebrow">{nameOf(one.fileId)}</p> : null}
          {one.state === "checking" ? (
            <p className="soft">Checking what contradicts itself. The price doesn't depend on it.</p>
          ) : (
            <Glance check={one} href={checkHref(one.fileId, orderId ?? undefined)} />
          )}
        </div>
      ))}
    </Section>
  );
}

function Glance({ check, href }: { check: CheckGlance; href: string }) {
  const { found, folded, summary } = check;
  return (
    <>
      <p className={styles.lead}>
        {found === 0 ? "We found no inconsistencies." : `${count(found, "finding")}.`}
        {found === 0 && folded > 0 ? ` ${count(folded, "place")} may be worth a look.` : null}
        {found + folded > 0 ? (
          <>
            {" "}
            <Link to={href}>View full report</Link>
          </>
        ) : null}
      </p>
      {summary.length > 0 ? (
        <dl className={styles.groups}>
          {summary.map(({ group, count: n, first }) => (
            <div key={group}>
              <dt>
                {group} <span className="figures">{n}</span>
              </dt>
              {first.map((message) => (
                <dd key={message}>{message}</dd>
              ))}
            </div>
          ))}
        </dl>
      ) : null}
    </>
  );
}
