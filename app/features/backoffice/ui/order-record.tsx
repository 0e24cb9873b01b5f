import { Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { MAIL_STATUS_WORDS, mailTone } from "#app/platform/rules/mail/mail-status.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { OrderRecord as Found } from "../server/read-order-record.ts";
import styles from "./people.module.css";

/** Notes, emails, invites and the access log of an order, for staff. */
export function OrderRecord({ record, noteKey }: { record: Found; noteKey: string }) {
  return (
    <Section title="Record">
      <div className={styles.stack}>
        <Form method="post" className={styles.form}>
          <Textarea
            key={noteKey}
            name="note"
            label="Internal note"
            description="Only staff can see it."
            autosize
            minRows={2}
            maxLength={2_000}
            required
          />
          <SubmitButton name="intent" value="note" variant="default" pending="Adding">
            Add note
          </SubmitButton>
        </Form>
        {record.notes.length > 0 ? (
          <ul className={styles.plain}>
            {record.notes.map((n) => (
              <li key={n.id}>
                <p className={styles.prose}>{n.body}</p>
                <span className={styles.under}>
                  {n.author}, <Instant at={n.createdAt} />
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        <List id="emails" title="Emails" none="No emails about this order yet." rows={record.emails}>
          {(m) => (
            <>
              {m.subject}
              <span className={styles.under}>
                to {m.to}, <StatusBadge tone={mailTone(m.status)}>{MAIL_STATUS_WORDS[m.status]}</StatusBadge>{" "}
                {m.failure ? `${m.failure}, ` : ""}
                <Instant at={m.createdAt} />
              </span>
              <Form method="post">
                <input type="hidden" name="mailId" value={m.id} />
                <SubmitButton name="intent" value="resend" variant="default" size="compact-sm" pending="Sending">
                  Send again
                </SubmitButton>
              </Form>
            </>
          )}
        </List>
        <List id="invites" title="Invites" none="No editor has been invited." rows={record.invites}>
          {(i) => (
            <>
              {i.editor}, {i.status}, {formatMoney(i.payMinor, i.currency)}
              <span className={styles.under}>
                {i.wave === 0 ? "first choice" : `wave ${i.wave}`}, <Instant at={i.sentAt} />
              </span>
            </>
          )}
        </List>
        <List id="access" title="Access log" none="Nobody has opened the files." rows={record.views}>
          {(v) => (
            <>
              {v.viewer}: {v.what}
              {v.file ? `, ${v.file}` : ""}
              <span className={styles.under}>
                <Instant at={v.at} />
              </span>
            </>
          )}
        </List>
      </div>
    </Section>
  );
}

function List<Row extends { id: string | number }>({
  id,
  title,
  rows,
  none,
  children,
}: {
  id: string;
  title: string;
  rows: readonly Row[];
  none: string;
  children: (row: Row) => ReactNode;
}) {
  return (
    <Fold id={id} title={title} aside={rows.length > 0 ? String(rows.length) : null}>
      {rows.length === 0 ? (
        <p className="soft">{none}</p>
      ) : (
        <ul className={styles.plain}>
          {rows.map((row) => (
            <li key={row.id}>{children(row)}</li>
          ))}
        </ul>
      )}
    </Fold>
  );
}
