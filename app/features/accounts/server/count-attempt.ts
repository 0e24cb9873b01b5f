import { createHmac, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { config } from "#app/platform/server/config.ts";
import { networkOfAddress } from "#app/platform/rules/network.ts";
import { type Reader, database } from "#app/platform/server/database.ts";
import { UNKNOWN_NETWORK_FACTOR, limitOf } from "../rules/attempts.ts";
import { SignInProblem } from "../rules/sign-in-problem.ts";

/** The network a request comes from, by the address that the process stamped on it (`boot/caller-address.ts`). */
export function networkOf(headers: Headers | undefined): string | null {
  const address = headers?.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  return address ? networkOfAddress(address) : null;
}

const keyOf = (what: string): string => createHmac("sha256", config().secret).update(what).digest("base64url");

/**
 * Counts one try and says whether it is still within the limit. Addresses and networks are kept as keyed hashes only.
 * @param db inside a transaction its own connection: the try counts only if the transaction commits
 */
export async function within(what: string, limit: number, windowMs: number, db: Reader = database()): Promise<boolean> {
  const key = keyOf(what);
  const at = Date.now();
  const row = await db
    .insertInto("auth_rate_limit")
    .values({ id: randomUUID(), key, count: 1, lastRequest: at })
    .onConflict((c) =>
      c.column("key").doUpdateSet({
        count: sql<number>`case when auth_rate_limit."lastRequest" <= ${at - windowMs} then 1 else auth_rate_limit.count + 1 end`,
        lastRequest: sql<number>`case when auth_rate_limit."lastRequest" <= ${at - windowMs} then ${at} else auth_rate_limit."lastRequest" end`,
      }),
    )
    .returning("count")
    .executeTakeFirstOrThrow();
  return row.count <= limit;
}

/**
 * Counts a try at a path of the sign-in service, by the address it names and by the network it comes from.
 * @throws SignInProblem too-many-requests
 */
export async function countAttempt(path: string, address: string | null, network: string | null): Promise<void> {
  const kept = await Promise.all(countersOf(path, address, network).map((c) => within(c.what, c.limit, c.windowMs)));
  if (kept.includes(false)) throw new SignInProblem("too-many-requests");
}

/** Whether one more try would exceed a limit. Counts nothing: for what counts only when it fails. */
export async function isSpent(
  path: string,
  address: string | null,
  network: string | null,
  db: Reader = database(),
): Promise<boolean> {
  const counters = countersOf(path, address, network);
  if (counters.length === 0) return false;
  const rows = await db
    .selectFrom("auth_rate_limit")
    .select(["key", "count", "lastRequest"])
    .where(
      "key",
      "in",
      counters.map((c) => keyOf(c.what)),
    )
    .execute();
  return counters.some((c) =>
    rows.some((r) => r.key === keyOf(c.what) && r.count >= c.limit && r.lastRequest > Date.now() - c.windowMs),
  );
}

function countersOf(path: string, address: string | null, network: string | null) {
  const limit = limitOf(path, config().demo);
  if (!limit) return [];
  const { windowMs } = limit;
  const perNetwork = network === null ? limit.perNetwork * UNKNOWN_NETWORK_FACTOR : limit.perNetwork;
  const byNetwork = { what: `${path} network ${network ?? "unknown"}`, limit: perNetwork, windowMs };
  if (address === null) return [byNetwork];
  return [byNetwork, { what: `${path} address ${address.trim().toLowerCase()}`, limit: limit.perAddress, windowMs }];
}
