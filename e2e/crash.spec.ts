/**
 * kill -9 at random moments while people place and pay for orders: what was acknowledged is there once, and nothing is
 * stuck.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { filesSaying, filesUnder, tablesSaying } from "#boot/testing/search-storage.ts";
import { removeDataFolder } from "#boot/testing/data-folder.ts";
import { reconcileLedger } from "#app/features/payments/server/ledger/reconcile-ledger.ts";
import { closeDatabase, useDatabase } from "#app/platform/server/core/database.ts";
import { CHOICES, Client, DECLINED_CARD, Unexpected, manuscript, signedIn, until } from "./client.ts";
import { type Product, freePort, kill, preparedFolder, startProduct } from "./product.ts";
import { randomOf } from "./random.ts";

const FULL = process.env["STET_TESTS"] === "full";
/** A few kills in every run, all of them with STET_TESTS=full. */
const ROUNDS = FULL ? 20 : 8;
/** Twice everything dies at once, including the supervisor and the database. Otherwise one process at a time. */
const ALL_AT_ONCE = [ROUNDS / 2 - 1, ROUNDS - 1];
/** What people do and when something dies: the same in every run, random with STET_TESTS=full. */
const SEED = Number(process.env["CRASH_SEED"] ?? (FULL ? Date.now() % 1_000_000_000 : 20_261_122));
const MINUTE = 60_000;

/** What an author was told about their order. Only acknowledged facts count. */
type Told = {
  by: string;
  orderId: string;
  /** A sentence that's only in its manuscript. */
  sentence: string;
  file: { id: string; sha256: string } | null;
  checkouts: Set<string>;
  placed: boolean;
  paid: boolean;
};

type Person = { name: string; client: Client; random: () => number };

/** Retries a step until it's answered, like a person reloading a failed page. Refusals are answers, and wrong here. */
async function stubborn<T>(step: () => Promise<T>, limitMs = 90_000): Promise<T> {
  const giveUpAt = Date.now() + limitMs;
  for (;;) {
    try {
      return await step();
    } catch (error) {
      const away =
        error instanceof Unexpected
          ? error.status >= 500
          : error instanceof TypeError || (error as Error).name === "TimeoutError";
      if (!away || Date.now() > giveUpAt) throw error;
      await sleep(150);
    }
  }
}

/** One order from a manuscript to a charged card, with typical detours. */
async function order(person: Person, told: Told[], count: number): Promise<void> {
  const { client, name, random } = person;
  const { orderId } = await stubborn(() => client.openDraft());
  const mark = `${name}-${count}`;
  const sentence = `This is copy ${mark} of the text.`;
  const it: Told = { by: name, orderId, sentence, file: null, checkouts: new Set(), placed: false, paid: false };
  told.push(it);

  const { name: fileName, bytes } = manuscript(mark);
  let upload: string | null = null;
  const fileId = await stubborn(async () => {
    upload ??= await client.beginUpload(orderId, fileName, bytes.length);
    const half = Math.floor(bytes.length / 2);
    const there = await client.uploadedBytes(upload);
    if (there < half) await client.sendBytes(upload, bytes, there, half);
    await sleep(random() * 200);
    if (Math.max(there, half) < bytes.length) await client.sendBytes(upload, bytes, Math.max(there, half));
    return upload.split("/").at(-1)!;
  });
  it.file = { id: fileId, sha256: createHash("sha256").update(bytes).digest("hex") };
  await stubborn(async () => {
    const state = async () => (await client.json<{ file: { state: string } }>(`/api/files/${fileId}`)).file.state;
    if ((await state()) === "counted") return;
    await sleep(1_500);
    // Its count was interrupted. A clock rule repeats it after a minute.
    if ((await state()) === "counting") await client.moveClock(61_000);
    if ((await state()) !== "counted") throw new Unexpected("The file is not counted yet", 503, "");
  });

  await stubborn(() => client.saveChoices(orderId, CHOICES));
  await sleep(random() * 300);
  const tabs = random() < 0.25 ? 2 : 1;
  await Promise.all(
    Array.from({ length: tabs }, () =>
      stubborn(async () => {
        it.checkouts.add(await client.place(orderId));
        it.placed = true;
      }),
    ),
  );
  const checkout = [...it.checkouts][0]!;
  await sleep(random() * 300);
  if (random() < 0.2) await stubborn(() => client.payAt(checkout, DECLINED_CARD));
  if (random() < 0.1) return;
  const answers = await Promise.all(Array.from({ length: tabs }, () => stubborn(() => client.payAt(checkout))));
  expect(answers, `${name}'s payment`).toEqual(answers.map(() => "paid"));
  it.paid = true;
}

/** Rounds of kills. @returns the product that's running at the end */
async function killAtRandom(
  first: Product,
  restart: () => Promise<Product>,
  random: () => number,
  gone: string[],
  paid: () => number,
): Promise<Product> {
  let product = first;
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(700 + random() * 3_300);
    // On a slow machine, killing is as slow as ordering, so wait for orders between kills.
    await until("an order is paid", () => Promise.resolve(paid() > (round + 1) / 2), MINUTE, 50);
    if (ALL_AT_ONCE.includes(round)) {
      await product.killAll();
      gone.push("everything");
      product = await restart();
      continue;
    }
    const role = round % 2 === 0 ? "web" : "worker";
    let pid: number | undefined;
    // It may still be down since the last kill, because the supervisor waits longer before each restart.
    await until(
      `a ${role} process to kill`,
      () => Promise.resolve((pid = product.pids()[role][0]) !== undefined),
      60_000,
      50,
    );
    await sleep(random() * 1_500);
    if (kill(pid!)) gone.push(role);
  }
  return product;
}

test("kill -9 at random during a stream of orders loses and duplicates nothing, and nothing is stuck", async () => {
  test.setTimeout(6 * MINUTE);
  console.log(`crash: CRASH_SEED=${SEED}`);
  const random = randomOf(SEED);
  const dataDir = preparedFolder();
  const port = await freePort();
  const restart = () => startProduct({ dataDir, port });
  let product = await restart();
  const told: Told[] = [];
  const gone: string[] = [];
  try {
    const people: Person[] = [];
    for (const who of ["amara", "mei"] as const)
      people.push({ name: who, client: await signedIn(product.url, who), random: randomOf(random() * 1e9) });
    for (const name of ["Ines", "Tomas"]) {
      const client = new Client(product.url);
      const email = `${name.toLowerCase()}@example.org`;
      await client.signUp(name, email, "a long enough phrase 7");
      await client.verify(await client.emailTo(email, /^Verify/));
      people.push({ name, client, random: randomOf(random() * 1e9) });
    }
    // The demo's few editors would soon have no capacity left.
    await withDatabase(product, async (look) => {
      await look('update editors set "weeklyWords" = 1000000, "parallelOrders" = 1000');
    });
    let over = false;
    const stream = Promise.all(
      people.map(async (person) => {
        for (let count = 0; !over; count++) {
          await order(person, told, count);
          await sleep(100 + person.random() * 300);
        }
      }),
    );
    const stopped = stream.catch(() => {});
    try {
      product = await Promise.race([
        killAtRandom(product, restart, random, gone, () => told.filter((it) => it.paid).length),
        stream.then(() => Promise.reject(new Error("The people stopped ordering"))),
      ]);
    } finally {
      over = true;
      await stopped;
    }
    await stream;
    console.log(
      `crash: ${told.length} orders, ${told.filter((it) => it.paid).length} paid, while these died: ${gone.join(" ")}`,
    );
    expect(gone.length).toBeGreaterThanOrEqual(ROUNDS - 2);
    expect(told.filter((it) => it.paid).length).toBeGreaterThan(ROUNDS / 2);

    await settle(product);
    await examine(product, told);
    const ended = told.filter((it) => it.paid).slice(0, PURGED);
    // Proves that the search finds text before it's deleted: once it's asked for, the clock's next minute begins it.
    const stored = await filesUnder(path.join(product.dataDir, "files"));
    const sentences = ended.map((it) => it.sentence);
    expect(filesSaying(stored, sentences).length).toBeGreaterThanOrEqual(ended.length);
    await cancelAll(product, ended, people);
    await purgeUnderKills(product, ended, random);
  } catch (error) {
    console.log(
      `crash: failed with CRASH_SEED=${SEED}; dead so far: ${gone.join(" ")}\n${product.output().slice(-3_000)}`,
    );
    throw error;
  } finally {
    await product.stop();
    removeDataFolder(dataDir);
  }
});

/** Orders whose files are deleted while the worker is killed, and how often. */
const PURGED = 6;
const PURGE_KILLS = 3;

/** Their authors cancel orders and ask for the files to be deleted. */
async function cancelAll(product: Product, ended: readonly Told[], people: readonly Person[]): Promise<void> {
  await withDatabase(product, async (look) => {
    for (const it of ended) {
      const { client } = people.find((person) => person.name === it.by)!;
      const [row] = await look<{ paidMinor: string }>(`select "paidMinor" from orders where id = '${it.orderId}'`);
      const page = `/order/${it.orderId}`;
      await client.form(page, { intent: "cancel", expectedRefundMinor: String(row!.paidMinor) });
      await client.form(page, { intent: "delete_files" });
    }
    await until(
      "the orders are refunded, and their authors want the files deleted",
      async () =>
        (
          await look(
            `select id from orders where id in (${ids(ended)}) and status = 'refunded' and "deletionAskedAt" is not null`,
          )
        ).length === ended.length,
      60_000,
    );
  });
}

const ids = (ended: readonly Told[]): string => ended.map((it) => `'${it.orderId}'`).join(", ");

/** kill -9 of the worker at random moments of a deletion. A fresh one finishes, and nothing is deleted twice. */
async function purgeUnderKills(product: Product, ended: readonly Told[], random: () => number): Promise<void> {
  const sentences = ended.map((it) => it.sentence);
  const stored = path.join(product.dataDir, "files");
  await withDatabase(product, async (look) => {
    const evidence = () =>
      look(`select f.id, f.sha256, f.bytes, f.name, (f.receipt ->> 'words')::int as words, o."paidAt", o."paidMinor"
        from files f join orders o on o.id = f."orderId" where o.id in (${ids(ended)}) order by f.id`);
    const others = () => look(`select id, "storageKey" from files where "orderId" not in (${ids(ended)}) order by id`);
    const [kept, untouched] = [await evidence(), await others()];
    const steps = async () =>
      Number(
        (
          await look<{ n: string }>(
            `select count("deletionStartedAt") + count("filesDeletedAt") as n from orders where id in (${ids(ended)})`,
          )
        )[0]!.n,
      );
    const askClock = () => look(`insert into pgboss.job (name, data) values ('clock', '{}')`);
    const all = 2 * ended.length;
    const worker = () => product.pids().worker[0];
    for (let dead = 0, done = 0; dead < PURGE_KILLS && done < all; dead++) {
      await until("a worker", () => Promise.resolve(worker() !== undefined), 60_000, 50);
      await askClock();
      await until("the deletion goes on", async () => (await steps()) > done, 60_000, 2);
      await sleep(random() * 25);
      kill(worker()!);
      done = await steps();
    }
    await until("a fresh worker", () => Promise.resolve(worker() !== undefined), 60_000, 50);
    await askClock();
    await until("everything is deleted", async () => (await steps()) === all, 60_000, 50);

    expect(await evidence(), "hashes, counts, and what was paid are kept").toEqual(kept);
    expect(await others(), "nobody else's files are affected").toEqual(untouched);
    expect(
      await look(
        `select "orderId", count(*)::int as n from facts where kind = 'files.deleted' and "orderId" in (${ids(ended)})
          group by 1 having count(*) <> 1`,
      ),
      "deleted once each",
    ).toEqual([]);
    expect(
      await look(
        `select id from files where "orderId" in (${ids(ended)}) and purpose <> 'letter'
          and ("storageKey" <> '' or "removedAt" is null or sample is not null)`,
      ),
      "rows that still reference a file or quote it",
    ).toEqual([]);
  });
  expect(filesSaying(await filesUnder(stored), sentences), "stored files with the text").toEqual([]);
  const db = useDatabase(product.databaseUrl, 2);
  try {
    expect(await tablesSaying(db, sentences), "tables with the text").toEqual([]);
  } finally {
    await closeDatabase();
  }
}

/** Runs the clock rules and the queue until there's nothing left to do. */
async function settle(product: Product): Promise<void> {
  const admin = await stubborn(() => signedIn(product.url, "ada"));
  await withDatabase(product, async (look) => {
    const quiet = () =>
      until(
        "the queue is empty",
        async () => {
          const [row] = await look<{ n: number }>(
            "select count(*)::int as n from pgboss.job where name not like '\\_\\_%' and name <> 'clock' and name <> 'dead-jobs' and state in ('created', 'retry', 'active')",
          );
          return row!.n === 0;
        },
        100_000,
        500,
      );
    await stubborn(() => admin.moveClock(11 * MINUTE));
    await quiet();
    await stubborn(() => admin.moveClock(11 * MINUTE));
    await quiet();
  });
}

async function examine(product: Product, told: readonly Told[]): Promise<void> {
  await withDatabase(product, async (look) => {
    const orders = new Map(
      (await look<{ id: string; status: string; paidAt: Date | null }>('select id, status, "paidAt" from orders')).map(
        (row) => [row.id, row],
      ),
    );
    const payments = await look<{
      orderId: string;
      status: string;
      surplus: boolean;
      method: string;
      checkoutSessionId: string | null;
    }>('select "orderId", method, status, surplus, "checkoutSessionId" from payments');
    const files = new Map(
      (
        await look<{ id: string; orderId: string; sha256: string; state: string; storageKey: string }>(
          'select id, "orderId", sha256, state, "storageKey" from files',
        )
      ).map((row) => [row.id, row]),
    );

    for (const it of told) {
      const of = `${it.by}'s order ${it.orderId}`;
      const row = orders.get(it.orderId);
      if (it.file) {
        const file = files.get(it.file.id);
        expect(file, `${of}: its manuscript`).toMatchObject({
          orderId: it.orderId,
          sha256: it.file.sha256,
          state: "counted",
        });
        const onDisk = path.join(product.dataDir, "files", file!.storageKey);
        expect(
          existsSync(onDisk) && createHash("sha256").update(readFileSync(onDisk)).digest("hex"),
          `${of}: the bytes of its manuscript`,
        ).toBe(it.file.sha256);
      }
      if (it.placed) expect(row?.status, `${of} was placed`).not.toBe("draft");
      expect(it.checkouts.size, `${of}: two tabs share one checkout`).toBeLessThanOrEqual(1);
      const own = payments.filter((p) => p.orderId === it.orderId && p.status === "succeeded");
      expect(own.length, `${of}: charges`).toBe(it.paid ? 1 : 0);
      if (!it.paid) continue;
      expect(own[0]!.surplus, `${of}: the payment is kept`).toBe(false);
      expect(row?.paidAt, `${of} is paid`).not.toBeNull();
      expect(["draft", "quoted", "awaiting_payment", "expired"], `${of} continued`).not.toContain(row!.status);
    }

    // The card provider's records match ours, once each.
    const provider = await look<{ orderId: string; id: string }>(
      `select body -> 'metadata' ->> 'orderId' as "orderId", id from stripe_sandbox.objects where kind = 'checkout.session' and body ->> 'payment_status' = 'paid'`,
    );
    const charges = await look<{ id: string }>(`select id from order_charges where status = 'paid'`);
    expect(
      new Set(provider.map((p) => p.orderId)).size,
      "orders charged at the provider, once each and once for an extra charge",
    ).toBe(provider.length - charges.length);
    expect(
      payments
        .filter((p) => p.status === "succeeded" && p.method === "card")
        .map((p) => p.checkoutSessionId ?? "")
        .toSorted(),
      "payments here and checkouts paid there",
    ).toEqual(provider.map((p) => p.id).toSorted());
    const intents = await look<{ n: number }>(
      `select count(*)::int as n from stripe_sandbox.objects where kind = 'charge' and body ->> 'status' = 'succeeded'`,
    );
    expect(intents[0]!.n, "charges at the provider").toBe(provider.length);

    expect(
      await look(
        `select "orderId", count(*)::int as n from facts where kind = 'order.paid' group by 1 having count(*) <> 1`,
      ),
      "orders paid more than once",
    ).toEqual([]);
    expect(
      await look(
        `select o.id from orders o where o."paidAt" is not null
          and (select count(*) from invoices i where i."orderId" = o.id and i.kind = 'invoice')
            <> 1 + (select count(*) from order_charges c where c."orderId" = o.id and c.status = 'paid')`,
      ),
      "paid orders with one invoice each",
    ).toEqual([]);
    expect(
      await look(`select number from invoices group by number having count(*) > 1`),
      "invoice numbers given twice",
    ).toEqual([]);

    const paidThere = new Set(provider.map((p) => p.id));
    expect(
      payments.filter(
        (p) => (p.status === "starting" || p.status === "open") && paidThere.has(p.checkoutSessionId ?? ""),
      ),
      "successful payments that are still open",
    ).toEqual([]);
    expect(await look(`select id from payments where status = 'starting'`), "payments without a checkout").toEqual([]);
    expect(await look(`select id, type from provider_events where "appliedAt" is null`), "events not applied").toEqual(
      [],
    );
    expect(
      [...files.values()].filter((file) => file.state === "counting"),
      "files still being counted",
    ).toEqual([]);
    expect(
      await look(
        `select name, data, output from pgboss.job where state = 'failed' and name not in ('clock', 'dead-jobs')`,
      ),
      "failed jobs",
    ).toEqual([]);
    expect(
      await look(`select data from pgboss.job where name = 'dead-jobs' and data <> '{}'::jsonb`),
      "dead jobs",
    ).toEqual([]);
    expect(
      await look(
        `select id from orders o where status = 'paid' and not exists (select 1 from facts f where f."orderId" = o.id and f.kind in ('invite.sent', 'matching.support_told', 'matching.client_offered'))`,
      ),
      "paid orders without an editor search",
    ).toEqual([]);
    expect(await look(`select id, "to" from mail where status <> 'sent'`), "unsent emails").toEqual([]);
  });
  const db = useDatabase(product.databaseUrl, 4);
  try {
    const { differences, ledgerSumMinor, ledgerMinor, rowsMinor } = await reconcileLedger(db);
    expect(differences).toEqual([]);
    expect(ledgerSumMinor).toBe(0);
    expect(ledgerMinor).toBe(rowsMinor);
  } finally {
    await closeDatabase();
  }
  // And it shows: every paid order is on its author's payments page.
  const amara = await signedIn(product.url, "amara");
  for (const it of told.filter((t) => t.by === "amara" && t.paid)) await amara.waitUntilPaid(it.orderId, 5_000);
}

type Look = <R extends object = Record<string, unknown>>(query: string) => Promise<R[]>;

async function withDatabase(product: Product, use: (look: Look) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    await use(async <R extends object>(query: string) => (await client.query(query)).rows as R[]);
  } finally {
    await client.end();
  }
}
