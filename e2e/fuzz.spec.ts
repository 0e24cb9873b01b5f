/**
 * Input that no browser sends, to every page, action and endpoint, as every kind of visitor. Nothing may answer 5xx or
 * crash, and each refusal must explain itself. FUZZ_CASES and FUZZ_SEED choose how many and which. STET_TESTS=full also
 * tries each field of each form. FUZZ_REPLAY repeats one that was printed.
 */
import { Agent, request } from "node:http";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { decideAccess } from "#app/features/accounts/rules/access.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { CAST, type CastName } from "#db/seed/cast.ts";
import { signedIn } from "./client.ts";
import { CaseMaker, type FuzzCase, type SeenForm, type World, formsOf, shapeOf } from "./fuzz-cases.ts";
import { endpointTargets, pageTargets, wholeVocabulary } from "./fuzz-targets.ts";
import { type Product, startProduct } from "./product.ts";
import { randomOf } from "./random.ts";

const FULL = process.env["STET_TESTS"] === "full";
const CASES = Number(process.env["FUZZ_CASES"] ?? (FULL ? 3_000 : 1_000));
const SEED = Number(process.env["FUZZ_SEED"] ?? 20_251_122);
const REPLAY = process.env["FUZZ_REPLAY"];
const AT_ONCE = 6;
/** Sessions are checked this often, because requests end some of them. */
const ROUND = 100;
const ANSWER_LIMIT_MS = 20_000;
const MOST_SHOWN = 40;

/** Each kind of visitor, as a member of the cast. */
const VISITORS: Record<string, CastName | null> = {
  "signed-out": null,
  unverified: "uma",
  client: "amara",
  editor: "jonas",
  support: "sam",
  admin: "ada",
};
const mayOpen = (visitor: string, path: string): boolean => {
  const who = VISITORS[visitor];
  const actor: Actor = who
    ? {
        kind: "person",
        ...CAST[who],
        role: "client",
        isAdmin: visitor === "admin",
        isEditor: visitor === "editor",
        isSupport: visitor === "support",
        photoURL: null,
        timeZone: null,
      }
    : NOBODY;
  return decideAccess(actor, path).kind === "allow";
};
/** Text that only appears on a bug. */
const LEAKS =
  /Unexpected Application Error|invalid byte sequence|invalid input syntax|out of range for type|node_modules\/|at file:\/\/|\bTypeError\b|\bSyntaxError\b|\bRangeError\b|unsupported Unicode escape/;

type Answer = { status: number; type: string; text: string };

let product: Product;
const cookies = new Map<string, string>();
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE * 2 });

test.beforeAll(async () => {
  // Each request comes from a different address, to keep rate limits per network from hiding what's behind them.
  product = await startProduct({ env: { TRUSTED_PROXIES: "1" } });
});
test.afterAll(async () => {
  agent.destroy();
  await product.stop();
});

async function inDatabase<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/**
 * Signs people in again if needed. An admin's requests can disable an account, as they should, so it's enabled again.
 */
async function lookAfterSessions(): Promise<void> {
  for (const [visitor, who] of Object.entries(VISITORS)) {
    if (!who) continue;
    const answer = await send({ visitor, method: "GET", path: "/api/session", headers: {} });
    if (answer.text.includes(CAST[who].email)) continue;
    await inDatabase((client) =>
      client.query(`update auth_user set "disabledAt" = null, "disabledReason" = null where id = $1`, [CAST[who].uid]),
    );
    const client = await signedIn(product.url, who);
    cookies.set(visitor, [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
  }
}

let sent = 0;
/** An address in 198.18.0.0/15, which is reserved for tests. */
const network = (): string => `198.${18 + ((sent >> 16) & 1)}.${(sent >> 8) & 255}.${sent++ & 255}`;

function send(it: FuzzCase): Promise<Answer> {
  const { visitor, method, path, headers, body } = it;
  const { port, host, origin } = new URL(product.url);
  const cookie = cookies.get(visitor);
  const bytes = body === undefined ? undefined : Buffer.from(body, "latin1");
  return new Promise((resolve, reject) => {
    const sending = request(
      {
        agent,
        host: "localhost",
        port,
        method,
        path,
        timeout: ANSWER_LIMIT_MS,
        headers: {
          host,
          accept: "text/html,*/*",
          "x-forwarded-for": network(),
          ...(cookie ? { cookie } : {}),
          ...(method === "GET" || method === "HEAD" ? {} : { origin }),
          ...(bytes ? { "content-length": String(bytes.length) } : {}),
          ...headers,
        },
      },
      (answer) => {
        const type = String(answer.headers["content-type"] ?? "");
        const status = answer.statusCode!;
        // An event stream never ends.
        if (type.startsWith("text/event-stream")) {
          sending.destroy();
          resolve({ status, type, text: "" });
          return;
        }
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => resolve({ status, type, text: Buffer.concat(parts).toString() }));
        answer.on("error", reject);
      },
    );
    sending.on("timeout", () => sending.destroy(new Error(`no answer within ${ANSWER_LIMIT_MS / 1_000} s`)));
    sending.on("error", (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection just as it was used again. A process that crashed would have another id.
      if (sending.reusedSocket && error.code === "ECONNRESET") resolve(send(it));
      else reject(error);
    });
    sending.end(bytes);
  });
}

/** What's wrong with a response; null for nothing. */
function faultOf({ method }: FuzzCase, { status, type, text }: Answer): string | null {
  if (status >= 500) return `${status} ${words(text)}`;
  const leak = LEAKS.exec(text.replaceAll(/<script.*?<\/script>/gs, ""));
  if (leak && status >= 400) return `${status} says "${leak[0]}"`;
  if (status < 400 || method === "HEAD") return null;
  if (type.includes("json")) {
    const { error } = readJson(text) as { error?: { message?: unknown } };
    return typeof error?.message === "string" && error.message
      ? null
      : `${status} without a message: ${text.slice(0, 200)}`;
  }
  if (type.startsWith("text/html"))
    return /<h1|role="alert"/.test(text) ? null : `${status} without a heading or an alert: ${words(text)}`;
  return text.trim().length >= 12 || type.startsWith("text/x-script")
    ? null
    : `${status} says only "${text}" (${type})`;
}

const words = (html: string): string =>
  html
    .replaceAll(/<(script|style).*?<\/\1>/gs, " ")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 200);

function readJson(text: string): object {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch {
    return {};
  }
}

/** @returns what was wrong with each failed case, in order */
async function tryAll(
  cases: readonly FuzzCase[],
  onAnswer?: (it: FuzzCase, answer: Answer) => void,
): Promise<string[]> {
  const faults: string[] = [];
  let next = 0;
  const work = async () => {
    while (next < cases.length) {
      const it = cases[next++]!;
      let fault: string | null;
      try {
        const answer = await send(it);
        fault = faultOf(it, answer);
        onAnswer?.(it, answer);
      } catch (error) {
        fault = `no answer: ${(error as Error).message}`;
      }
      if (fault) faults.push(`${fault}\n    FUZZ_REPLAY='${JSON.stringify(it).replaceAll("'", "\\u0027")}'`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return faults;
}

/** A few ids from each table in the database. */
async function readIds(): Promise<World["ids"]> {
  return inDatabase(async (client) => {
    const { rows: columns } = await client.query<{ table: string; column: string }>(
      `select table_name as "table", column_name as "column" from information_schema.columns
       where table_schema = 'public' and column_name in ('id', 'uid', 'order_id', 'slug', 'code') and data_type = 'text' order by 1, 2`,
    );
    const ids: { table: string; id: string }[] = [];
    for (const { table, column } of columns) {
      const { rows } = await client.query<{ id: string }>(
        `select ${pg.escapeIdentifier(column)} as id from ${pg.escapeIdentifier(table)} order by 1 limit 12`,
      );
      for (const { id } of rows) if (id && /^[\w-]+$/.test(id)) ids.push({ table, id });
    }
    return ids;
  });
}

/** Reads every page as every visitor. Its forms and links are the starting points. */
async function readWorld(): Promise<{ world: World; faults: string[] }> {
  const visitors = Object.keys(VISITORS);
  const pages = pageTargets();
  const ids = await readIds();
  const forms: SeenForm[] = [];
  const links = new Set<string>();
  const read = (it: FuzzCase, { status, text }: Answer) => {
    if (status !== 200) return;
    forms.push(...formsOf(it.visitor, it.path, text));
    for (const [, href] of text.matchAll(/href="(\/[^"#]*)"/g))
      if (!href!.startsWith("/assets/")) links.add(href!.replaceAll("&amp;", "&"));
  };
  const get = (visitor: string, path: string): FuzzCase => ({ visitor, method: "GET", path, headers: {} });
  const first = await tryAll(
    visitors.flatMap((visitor) => pages.filter((it) => !it.path.includes("{")).map((it) => get(visitor, it.path))),
    read,
  );
  // One of each kind of page with an id in its URL.
  const shapes = new Map<string, string>();
  for (const link of links) shapes.set(shapeOf(link.split("?")[0]!), link);
  const then = await tryAll(
    visitors.flatMap((visitor) =>
      [...shapes].filter(([shape]) => shape.includes("{id}")).map(([, link]) => get(visitor, link)),
    ),
    read,
  );
  return {
    world: {
      visitors,
      pages,
      endpoints: endpointTargets(),
      vocabulary: wholeVocabulary(),
      mayOpen: ({ path }) => visitors.filter((it) => mayOpen(it, path)),
      ids,
      links: [...links].sort(),
      // Sorted, because responses arrive in any order.
      forms: forms
        .map((it) => [JSON.stringify(it), it] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, it]) => it),
    },
    faults: [...first, ...then],
  };
}

test("no page, action or endpoint answers 5xx or crashes, whatever is sent to it", async () => {
  test.setTimeout(60_000 + (ANSWER_LIMIT_MS / 100) * CASES);
  await lookAfterSessions();
  if (REPLAY) {
    const it = JSON.parse(REPLAY) as FuzzCase;
    const answer = await send(it);
    console.log(answer.status, answer.type, answer.text.slice(0, 4_000));
    expect(faultOf(it, answer)).toBeNull();
    return;
  }
  const before = product.pids().web;
  const { world, faults } = await readWorld();
  expect(world.forms.length).toBeGreaterThan(50);
  const maker = new CaseMaker(randomOf(SEED), world);
  let tried = 0;
  for (const [what, cases] of [
    ["any requests", Array.from({ length: CASES }, () => maker.next())],
    ["every intent without values", maker.everyIntent(() => "")],
    ...(FULL
      ? ([
          ["every intent with any values", maker.everyIntent(maker.anyValue)],
          ["every field empty", maker.everyField(() => "")],
          ["every field with any value", maker.everyField(maker.anyValue)],
        ] as const)
      : []),
  ] as const) {
    const counts = new Map<string, number>();
    for (let done = 0; done < cases.length; done += ROUND) {
      await lookAfterSessions();
      faults.push(
        ...(await tryAll(cases.slice(done, done + ROUND), (_, { status }) =>
          counts.set(String(status), (counts.get(String(status)) ?? 0) + 1),
        )),
      );
    }
    tried += cases.length;
    console.log(
      `${what}: ${cases.length}, seed ${SEED}: ${[...counts]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([status, n]) => `${n} × ${status}`)
        .join(", ")}`,
    );
  }
  const shown = faults.slice(0, MOST_SHOWN).join("\n");
  if (faults.length > 0) {
    await test.info().attach("failed requests", { body: faults.join("\n") });
    await test.info().attach("what the product logged", { body: product.output() });
  }
  expect(
    faults.length,
    `${faults.length} of ${tried} failed (seed ${SEED}):\n${shown}\n${product.output().slice(-3_000)}\n`,
  ).toBe(0);
  expect(product.pids().web, product.output().slice(-3_000)).toEqual(before);
  expect((await send({ visitor: "signed-out", method: "GET", path: "/healthz", headers: {} })).status).toBe(200);
});
