import { Form, Link, href } from "react-router";
import { MAIL_STATUS_WORDS, mailTone } from "#app/platform/rules/mail/mail-status.ts";
import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant, RelativeTime } from "#app/ui/instant.tsx";
import { Notice, type ShownProblem } from "#app/ui/notice.tsx";
import { Section, Sheet } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { jobWords } from "../rules/job-words.ts";
import { DiscardJob } from "./discard-job.tsx";
import type { JobsView, MailView, checkLedger } from "../server/jobs/job-admin.ts";
import styles from "./people.module.css";

/** Results of the admin tools' forms. */
export type ToolsAnswer = {
  form: string;
  error?: ShownProblem & { code?: string };
  typed?: Record<string, string>;
  done?: string;
  ledger?: Awaited<ReturnType<typeof checkLedger>>;
};

/** Queues, the clock, and failed jobs. */
export function Jobs({ jobs: { queues, clockRanAt, dead } }: { jobs: JobsView }) {
  const oldestDueAt = queues.flatMap((q) => q.oldestDueAt ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0];
  return (
    <>
      <Stats>
        <Stat
          label="Failed"
          value={dead.total}
          detail="No retries left"
          {...(dead.total > 0 ? { tone: "late" as const } : {})}
        />
        <Stat
          label="Waiting"
          value={queues.reduce((n, q) => n + q.waiting, 0)}
          detail={
            oldestDueAt ? (
              <>
                Oldest due <RelativeTime at={oldestDueAt} /> ago
              </>
            ) : (
              "None due"
            )
          }
        />
        <Stat label="In progress" value={queues.reduce((n, q) => n + q.underWay, 0)} detail="Running now" />
        <Stat
          label="Last clock run"
          value={
            clockRanAt ? (
              <>
                <RelativeTime at={clockRanAt} /> ago
              </>
            ) : (
              "unknown"
            )
          }
          detail="All rules run once a minute"
        />
      </Stats>
      {dead.kinds.length > 0 ? (
        <Section title="Failed, by kind">
          <DataTable
            caption="Failed jobs by kind"
            rows={dead.kinds}
            rowKey={(k) => k.name}
            columns={[
              { key: "name", header: "Kind", cell: (k) => jobWords(k.name) },
              {
                key: "count",
                header: "Failed",
                align: "end",
                cell: (k) => <span className="figures">{k.count.toLocaleString("en-US")}</span>,
              },
              { key: "oldest", header: "Oldest", cell: (k) => <Instant at={k.oldestAt} /> },
              {
                key: "again",
                header: "",
                cell: (k) =>
                  k.runs ? (
                    <Form method="post">
                      <input type="hidden" name="intent" value="retry-kind" />
                      <SubmitButton name="kind" value={k.name} size="compact-sm" variant="default" pending="Retrying">
                        {k.count > 1_000 ? "Retry oldest 1,000" : k.count === 1 ? "Retry" : `Retry all ${k.count}`}
                      </SubmitButton>
                    </Form>
                  ) : (
                    <span className="soft">This version doesn't run them</span>
                  ),
              },
            ]}
            empty={null}
          />
        </Section>
      ) : null}
      <Section title="Failed">
        <DataTable
          caption="Failed jobs"
          rows={dead.jobs}
          rowKey={(j) => j.id}
          columns={[
            { key: "name", header: "Job", cell: (j) => jobWords(j.name) },
            { key: "about", header: "About", cell: (j) => <code className="small">{j.about}</code> },
            {
              key: "reason",
              header: "Error",
              cell: (j) => j.reason || <span className="soft">no details</span>,
            },
            { key: "tries", header: "Attempts", align: "end", cell: (j) => <span className="figures">{j.tries}</span> },
            { key: "at", header: "Failed", cell: (j) => <Instant at={j.failedAt} /> },
            {
              key: "again",
              header: "",
              cell: (j) => (
                <div className={styles.pair}>
                  {j.runs ? (
                    <Form method="post">
                      <input type="hidden" name="intent" value="retry" />
                      <SubmitButton name="job" value={j.id} size="compact-sm" variant="default" pending="Retrying">
                        Retry
                      </SubmitButton>
                    </Form>
                  ) : null}
                  <DiscardJob id={j.id} name={jobWords(j.name)} about={j.about} />
                </div>
              ),
            },
          ]}
          empty={
            <EmptyState title="No failed jobs" mark="check">
              Failed jobs are retried at longer and longer intervals. A job with no retries left appears here with its
              error.
            </EmptyState>
          }
          footer={
            dead.total > dead.jobs.length
              ? `Showing the latest ${dead.jobs.length} of ${dead.total.toLocaleString("en-US")}.`
              : dead.total > 0
                ? "Every job is safe to run twice."
                : undefined
          }
        />
      </Section>
      <Section title="Queues">
        <DataTable
          caption="Queues"
          rows={queues}
          rowKey={(q) => q.name}
          columns={[
            { key: "name", header: "Kind", cell: (q) => jobWords(q.name) },
            {
              key: "waiting",
              header: "Waiting",
              align: "end",
              cell: (q) => <span className="figures">{q.waiting.toLocaleString("en-US")}</span>,
            },
            {
              key: "active",
              header: "In progress",
              align: "end",
              cell: (q) => <span className="figures">{q.underWay}</span>,
            },
            {
              key: "oldest",
              header: "Oldest due",
              cell: (q) =>
                q.oldestDueAt ? (
                  <>
                    <RelativeTime at={q.oldestDueAt} /> ago
                  </>
                ) : (
                  <span className="soft">none</span>
                ),
            },
          ]}
          empty={null}
        />
      </Section>
    </>
  );
}

/** The outbox: queued and unsent emails. */
export function Outbox({ mail: m }: { mail: MailView }) {
  return (
    <>
      <Stats>
        <Stat
          label="Waiting"
          value={m.waiting}
          detail={
            m.oldestWaitingAt ? (
              <>
                Oldest waiting for <RelativeTime at={m.oldestWaitingAt} />
              </>
            ) : (
              "None"
            )
          }
        />
        <Stat
          label="Failed"
          value={m.failed}
          detail="After the last attempt"
          {...(m.failed > 0 ? { tone: "late" as const } : {})}
        />
        <Stat label="Sent" value={m.sent.toLocaleString("en-US")} detail="All time" />
      </Stats>
      <DataTable
        caption="Unsent emails"
        rows={m.letters}
        rowKey={(l) => l.id}
        columns={[
          { key: "to", header: "To", cell: (l) => l.to },
          { key: "subject", header: "Subject", cell: (l) => l.subject },
          { key: "kind", header: "Sent for", cell: (l) => <span className="soft">{l.kind}</span> },
          {
            key: "status",
            header: "Status",
            cell: (l) => <StatusBadge tone={mailTone(l.status)}>{MAIL_STATUS_WORDS[l.status]}</StatusBadge>,
          },
          {
            key: "attempts",
            header: "Attempts",
            align: "end",
            cell: (l) => <span className="figures">{l.attempts}</span>,
          },
          { key: "failure", header: "Error", cell: (l) => l.failure ?? "" },
          { key: "at", header: "Created", cell: (l) => <Instant at={l.createdAt} /> },
        ]}
        empty={
          <EmptyState title="No unsent emails" mark="check">
            Queued and failed emails appear here.
          </EmptyState>
        }
        footer={
          <>
            Failed emails are retried automatically, up to twelve times. After that, find them under{" "}
            <Link to="/admin/admin-tools?show=jobs">jobs</Link> and retry them there. Bounces, complaints, and the
            suppression list are under <Link to={href("/admin/email")}>email health</Link>.
          </>
        }
      />
    </>
  );
}

/** Runs a ledger reconciliation now. */
export function LedgerCheck({ result }: { result: ToolsAnswer["ledger"] }) {
  return (
    <Sheet title="Ledger reconciliation">
      <div className={styles.stack}>
        <p className={styles.facts}>
          Compares every payment and refund with its order and the journal, to the cent. Nothing is changed.
        </p>
        <Form method="post">
          <SubmitButton name="intent" value="ledger" pending="Checking">
            Check the ledger
          </SubmitButton>
        </Form>
        {result ? (
          <div aria-live="polite" className={styles.stack}>
            {result.differences.length === 0 &&
            result.ledgerSumMinor === 0 &&
            result.rowsMinor === result.ledgerMinor ? (
              <Notice tone="good" title="Everything matches">
                {result.entries.toLocaleString("en-US")} journal entries. {formatMoney(result.ledgerMinor, CURRENCY)}{" "}
                received by card and not refunded, in both ledger and payments.
              </Notice>
            ) : (
              <Notice tone="late" title="The ledger doesn't match">
                The ledger sum is {formatMoney(result.ledgerSumMinor, CURRENCY)} (it must be {formatMoney(0, CURRENCY)}
                ). Payments minus refunds are {formatMoney(result.rowsMinor, CURRENCY)}, but the ledger has{" "}
                {formatMoney(result.ledgerMinor, CURRENCY)}.
              </Notice>
            )}
            {result.differences.length > 0 ? (
              <ul className={styles.plain}>
                {result.differences.map((d) => (
                  <li key={`${d.orderId}${d.what}`}>
                    <Link to={href("/admin/orders/:orderId", { orderId: d.orderId })}>{d.orderId}</Link>: {d.what} (in
                    cents)
                  </li>
                ))}
              </ul>
            ) : null}
          </div>
        ) : null}
      </div>
    </Sheet>
  );
}
