/**
 * A month of 100,000 orders in the books: closing it, reading its statements, and exporting it, compared with plain
 * sums of the same lines.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import v8 from "node:v8";
import vm from "node:vm";
import pg from "pg";
import { factWords } from "#app/fact-words.ts";
import { readBooks } from "#app/features/backoffice/rules/books.ts";
import { closeMonth, proposeClosing } from "#app/features/backoffice/server/books/close-month.ts";
import { journalCsv } from "#app/features/backoffice/server/books/export-journal.ts";
import { findOpenItems } from "#app/features/backoffice/server/books/find-open-items.ts";
import { readBalanceSheet, readProfitAndLoss } from "#app/features/backoffice/server/books/read-books.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { closeDatabase, database, useDatabase } from "#app/platform/server/core/database.ts";
import { useFacts } from "#app/platform/server/core/facts.ts";
import { ensureDatabase, startEmbeddedPostgres } from "#boot/embedded-postgres.ts";
import { migrate } from "#db/migrate.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedCast } from "#db/seed/seed-cast.ts";
import type { Measure, Row } from "../row.ts";

const ORDERS = 100_000;
const OPEN_ORDERS = 5_000;
const NOW = new Date("2026-11-05T12:00:00Z");

/** An order's entries: kind, and the lines' accounts with their amounts in cents. */
const ENTRIES: readonly [kind: string, lines: readonly [account: string, amount: number][]][] = [
  [
    "payment_received",
    [
      ["provider", 13_500],
      ["deferred_discounts", 1_500],
      ["deferred_revenue", -15_000],
    ],
  ],
  [
    "provider_fee",
    [
      ["provider_fees", 422],
      ["provider", -422],
    ],
  ],
  [
    "order_delivered",
    [
      ["deferred_revenue", 15_000],
      ["revenue", -15_000],
      ["discounts", 1_500],
      ["deferred_discounts", -1_500],
    ],
  ],
  [
    "earning_pending",
    [
      ["editor_cost", 8_250],
      ["editor_pending", -8_250],
    ],
  ],
  [
    "order_accepted",
    [
      ["editor_pending", 8_250],
      ["editor_available", -8_250],
    ],
  ],
];

/** Writes the entries of that many orders, spread over a month, bypassing the triggers. */
async function fill(url: string, month: string, orders: number): Promise<void> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    await db.query("set session_replication_role = replica; set synchronous_commit = off");
    for (const [n, [kind, lines]] of ENTRIES.entries()) {
      await db.query(
        `insert into journal_entries (id, key, kind, "causeType", "causeId", memo, at, "happenedAt", "bookedAt")
          select x.id, x.id, '${kind}', 'order', x.id, 'Order S-' || i || ': an entry of the bench', x.at, x.at, x.at
            from generate_series(1, ${orders}) i,
            lateral (select 'jnl_${month}_${n}_' || i as id, '${month}-01T00:00:00Z'::timestamptz + (i % 2500000) *
              interval '1 second' * ${Math.floor(2_500_000 / orders)} as at) x`,
      );
      await db.query(
        `insert into journal_lines ("entryId", line, account, party, "amountMinor", currency)
          select 'jnl_${month}_${n}_' || i, v.line, v.account, case when v.account like 'editor\\_%'
            and v.account <> 'editor_cost' then 'usr_e' || i % 500 else '' end,
            v.amount, 'USD' from generate_series(1, ${orders}) i,
              (values ${lines.map(([account, amount], at) => `(${at + 1}, '${account}', ${amount})`).join(", ")}) v
              (line, account, amount)`,
      );
    }
    await db.query("vacuum analyze journal_entries, journal_lines");
  } finally {
    await db.end();
  }
}

async function took<T>(run: () => Promise<T>): Promise<[ms: number, value: T]> {
  const begun = performance.now();
  const value = await run();
  return [performance.now() - begun, value];
}

v8.setFlagsFromString("--expose-gc");
const collectGarbage = vm.runInNewContext("gc") as () => void;
/** How often the process is weighed while a file comes. */
const WEIGHED = 8;

/**
 * Downloads a month's journal, and weighs what the process holds on the way, without garbage: what the runtime keeps
 * for garbage to come depends on the machine, and stops growing by itself.
 * @returns its bytes, and by how much what is held grew from the first to the last weighing
 */
async function exported(): Promise<{ bytes: number; grewBytes: number }> {
  const get = () => journalCsv(new Request("http://x/?month=2026-10"), { actor: personOf("ada") });
  let bytes = 0;
  for await (const part of (await get()).body!) bytes += part.length;
  const held: number[] = [];
  let read = 0;
  for await (const part of (await get()).body!) {
    read += part.length;
    if (read < ((held.length + 1) * bytes) / (WEIGHED + 1)) continue;
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    held.push(heapUsed + external);
  }
  return { bytes, grewBytes: Math.max(0, held.at(-1)! - held[0]!) };
}

async function measure(url: string): Promise<Measure[]> {
  const plain = new pg.Client({ connectionString: url });
  await plain.connect();
  const all = `select account, sum("amountMinor") from journal_lines group by 1`;
  try {
    const ada = personOf("ada");
    const [plainMs] = await took(() => plain.query(all));
    const items = (await findOpenItems(database(), "2026-10")).map(({ key, count }) => ({
      key,
      count,
      reason: "Measured.",
    }));
    await proposeClosing(personOf("ben"), { month: "2026-10", items });
    const [closeMs] = await took(() => closeMonth(ada, { month: "2026-10" }));
    const asked = readBooks(new URLSearchParams("from=2026-06&to=2026-11"), NOW);
    await readBalanceSheet(ada, asked);
    const [sheetMs, sheet] = await took(() => readBalanceSheet(ada, asked));
    const [profitMs, profit] = await took(() => readProfitAndLoss(ada, asked));
    if (sheet.offMinor !== 0 || profit.offMinor !== 0) throw new Error("The books don't balance.");
    const [exportMs] = await took(() =>
      journalCsv(new Request("http://x/?month=2026-10"), { actor: ada }).then((file) => file.arrayBuffer()),
    );
    const { bytes, grewBytes } = await exported();
    const sums = `summing all ${(((ORDERS + OPEN_ORDERS) * 13) / 1e6).toFixed(1)} million lines`;
    return [
      {
        name: "a month of 100,000 orders closed",
        value: closeMs / 1000,
        unit: "s",
        against: sums,
        ratio: closeMs / plainMs,
      },
      { name: "balance sheet after it", value: sheetMs, unit: "ms", against: sums, ratio: sheetMs / plainMs },
      { name: "profit and loss, six months", value: profitMs, unit: "ms", against: sums, ratio: profitMs / plainMs },
      { name: "its journal exported", value: exportMs / 1000, unit: "s", against: sums, ratio: exportMs / plainMs },
      {
        name: "memory held more at the end of its export",
        value: grewBytes / 1e6,
        unit: "MB",
        against: `the file (${(bytes / 1e6).toFixed(0)} MB)`,
        ratio: grewBytes / bytes,
      },
    ];
  } finally {
    await plain.end();
  }
}

export default {
  name: "books",
  slow: true,
  async run() {
    const folder = mkdtempSync(path.join(os.tmpdir(), "stet-bench-books-"));
    const postgres = await startEmbeddedPostgres(path.join(folder, "pg"), { maxConnections: 20 });
    try {
      await ensureDatabase(postgres.url(), "books");
      const url = postgres.url("books");
      await migrate(url);
      await fill(url, "2026-10", ORDERS);
      await fill(url, "2026-11", OPEN_ORDERS);
      setClock(NOW);
      useFacts({ reactions: () => ({}), words: factWords });
      await seedCast(useDatabase(url), NOW);
      try {
        return await measure(url);
      } finally {
        await closeDatabase();
        setClock(null);
      }
    } finally {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Row;
