import { Form, Link } from "react-router";
import { formatMoney } from "#app/platform/rules/money.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant, RelativeTime } from "#app/ui/instant.tsx";
import { Notice, type ShownProblem } from "#app/ui/notice.tsx";
import { Section, Sheet } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/stat.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { JobsView, MailView, checkLedger } from "../server/operate.ts";
import styles from "./people.module.css";

/** What the page of tools answers a form with. */
export type ToolsAnswer = {
  form: string;
  error?: ShownProblem & { code?: string };
  typed?: Record<string, string>;
  done?: string;
  ledger?: Awaited<ReturnType<typeof checkLedger>>;
};

const JOB_WORDS: Record<string, string> = {
  reaction: "What follows from a fact",
  mail: "Letters",
  clock: "The clock’s rules",
  "provider-event": "Events of the card provider",
  "send-refund": "Refunds to the card provider",
};
const jobName = (name: string): string => JOB_WORDS[name] ?? name;

/** Queues, the clock, and the jobs that were given up. */
export function Jobs({ jobs: { queues, clockRanAt, dead } }: { jobs: JobsView }) {
  return (
    <>
      <Stats>
        <Stat
          label="Given up"
          value={dead.total}
          detail="Tried as often as allowed"
          {...(dead.total > 0 ? { tone: "late" as const } : {})}
        />
        <Stat
          label="Waiting"
          value={queues.reduce((n, q) => n + q.waiting, 0)}
          detail="To be done, or to be tried again"
        />
        <Stat label="Under way" value={queues.reduce((n, q) => n + q.underWay, 0)} detail="With a worker now" />
        <Stat
          label="The clock last ran"
          value={
            clockRanAt ? (
              <>
                <RelativeTime at={clockRanAt} /> ago
              </>
            ) : (
              "not known"
            )
          }
          detail="Every rule, once a minute"
        />
      </Stats>
      <Section title="Given up">
        <DataTable
          caption="Jobs that were given up"
          rows={dead.jobs}
          rowKey={(j) => j.id}
          columns={[
            { key: "name", header: "Job", cell: (j) => jobName(j.name) },
            { key: "about", header: "About", cell: (j) => <code className="small">{j.about}</code> },
            {
              key: "reason",
              header: "What went wrong",
              cell: (j) => j.reason || <span className="soft">not said</span>,
            },
            { key: "tries", header: "Tries", align: "end", cell: (j) => <span className="figures">{j.tries}</span> },
            { key: "at", header: "Given up", cell: (j) => <Instant at={j.failedAt} /> },
            {
              key: "again",
              header: "",
              cell: (j) => (
                <Form method="post">
                  <input type="hidden" name="intent" value="retry" />
                  <SubmitButton name="job" value={j.id} size="compact-sm" variant="default" pending="Sending back">
                    Try again
                  </SubmitButton>
                </Form>
              ),
            },
          ]}
          empty={
            <EmptyState title="No job was given up" mark="check">
              A job that fails is tried again, more and more rarely. One that fails to the end stands here with its
              reason.
            </EmptyState>
          }
          footer={
            dead.total > dead.jobs.length
              ? `The latest ${dead.jobs.length} of ${dead.total.toLocaleString("en-US")}.`
              : dead.total > 0
                ? "Every job is safe to do twice."
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
            { key: "name", header: "Kind", cell: (q) => jobName(q.name) },
            {
              key: "waiting",
              header: "Waiting",
              align: "end",
              cell: (q) => <span className="figures">{q.waiting.toLocaleString("en-US")}</span>,
            },
            {
              key: "active",
              header: "Under way",
              align: "end",
              cell: (q) => <span className="figures">{q.underWay}</span>,
            },
          ]}
          empty={null}
        />
      </Section>
    </>
  );
}

/** The outbox: what waits and what did not go. */
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
                The oldest for <RelativeTime at={m.oldestWaitingAt} />
              </>
            ) : (
              "None"
            )
          }
        />
        <Stat
          label="Failed"
          value={m.failed}
          detail="At the last try"
          {...(m.failed > 0 ? { tone: "late" as const } : {})}
        />
        <Stat label="Sent" value={m.sent.toLocaleString("en-US")} detail="All time" />
      </Stats>
      <DataTable
        caption="Letters that have not gone"
        rows={m.letters}
        rowKey={(l) => l.id}
        columns={[
          { key: "to", header: "To", cell: (l) => l.to },
          { key: "subject", header: "Subject", cell: (l) => l.subject },
          { key: "kind", header: "Because of", cell: (l) => <span className="soft">{l.kind}</span> },
          {
            key: "status",
            header: "State",
            cell: (l) => (
              <StatusBadge tone={l.status === "failed" ? "late" : "waiting"}>
                {l.status === "failed" ? "failed" : "waiting"}
              </StatusBadge>
            ),
          },
          {
            key: "attempts",
            header: "Tries",
            align: "end",
            cell: (l) => <span className="figures">{l.attempts}</span>,
          },
          { key: "failure", header: "What went wrong", cell: (l) => l.failure ?? "" },
          { key: "at", header: "Written", cell: (l) => <Instant at={l.createdAt} /> },
        ]}
        empty={
          <EmptyState title="Every letter has gone" mark="check">
            Letters that wait, and those that could not be sent, stand here.
          </EmptyState>
        }
        footer={
          <>
            A letter that fails is tried again by itself, up to twelve times. One that was given up is among the{" "}
            <Link to="/admin/admin-tools?show=jobs">jobs</Link>, and is sent again from there.
          </>
        }
      />
    </>
  );
}

/** Whether payments, orders and ledger agree, asked now. */
export function LedgerCheck({ result }: { result: ToolsAnswer["ledger"] }) {
  return (
    <Sheet title="Do payments, orders and the ledger agree?">
      <div className={styles.stack}>
        <p className={styles.facts}>
          Compares every payment and refund with its order and with the journal, to the cent. Nothing is changed.
        </p>
        <Form method="post">
          <SubmitButton name="intent" value="ledger" pending="Comparing">
            Compare now
          </SubmitButton>
        </Form>
        {result ? (
          <div aria-live="polite" className={styles.stack}>
            {result.differences.length === 0 &&
            result.ledgerSumMinor === 0 &&
            result.rowsMinor === result.ledgerMinor ? (
              <Notice tone="good" title="They agree">
                {result.entries.toLocaleString("en-US")} journal entries; {formatMoney(result.ledgerMinor)} came in by
                card and was not given back, in the ledger as in the payments.
              </Notice>
            ) : (
              <Notice tone="late" title="They do not agree">
                The ledger adds up to {formatMoney(result.ledgerSumMinor)} (it must be $0.00); payments less refunds
                make {formatMoney(result.rowsMinor)}, the ledger has {formatMoney(result.ledgerMinor)}.
              </Notice>
            )}
            {result.differences.length > 0 ? (
              <ul className={styles.plain}>
                {result.differences.map((d) => (
                  <li key={`${d.orderId}${d.what}`}>
                    <Link to={`/admin/orders/${d.orderId}`}>{d.orderId}</Link>: {d.what} (in cents)
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
