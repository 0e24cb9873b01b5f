import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { hub } from "../live/live.ts";
import { listQueues, queueAges } from "./jobs.ts";
import { processWide } from "./process-wide.ts";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

function create() {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: "stet_live_listeners",
    help: "Open pages and parts of this process that listen for events",
    registers,
    collect() {
      this.set(hub().listening);
    },
  });
  return {
    registry,
    requests: new Histogram({
      name: "stet_http_request_seconds",
      help: "Time from a request's head to the end of its answer",
      labelNames: ["method", "route", "status"],
      buckets: SECONDS,
      registers,
    }),
    turnedAway: new Counter({
      name: "stet_requests_turned_away_total",
      help: "Requests that weren't started because there was too much to do, by kind",
      labelNames: ["kind"],
      registers,
    }),
    engine: new Histogram({
      name: "stet_engine_seconds",
      help: "Time a task of the document engine took, queueing included",
      labelNames: ["task"],
      buckets: SECONDS,
      registers,
    }),
    emails: new Counter({
      name: "stet_emails_total",
      help: "Emails of this process: sent, failed (tried again), refused (for good), bounced, or suppressed (not sent)",
      labelNames: ["result"],
      registers,
    }),
  };
}

const holder = processWide<{ __stetMetrics?: ReturnType<typeof create> }>();
/** This process's metrics, for Prometheus. Labels are routes and kinds, never anybody's ids. */
export const metrics = (): ReturnType<typeof create> => (holder.__stetMetrics ??= create());

/** Adds Node's own metrics: memory, event loop, garbage collection. Starts at the first scrape. */
export function measureProcess(): void {
  const { registry } = metrics();
  if (!registry.getSingleMetric("process_cpu_seconds_total")) collectDefaultMetrics({ register: registry });
}

/** Adds figures of the whole installation. Only one process should report them, or they'd be counted several times. */
export function measureQueues(): void {
  const { registry } = metrics();
  if (registry.getSingleMetric("stet_jobs")) return;
  const registers = [registry];
  new Gauge({
    name: "stet_jobs",
    help: "Jobs that are waiting, under way, or failed for good, by queue",
    labelNames: ["queue", "state"],
    registers,
    async collect() {
      for (const { name, waiting, underWay } of await listQueues()) {
        this.set({ queue: name, state: "waiting" }, waiting);
        this.set({ queue: name, state: "under way" }, underWay);
      }
    },
  });
  new Gauge({
    name: "stet_oldest_job_age_seconds",
    help: "How long the oldest job that's due has waited, by queue",
    labelNames: ["queue"],
    registers,
    async collect() {
      this.reset();
      for (const { name, seconds } of await queueAges()) this.set({ queue: name }, seconds);
    },
  });
}

/** The result of the newest ledger check, in cents and orders; null before the first. */
export type LedgerFigures = { differences: number; sumMinor: number; checkedAt: Date } | null;

/**
 * Adds the ledger's newest check, for processes that also measure queues. @param read looks up the result; the check
 * itself is a scheduled job
 */
export function measureLedger(read: () => Promise<LedgerFigures>): void {
  const { registry } = metrics();
  if (registry.getSingleMetric("stet_ledger_differences")) return;
  const registers = [registry];
  const gauge = (name: string, help: string, of: (newest: NonNullable<LedgerFigures>) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const newest = await read();
        if (newest) this.set(of(newest));
        else this.remove();
      },
    });
  gauge(
    "stet_ledger_differences",
    "Orders whose payments and refunds differ from the ledger, which must be 0",
    (newest) => newest.differences,
  );
  gauge("stet_ledger_sum_cents", "The ledger's sum, which must be 0", (newest) => newest.sumMinor);
  gauge(
    "stet_ledger_checked_timestamp_seconds",
    "When the ledger was last reconciled with payments, refunds and orders",
    (newest) => newest.checkedAt.getTime() / 1000,
  );
}
