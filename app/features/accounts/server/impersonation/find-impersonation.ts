import type { FactData } from "#app/platform/rules/core/fact.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { readClaims, resolveRoles } from "../../rules/claims.ts";
import { type ImpersonationCategory, canBeImpersonated, mayImpersonate } from "../../rules/impersonation.ts";

export type WhyOver = FactData["account.impersonation_ended"]["why"];

const open = (db: Reader) =>
  db
    .selectFrom("impersonations as i")
    .leftJoin("auth_user as p", "p.id", "i.uid")
    .leftJoin("users as pu", "pu.uid", "i.uid")
    .leftJoin("auth_user as s", "s.id", "i.staffId")
    .leftJoin("users as su", "su.uid", "i.staffId")
    .select(["i.id", "i.sessionId", "i.staffId", "i.uid", "i.readOnly", "i.endsAt"])
    .select(["p.email", "p.emailVerified", "p.name", "p.image", "p.timeZone", "p.claims", "p.disabledAt"])
    .select(["pu.role", "pu.isAdmin", "pu.isEditor"])
    .select(["s.claims as staffClaims", "s.emailVerified as staffVerified", "s.disabledAt as staffDisabledAt"])
    .select(["su.role as staffRole", "su.isAdmin as staffIsAdmin", "su.isEditor as staffIsEditor"])
    .where("i.endedAt", "is", null);

/** Whether a session has an impersonation that hasn't been closed. Reads no account and no profile. */
const isOpen = async (sessionId: string): Promise<boolean> =>
  (await database()
    .selectFrom("impersonations")
    .select("id")
    .where("sessionId", "=", sessionId)
    .where("endedAt", "is", null)
    .executeTakeFirst()) !== undefined;

type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof open>["executeTakeFirst"]>>>;

const profileOf = (role: Found["role"], isAdmin: boolean | null, isEditor: boolean | null) =>
  role === null ? null : { role, isAdmin: isAdmin ?? false, isEditor: isEditor ?? false };

/**
 * Why an impersonation is over, or null if it isn't: its time, its session, the staff member's role, or the person.
 * @param at the real time
 */
export function whyOver(it: Found, at: number = Date.now()): WhyOver | null {
  if (it.sessionId === null) return "signed_out";
  if (it.endsAt.getTime() <= at) return "time";
  const staff = resolveRoles(readClaims(it.staffClaims), profileOf(it.staffRole, it.staffIsAdmin, it.staffIsEditor));
  if (it.staffDisabledAt || !mayImpersonate({ ...staff, emailVerified: it.staffVerified ?? false }, it.readOnly))
    return "staff";
  const person = resolveRoles(readClaims(it.claims), profileOf(it.role, it.isAdmin, it.isEditor));
  if (it.disabledAt || !canBeImpersonated({ ...person, emailVerified: it.emailVerified ?? false })) return "person";
  return null;
}

/**
 * The session's current impersonation, or null. Checked at every request: one that is over no longer counts, even if
 * it hasn't been closed yet. Staff without one keep their session while profiles or accounts can't be read.
 */
export async function findImpersonation(sessionId: string): Promise<Found | null> {
  if (!(await isOpen(sessionId))) return null;
  const found = await open(database()).where("i.sessionId", "=", sessionId).executeTakeFirst();
  return found && whyOver(found) === null ? found : null;
}

/** Locks an impersonation that hasn't been closed. Undefined for any other. */
export const lockImpersonation = (db: Reader, id: string): Promise<Found | undefined> =>
  open(db).where("i.id", "=", id).forUpdate("i").executeTakeFirst();

export type ImpersonationRow = {
  id: string;
  category: ImpersonationCategory;
  readOnly: boolean;
  startedAt: Date;
  /** Null while it lasts. */
  endedAt: Date | null;
};

const SHOWN = 50;

/** When staff viewed the product as a person, latest first. Callers may ask only for their own. */
export async function listImpersonations(uid: string): Promise<ImpersonationRow[]> {
  const rows = await database()
    .selectFrom("impersonations")
    .select(["id", "category", "readOnly", "startedAt", "endsAt", "endedAt"])
    .where("uid", "=", uid)
    .orderBy("startedAt", "desc")
    .limit(SHOWN)
    .execute();
  return rows.map(({ endsAt, ...it }) => ({
    ...it,
    category: it.category as ImpersonationCategory,
    startedAt: it.startedAt,
    endedAt: it.endedAt ?? (endsAt.getTime() <= Date.now() ? endsAt : null),
  }));
}
