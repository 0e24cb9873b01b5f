import { sql } from "kysely";
import type { MailStatus } from "#app/platform/rules/mail/mail-status.ts";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { maskIban } from "#app/platform/rules/core/iban.ts";
import { checkService } from "#app/platform/server/service-checks.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { aboutJob, isJobKind, lastDone, listDeadJobs, listQueues } from "#app/platform/server/core/jobs.ts";
import { checkLedgerNow } from "#app/features/payments/server/ledger/check-ledger.ts";
import type { Reconciliation } from "#app/features/payments/server/ledger/reconcile-ledger.ts";

function allow(actor: Actor): asserts actor is Extract<Actor, { kind: "person" }> {
  if (!may(actor, "operations")) throw refused("Only an admin can use these tools.");
}

const SHOWN = 100;

/** `runs`: whether this version runs such jobs, so that they can be retried. */
export type JobsView = {
  queues: { name: string; waiting: number; underWay: number; oldestDueAt: Date | null }[];
  clockRanAt: Date | null;
  dead: {
    total: number;
    kinds: { name: string; count: number; oldestAt: Date; runs: boolean }[];
    jobs: { id: string; name: string; about: string; failedAt: Date; tries: number; reason: string; runs: boolean }[];
  };
};

/** Queued jobs, the last clock run, and failed jobs. @throws refused unless admin */
export async function readJobs(actor: Actor): Promise<JobsView> {
  allow(actor);
  const { total, kinds, jobs } = await listDeadJobs(SHOWN);
  return {
    queues: await listQueues(),
    clockRanAt: await lastDone("clock"),
    dead: {
      total,
      kinds: kinds.map((it) => ({ ...it, runs: isJobKind(it.name) })),
      jobs: jobs.map((j) => ({
        id: j.id,
        name: j.name,
        about: aboutJob(j.data),
        failedAt: j.failedAt,
        tries: j.tries,
        reason: j.reason.slice(0, 300),
        runs: isJobKind(j.name),
      })),
    },
  };
}

export type MailView = {
  waiting: number;
  sent: number;
  failed: number;
  oldestWaitingAt: Date | null;
  letters: {
    id: string;
    to: string;
    subject: string;
    kind: string;
    status: MailStatus;
    attempts: number;
    failure: string | null;
    createdAt: Date;
  }[];
};

/** The outbox: queued and unsent emails. @throws refused unless admin */
export async function readMail(actor: Actor): Promise<MailView> {
  allow(actor);
  const db = database();
  const counts = await db
    .selectFrom("mail")
    .select([
      sql<number>`count(*) filter (where status in ('waiting', 'sending'))::int`.as("waiting"),
      sql<number>`count(*) filter (where status = 'sent')::int`.as("sent"),
      sql<number>`count(*) filter (where status in ('failed', 'bounced', 'suppressed'))::int`.as("failed"),
      sql<Date | null>`min("createdAt") filter (where status = 'waiting')`.as("oldest"),
    ])
    .executeTakeFirstOrThrow();
  const letters = await db
    .selectFrom("mail")
    .select(["id", "to", "subject", "kind", "status", "attempts", "failure", "createdAt"])
    .where("status", "not in", ["sent", "complained"])
    .orderBy("seq", "desc")
    .limit(SHOWN)
    .execute();
  return {
    waiting: counts.waiting,
    sent: counts.sent,
    failed: counts.failed,
    oldestWaitingAt: counts.oldest,
    letters: letters,
  };
}

/** Reconciles payments, refunds and orders with the ledger. @throws refused unless admin */
export async function checkLedger(actor: Actor): Promise<Reconciliation & { entries: number }> {
  allow(actor);
  const { n } = await database()
    .selectFrom("journal_entries")
    .select(sql<number>`count(*)::int`.as("n"))
    .executeTakeFirstOrThrow();
  return { ...(await checkLedgerNow()), entries: n };
}

/** This process's configuration, without secrets. @throws refused unless admin */
export async function describeSettings(actor: Actor): Promise<{ label: string; value: string }[]> {
  allow(actor);
  const [storage, mail] = await Promise.all([checkService("storage"), checkService("mail")]);
  /** What a service is, and what is wrong with it right now. */
  const checked = (value: string, problem: string | null) =>
    problem === null ? value : `${value}. Not working: ${problem}`;
  const c = config();
  const hostOf = (url: string): string => {
    try {
      return new URL(url).host;
    } catch {
      return "an address";
    }
  };
  return [
    { label: "Name", value: c.siteName },
    {
      label: "Kind",
      value: c.drill
        ? "practice copy (DRILL=1): runs no jobs and sends nothing"
        : c.demo
          ? "demo world, on the embedded database"
          : c.production
            ? "production"
            : "development",
    },
    { label: "Application", value: c.origins.app },
    { label: "Public pages", value: c.origins.public },
    {
      label: "Card provider",
      value: c.stripe.apiBase ? "demo sandbox" : c.stripe.secretKey.startsWith("sk_live") ? "live" : "test mode",
    },
    {
      label: "Email",
      value: checked(
        c.mail.smtpUrl && !c.drill
          ? `sent through ${hostOf(c.mail.smtpUrl)}, from ${c.mail.from}`
          : "kept in the outbox, not sent",
        mail,
      ),
    },
    {
      label: "Files",
      value: checked(c.s3 ? `bucket ${c.s3.bucket}, ${c.s3.region}` : "on this machine's disk", storage),
    },
    { label: "Payouts from", value: `the company's account ${maskIban(c.debtor.iban)}` },
    {
      label: "Identity providers",
      value: c.providers.map((it) => `${it.label} (${hostOf(it.issuer)})`).join(", ") || "none",
    },
    { label: "Human check", value: c.humanCheck ? "on" : "off" },
    {
      label: "Live chat",
      value:
        c.liveChat.kind === "self"
          ? "our own support desk"
          : c.liveChat.kind === "off"
            ? "off"
            : new URL(c.liveChat.script).host,
    },
    { label: "App-integrity check", value: c.integrityCheck ? "on" : "off" },
    { label: "Calls region", value: c.region },
    {
      label: "Password",
      value:
        c.password.maxLength === undefined
          ? `at least ${c.password.minLength} characters`
          : `${c.password.minLength} to ${c.password.maxLength} characters`,
    },
    { label: "Database connections", value: String(c.dbPool) },
    { label: "Log", value: c.log },
  ];
}
