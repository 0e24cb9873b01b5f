import type { PolicyVersionsTable } from "#db/schema.ts";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { timerUntil } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { processWide } from "#app/platform/server/core/process-wide.ts";
import { hub } from "#app/platform/server/live/live.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import type { Figures } from "../rules/figures.ts";
import type { DeclaredFigure } from "../rules/policy-part.ts";

/** The topic of changes to the policy, between processes. */
export const POLICY_TOPIC = "policy";

export type PolicyVersion = { version: number; figures: Figures };
/** The policy as the code has it, before the first version is recorded. */
const FIRST: PolicyVersion = { version: 1, figures: {} };

type Known = Pick<Selectable<PolicyVersionsTable>, "version" | "effectiveAt">;
type Kept = {
  /** Approved versions and when they take effect, oldest first, or null while unknown. */
  known: Known[] | null;
  /** A version never changes once it's approved. */
  versions: Map<number, PolicyVersion>;
  /** Counts what was forgotten, so that a list read before isn't kept after. */
  forgotten: number;
  hears: boolean;
  timer: NodeJS.Timeout | undefined;
};
const holder = processWide<{ __stetPolicy?: Kept }>();
const kept = (): Kept =>
  (holder.__stetPolicy ??= { known: null, versions: new Map(), forgotten: 0, hears: false, timer: undefined });

/** Forgets which versions there are. */
function forget(): void {
  const it = kept();
  it.known = null;
  it.forgotten++;
}

/** Called once by a process that is told of changes: from then on it keeps in memory which versions there are. */
export function followPolicy(): void {
  const it = kept();
  if (it.hears) return;
  it.hears = true;
  for (const topic of [POLICY_TOPIC, "clock"]) hub().on(topic, forget);
  hub().reconnected.add(forget);
}

/**
 * Clears this process's cached policy and stops following it, because another database has its own.
 */
export function stopFollowingPolicy(): void {
  const it = kept();
  clearTimeout(it.timer);
  for (const topic of [POLICY_TOPIC, "clock"]) hub().off(topic, forget);
  hub().reconnected.delete(forget);
  delete holder.__stetPolicy;
}

/** Cached pages show the figures of a scheduled version from the moment it applies. */
function wakeAt(known: readonly Known[]): void {
  const it = kept();
  clearTimeout(it.timer);
  const next = known.find((v) => v.effectiveAt! > now());
  if (!next) return;
  it.timer = setTimeout(
    () => {
      forget();
      forgetPages(database()).catch((error: unknown) =>
        log.error("cached pages couldn't be told of a new policy", error),
      );
    },
    timerUntil(next.effectiveAt!, now()),
  );
  it.timer.unref();
}

async function listKnown(db: Reader): Promise<Known[]> {
  const it = kept();
  // Without a live connection nobody would tell this process of a change.
  const told = () => it.hears && hub().connected;
  if (it.known && told()) return it.known;
  const before = it.forgotten;
  const known = await db
    .selectFrom("policy_versions")
    .select(["version", "effectiveAt"])
    .where("status", "=", "approved")
    .orderBy("version")
    .execute();
  if (told() && before === it.forgotten) {
    it.known = known;
    wakeAt(known);
  }
  return known;
}

/** The policy that applied, or will apply, at a moment. From memory: a page costs no query. */
export async function policyAt(at: Date, db: Reader = database()): Promise<PolicyVersion> {
  const known = await listKnown(db);
  const found = known.findLast((v) => v.effectiveAt! <= at);
  return policyOfVersion(found?.version ?? null, db);
}

/**
 * Since when a part of the policy has been as it is at a moment: the start of the oldest version from which on it was
 * the same. Null if it never was different.
 * @param same what has to be equal, as text
 */
export async function differentSince(
  same: (policy: PolicyVersion) => string,
  at: Date,
  db: Reader = database(),
): Promise<Date | null> {
  const known = (await listKnown(db)).filter((v) => v.effectiveAt! <= at);
  const now_ = same(await policyAt(at, db));
  for (let i = known.length - 1; i > 0; i--)
    if (same(await policyOfVersion(known[i - 1]!.version, db)) !== now_) return known[i]!.effectiveAt;
  return null;
}

/** The same for several moments, with one look at which versions there are. */
export async function policiesAt(moments: readonly Date[], db: Reader = database()): Promise<PolicyVersion[]> {
  if (moments.length === 0) return [];
  const known = await listKnown(db);
  const found: PolicyVersion[] = [];
  for (const at of moments)
    found.push(await policyOfVersion(known.findLast((v) => v.effectiveAt! <= at)?.version ?? null, db));
  return found;
}

/** The query of the version that applies at a moment, for a page that reads it with other things. */
export const versionInEffect = (db: Reader, at: Date) =>
  db
    .selectFrom("policy_versions")
    .select("version")
    .where("status", "=", "approved")
    .where("effectiveAt", "<=", at)
    .orderBy("version", "desc")
    .limit(1);

/** The policy as read in a command's own transaction, so that it never freezes outdated figures. */
export async function policyNow({ tx, now: at }: { tx: Reader; now: Date }): Promise<PolicyVersion> {
  const found = await versionInEffect(tx, at).executeTakeFirst();
  return policyOfVersion(found?.version ?? null, tx);
}

/** A version of the policy. @param version null for what was priced before there were versions: the first */
export async function policyOfVersion(version: number | null, db: Reader = database()): Promise<PolicyVersion> {
  const number = version ?? FIRST.version;
  const { versions } = kept();
  const known = versions.get(number);
  if (known) return known;
  const row = await db
    .selectFrom("policy_versions")
    .select(["version", "figures"])
    .where("version", "=", number)
    .executeTakeFirst();
  if (!row && number !== FIRST.version) throw new Error(`There is no version ${number} of the policy.`);
  // Until the first version is recorded, it's what this code has, which is also what gets recorded.
  const found = row ? { version: number, figures: row.figures } : FIRST;
  versions.set(number, found);
  return found;
}

/** A figure of the version that the order `o` was sold with, for a condition of a query. */
export const soldWith = (figure: DeclaredFigure<number>): RawBuilder<number> =>
  sql<number>`coalesce((select (v.figures ->> ${figure.key})::float8 from policy_versions v
    where v.version = coalesce(o."policyVersion", ${FIRST.version})), ${figure.default}::float8)`;

/**
 * A figure of the version that applied at a moment of a row, for a condition of a query. For a moment before the first,
 * it's the default.
 */
export const figureAt = (figure: DeclaredFigure<number>, at: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce((select (v.figures ->> ${figure.key})::float8 from policy_versions v
    where v.status = 'approved' and v."effectiveAt" <= ${at} order by v.version desc limit 1), ${figure.default}::float8)`;

let lastShown: PolicyVersion = FIRST;

/**
 * The policy that applies, for pages. They are served while the database is away, so what was read last is shown then.
 */
export async function shownPolicy(): Promise<PolicyVersion> {
  try {
    lastShown = await policyAt(now());
  } catch (error) {
    log.error("the policy could not be read", error);
  }
  return lastShown;
}

/** A part of the policy made from a version's figures, once per version. */
export function partOfPolicy<T>(make: (figures: Figures) => T): (policy: PolicyVersion) => T {
  const made = new WeakMap<PolicyVersion, { part: T }>();
  return (policy) => {
    let found = made.get(policy);
    if (!found) made.set(policy, (found = { part: make(policy.figures) }));
    return found.part;
  };
}
