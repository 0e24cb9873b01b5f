import type { ReactNode } from "react";
import { Instant } from "#app/ui/instant.tsx";
import type { KycLine } from "../../rules/kyc/kyc-overview.ts";
import { KycBadge } from "./kyc-badge.tsx";
import styles from "./kyc-lines.module.css";

/**
 * Every kind of document with its status, purpose, sent date and expiry.
 * @param hints also shows the requirements, for the sender
 * @param form below each line, to send it
 */
export function KycLines({
  lines,
  hints = false,
  form,
}: {
  lines: readonly KycLine[];
  hints?: boolean;
  form?: (line: KycLine) => ReactNode;
}) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line.kind}>
          <span className={styles.name}>{line.label}</span>
          <KycBadge state={line.state} />
          <div className={styles.facts}>
            <p>Needed {line.neededFor}.</p>
            {hints ? <p>{line.hint}</p> : null}
            {line.document?.submittedAt ? (
              <p>
                Sent <Instant at={line.document.submittedAt} show="day" />
                {line.document.reviewedAt ? (
                  <>
                    , reviewed <Instant at={line.document.reviewedAt} show="day" />
                  </>
                ) : null}
              </p>
            ) : null}
            {line.expiry ? (
              <p className={line.expiresSoon || line.state === "expired" ? styles.soon : undefined}>
                {line.expiry.charAt(0).toUpperCase()}
                {line.expiry.slice(1)} (<Instant at={`${line.document!.expiresOn}T00:00:00Z`} show="day" />)
              </p>
            ) : null}
            {line.asked ? (
              <p className={styles.soon}>
                Requested <Instant at={line.asked.askedAt} show="day" />: {line.asked.note}
              </p>
            ) : null}
            {line.remark ? <p>{line.remark}</p> : null}
          </div>
          {form?.(line)}
        </li>
      ))}
    </ul>
  );
}
