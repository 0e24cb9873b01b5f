import { MAIL_STATUS_WORDS, SUPPRESSION_WORDS, mailTone } from "#app/platform/rules/mail/mail-status.ts";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { PersonEmails as Found } from "../server/list-person-emails.ts";
import styles from "./emails.module.css";
import { RemoveSuppression } from "./remove-suppression.tsx";

/** The status of our emails to a person, for staff, with a way to resume them. */
export function PersonEmails({ emails: { rows, stopped }, email }: { emails: Found; email: string }) {
  return (
    <Sheet title="Emails">
      <div className={styles.stack}>
        {stopped ? (
          <Notice tone="late" title="No emails are sent to this address">
            <p>
              {SUPPRESSION_WORDS[stopped.reason]} <Instant at={stopped.createdAt} />
              {stopped.detail ? `: ${stopped.detail}` : ""}
            </p>
            <RemoveSuppression id={stopped.id} address={email} />
          </Notice>
        ) : null}
        {rows.length === 0 ? (
          <p className="soft">No emails yet.</p>
        ) : (
          <ul className={styles.emails}>
            {rows.map((it) => (
              <li key={it.id}>
                {it.subject}
                <span>
                  <StatusBadge tone={mailTone(it.status)}>{MAIL_STATUS_WORDS[it.status]}</StatusBadge>{" "}
                  <Instant at={it.createdAt} />
                </span>
                {it.failure ? <span>{it.failure}</span> : null}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Sheet>
  );
}
