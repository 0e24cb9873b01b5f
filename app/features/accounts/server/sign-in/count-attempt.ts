import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { HOUR } from "#app/platform/rules/core/time.ts";
import { config } from "#app/platform/server/core/config.ts";
import { callerIn, networkOfAddress } from "#app/platform/rules/requests/network.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { SLOWED, UNKNOWN_NETWORK_FACTOR, limitOf } from "../../rules/attempts.ts";
import { SignInProblem } from "../../rules/sign-in/sign-in-problem.ts";

/** The network a request comes from, from the address that `boot/caller-address.ts` puts on it. */
export function networkOf(headers: Headers | undefined): string | null {
  const address = callerIn(headers?.get("x-forwarded-for"));
  return address ? networkOfAddress(address) : null;
}

const keyOf = (what: string): string => createHmac("sha256", config().secret).update(what).digest("base64url");

/**
 * Counts one try. Addresses and networks are stored only as keyed hashes.
 * @param db a transaction's connection, if the try counts only when the transaction commits
 * @returns whether it's within the limit
 */
export const within = async (
  what: string,
  limit: number,
  windowMs: number,
  db: Reader = database(),
): Promise<boolean> => (await count(what, windowMs, db)) <= limit;

/**
 * Counts a file that a person sends with a form.
 * @param what "files of KYC"
 * @param most per hour
 * @throws Problem busy (too_many_uploads)
 */
export async function limitUploads(actor: Actor, what: string, most: number): Promise<void> {
  if (await within(`${what} of ${uidOf(actor) ?? "nobody"}`, most, HOUR)) return;
  throw new Problem("busy", "too_many_uploads", "You've sent too many files in a short time.", "Try again in an hour.");
}

const count = async (what: string, windowMs: number, db?: Reader): Promise<number> =>
  (await countWithin(what, windowMs, db)).count;

/** Counts one try. @returns how many there were within the window, this one included, and when it ends (real time) */
export async function countWithin(
  what: string,
  windowMs: number,
  db: Reader = database(),
): Promise<{ count: number; endsAt: number }> {
  const key = keyOf(what);
  const at = Date.now();
  const row = await db
    .insertInto("auth_rate_limit")
    .values({ id: randomUUID(), key, count: 1, lastRequest: at })
    .onConflict((c) =>
      c.column("key").doUpdateSet({
        count: sql<number>`case when auth_rate_limit."lastRequest" <= ${at - windowMs} then 1
          else auth_rate_limit.count + 1 end`,
        lastRequest: sql<number>`case when auth_rate_limit."lastRequest" <= ${at - windowMs} then ${at}
          else auth_rate_limit."lastRequest" end`,
      }),
    )
    .returning(["count", "lastRequest"])
    .executeTakeFirstOrThrow();
  return { count: row.count, endsAt: Number(row.lastRequest) + windowMs };
}

/**
 * Counts a try at a path of the sign-in service: by network and address together, by network alone, and, with a much
 * higher limit, by address alone. A device that the account knows has its own count, so no one else can use up its
 * tries.
 * @param device from findKnownDevice
 * @throws SignInProblem too-many-requests
 */
export async function countAttempt(
  path: string,
  address: string | null,
  network: string | null,
  device: string | null = null,
): Promise<void> {
  const limit = limitOf(path, config().demo);
  if (!limit) return;
  const { windowMs, slowAfter, perPair } = limit;
  if (device !== null && address !== null && perPair !== undefined) {
    if (!(await within(`${path} device ${device} address ${nameOf(address)}`, perPair, windowMs)))
      throw new SignInProblem("too-many-requests");
    return;
  }
  const tries = new Map<string, number>();
  const counters = countersOf(path, address, network);
  await Promise.all(counters.map(async (c) => tries.set(c.by, await count(c.what, windowMs))));
  const slowed = slowAfter !== undefined && (tries.get("address") ?? 0) > slowAfter;
  const mostOf = (c: Counter) => (slowed && c.by === "pair" ? Math.min(c.limit, SLOWED.perPair) : c.limit);
  if (counters.some((c) => tries.get(c.by)! > mostOf(c))) throw new SignInProblem("too-many-requests");
  // Known and unknown addresses wait equally long.
  if (slowed) await sleep(SLOWED.waitMs);
}

/** Whether one more try would exceed a limit. Doesn't count it, for tries that count only when they fail. */
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

type Counter = { by: "network" | "pair" | "address"; what: string; limit: number; windowMs: number };
const nameOf = (address: string): string => address.trim().toLowerCase();

function countersOf(path: string, address: string | null, network: string | null): Counter[] {
  const limit = limitOf(path, config().demo);
  if (!limit) return [];
  const { windowMs, perPair, perAddress, slowAfter } = limit;
  const perNetwork = network === null ? limit.perNetwork * UNKNOWN_NETWORK_FACTOR : limit.perNetwork;
  const from = `${path} network ${network ?? "unknown"}`;
  const counters: Counter[] = [{ by: "network", what: from, limit: perNetwork, windowMs }];
  if (address === null) return counters;
  const about = `address ${nameOf(address)}`;
  if (perPair !== undefined) counters.push({ by: "pair", what: `${from} ${about}`, limit: perPair, windowMs });
  if (perAddress !== undefined || slowAfter !== undefined)
    counters.push({ by: "address", what: `${path} ${about}`, limit: perAddress ?? Number.POSITIVE_INFINITY, windowMs });
  return counters;
}
