import { Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import {
  MAIL_SOURCE_WORDS,
  MAIL_STATUS_WORDS,
  SUPPRESSION_WORDS,
  mailTone,
} from "#app/platform/rules/mail/mail-status.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { percentOf } from "../rules/rates.ts";
import { type EmailHealth, readEmailHealth } from "../server/read-email-health.ts";
import { removeSuppression } from "../server/remove-suppression.ts";
import { RemoveSuppression } from "../ui/remove-suppression.tsx";
import styles from "../ui/emails.module.css";
import type { Route } from "./+types/admin-email";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Email health");

export const loader = pageLoader(({ actor }: PageRequest<Route.LoaderArgs>) => readEmailHealth(actor, now()));

export const action = pageAction<Route.ActionArgs>({
  only: intent({
    command: removeSuppression,
    input: ({ text }) => ({ id: text("id"), reason: text("reason") }),
    done: ({ address }) => `Emails to ${address} are sent again.`,
  }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const sum = (days: EmailHealth["days"], of: "sent" | "bounces" | "complaints") =>
  days.reduce((total, day) => total + day[of], 0);

/** Bounces and complaints by day, the suppression list, and emails that weren't delivered. */
export default function AdminEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { days, suppressed, suppressedTotal, failures, held, ways } = loaderData;
  useLive((event) => event.kind === "mail");
  const answer = useLastAnswer(actionData);
  const sent = sum(days, "sent");
  return (
    <Page width="full">
      <PageTitle
        title="Email health"
        crumbs={[{ label: "Admin tools", to: "/admin/admin-tools?show=mail" }, { label: "Email health" }]}
        lede={<p>The last 14 days, by day in UTC.</p>}
      />
      <div aria-live="polite">
        {answer?.error ? (
          <ErrorNote problem={answer.error} />
        ) : answer?.done ? (
          <Notice tone="good">{answer.done}</Notice>
        ) : null}
      </div>
      <Stats>
        <Stat label="Sent" value={sent.toLocaleString("en-US")} detail="Accepted by the mail server" />
        <Stat
          label="Bounce rate"
          value={percentOf(sum(days, "bounces"), sent)}
          detail={`${sum(days, "bounces")} bounced. Keep it under 2%.`}
        />
        <Stat
          label="Complaint rate"
          value={percentOf(sum(days, "complaints"), sent)}
          detail={`${sum(days, "complaints")} reported as spam. Keep it under 0.1%.`}
        />
        <Stat label="Suppressed" value={suppressedTotal.toLocaleString("en-US")} detail="Addresses that get no email" />
      </Stats>
      <Section title="Suppression list">
        <DataTable
          caption="Suppressed addresses"
          rows={suppressed}
          rowKey={(it) => it.id}
          columns={[
            { key: "address", header: "Address", cell: (it) => it.address },
            { key: "reason", header: "Reason", cell: (it) => SUPPRESSION_WORDS[it.reason] },
            {
              key: "detail",
              header: "Details",
              cell: (it) => (
                <span className="small">
                  {it.detail || <span className="soft">none</span>}{" "}
                  <span className="soft">({MAIL_SOURCE_WORDS[it.source]})</span>
                </span>
              ),
            },
            { key: "since", header: "Since", cell: (it) => <Instant at={it.createdAt} /> },
            { key: "remove", header: "", cell: (it) => <RemoveSuppression id={it.id} address={it.address} /> },
          ]}
          empty={
            <EmptyState title="No suppressed addresses" mark="check">
              Addresses that bounce or report spam are listed here, and get no more email.
            </EmptyState>
          }
          footer={
            suppressedTotal > suppressed.length
              ? `Showing the latest ${suppressed.length} of ${suppressedTotal.toLocaleString("en-US")}.`
              : undefined
          }
        />
      </Section>
      <Section title="Not delivered">
        <DataTable
          caption="Emails that weren't delivered"
          rows={failures}
          rowKey={(it) => it.id}
          columns={[
            { key: "to", header: "To", cell: (it) => it.to },
            { key: "subject", header: "Subject", cell: (it) => it.subject },
            {
              key: "status",
              header: "Status",
              cell: (it) => <StatusBadge tone={mailTone(it.status)}>{MAIL_STATUS_WORDS[it.status]}</StatusBadge>,
            },
            { key: "failure", header: "Mail server's answer", cell: (it) => it.failure ?? "" },
            { key: "at", header: "Created", cell: (it) => <Instant at={it.createdAt} /> },
          ]}
          empty={
            <EmptyState title="Everything was delivered" mark="check">
              Emails that failed, bounced, were reported as spam, or weren't sent appear here.
            </EmptyState>
          }
        />
      </Section>
      {ways.inbound ? <HeldEmails held={held} /> : null}
      <Section title="By day">
        <DataTable
          caption="Emails by day"
          rows={days}
          rowKey={(it) => it.day}
          columns={[
            { key: "day", header: "Day", cell: (it) => formatDay(new Date(`${it.day}T12:00:00Z`), "UTC") },
            { key: "sent", header: "Sent", align: "end", cell: (it) => <span className="figures">{it.sent}</span> },
            {
              key: "bounces",
              header: "Bounced",
              align: "end",
              cell: (it) => (
                <span className="figures">
                  {it.bounces} ({percentOf(it.bounces, it.sent)})
                </span>
              ),
            },
            {
              key: "complaints",
              header: "Reported as spam",
              align: "end",
              cell: (it) => (
                <span className="figures">
                  {it.complaints} ({percentOf(it.complaints, it.sent)})
                </span>
              ),
            },
          ]}
          empty={null}
        />
      </Section>
      <Setup ways={ways} />
    </Page>
  );
}

const PROOF_WORDS = {
  passed: "A stranger's first email",
  none: "No proof of the sender",
  failed: "SPF, DKIM, or DMARC failed",
} as const;

/** Emails that wait for their sender's confirmation. What they say is shown to nobody until then. */
function HeldEmails({ held }: { held: EmailHealth["held"] }) {
  return (
    <Section title="Waiting for confirmation">
      <DataTable
        caption="Emails that wait for their sender's confirmation"
        rows={held}
        rowKey={(it) => it.id}
        columns={[
          { key: "from", header: "From (not confirmed)", cell: (it) => it.address },
          { key: "subject", header: "Subject", cell: (it) => it.subject },
          { key: "thread", header: "For", cell: (it) => it.thread ?? "Support" },
          { key: "proof", header: "Why", cell: (it) => PROOF_WORDS[it.proof] },
          { key: "at", header: "Received", cell: (it) => <Instant at={it.createdAt} /> },
        ]}
        empty={
          <EmptyState title="No emails are waiting" mark="check">
            Emails whose sender we can&apos;t verify appear here until the sender confirms them.
          </EmptyState>
        }
      />
    </Section>
  );
}

function Setup({ ways }: { ways: EmailHealth["ways"] }) {
  return (
    <Section title="How email is set up">
      <KeyValue
        items={[
          {
            label: "Bounces and complaints",
            value: [
              "the mail server's answers",
              ways.ses ? "Amazon SES" : null,
              ways.postmark ? "Postmark" : null,
              ways.returnPath && ways.inbound ? "delivery reports" : null,
            ]
              .filter(Boolean)
              .join(", "),
          },
          {
            label: "Replies by email",
            value: ways.inbound ? `received at ${ways.inbound}` : "not received (set INBOUND_EMAIL_DOMAIN)",
          },
          {
            label: "Emails to support",
            value: ways.support ? `received at ${ways.support}` : "not received (set SUPPORT_EMAIL)",
          },
          { label: "Undeliverable mail returns to", value: ways.returnPath ?? "the sender's address" },
          {
            label: "SPF, DKIM, and DMARC",
            value: <Link to={`${href("/admin/admin-tools")}?show=setup#dns`}>Check the DNS records</Link>,
          },
        ]}
      />
      <ul className={styles.advice}>
        <li>
          <strong>SPF</strong> lists the servers that may send for your domain. Add your provider&apos;s{" "}
          <code>include:</code> to the one TXT record that starts with <code>v=spf1</code>. Mail servers ignore both of
          two such records.
        </li>
        <li>
          <strong>DKIM</strong> signs each email. Publish the key that your provider shows you, and have it sign with
          your own domain, not the provider&apos;s.
        </li>
        <li>
          <strong>DMARC</strong> says what to do with mail that passes neither. Start with{" "}
          <code>v=DMARC1; p=none; rua=mailto:...</code>, read the reports for two weeks, then move to{" "}
          <code>p=quarantine</code> and <code>p=reject</code>.
        </li>
      </ul>
    </Section>
  );
}
