import { randomBytes } from "node:crypto";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, json } from "#app/platform/server/core/database.ts";
import { billingOf, billingToKeep } from "../../rules/billing.ts";

/** As what somebody was imported. Other systems count clients and editors apart. */
export const IMPORTED_AS = ["client", "editor"] as const;
export type ImportedAs = (typeof IMPORTED_AS)[number];

type Imported = {
  externalId: string;
  email: string;
  name: string;
  organization?: string;
  country?: string;
  timeZone: string;
};

/** The accounts of another system's ids that were imported before, of these. */
export async function importedBefore(
  db: Reader,
  kind: ImportedAs,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("imported_accounts")
    .select(["externalId", "uid"])
    .where("kind", "=", kind)
    .where("externalId", "in", [...externalIds])
    .execute();
  return new Map(rows.map((row) => [row.externalId, row.uid]));
}

/** An account with an address: its profile, null before the address is confirmed, and whether it may be used. */
export type AccountAt = { email: string; uid: string | null; isEditor: boolean; blocked: boolean };

/** The accounts that have these addresses. @param emails in lower case */
export async function accountsAt(db: Reader, emails: readonly string[]): Promise<Map<string, AccountAt>> {
  if (emails.length === 0) return new Map();
  const rows = await db
    .selectFrom("auth_user as a")
    .leftJoin("users as u", "u.uid", "a.id")
    .select(["a.email", "a.disabledAt", "u.uid", "u.isEditor"])
    .where("a.email", "in", [...emails])
    .execute();
  return new Map(
    rows.map(({ email, disabledAt, uid, isEditor }) => [
      email,
      { email, uid, isEditor: isEditor ?? false, blocked: disabledAt !== null },
    ]),
  );
}

/**
 * The accounts meant by ids of another system, or by email addresses.
 * @param named addresses in lower case @returns by what each was named
 */
export async function accountsNamed(
  db: Reader,
  kind: ImportedAs,
  named: readonly string[],
): Promise<Map<string, string>> {
  const found = await importedBefore(db, kind, named);
  const byAddress = await accountsAt(
    db,
    named.filter((it) => it.includes("@") && !found.has(it)),
  );
  for (const { email, uid } of byAddress.values()) if (uid !== null) found.set(email, uid);
  return found;
}

/**
 * Opens an account for an id of another system, once. The owner of the mailbox chooses a password by "Forgot password".
 * An account with the address is only noted, and keeps what it says.
 * @returns what was done, and the account; null before its address is confirmed
 */
export async function importAccount(
  ctx: CommandContext,
  kind: ImportedAs,
  it: Imported,
): Promise<{ done: "created" | "found" | "before"; uid: string | null }> {
  const { tx, now } = ctx;
  const before = (await importedBefore(tx, kind, [it.externalId])).get(it.externalId);
  if (before !== undefined) return { done: "before", uid: before };
  const note = (uid: string, created: boolean) =>
    tx
      .insertInto("imported_accounts")
      .values({ kind, externalId: it.externalId, uid, created, importedAt: now })
      .onConflict((c) => c.doNothing())
      .execute();
  const there = (await accountsAt(tx, [it.email])).get(it.email);
  if (there) {
    if (there.uid !== null) await note(there.uid, false);
    return { done: "found", uid: there.uid };
  }
  const uid = `usr_${randomBytes(16).toString("hex")}`;
  // The sign-in service reads this row, and it uses the real clock.
  const created = new Date();
  await tx
    .insertInto("auth_user")
    .values({
      id: uid,
      name: it.name,
      email: it.email,
      // The operator vouches for the address. Only that mailbox gives access.
      emailVerified: true,
      image: null,
      claims: json({}),
      timeZone: it.timeZone || null,
      createdAt: created,
      updatedAt: created,
    })
    .execute();
  const billing = billingToKeep(
    { ...billingOf(null), organization: it.organization ?? "", country: it.country ?? "" },
    null,
  );
  await tx
    .insertInto("users")
    .values({
      uid,
      displayName: it.name,
      email: it.email,
      role: "client",
      timeZone: it.timeZone || null,
      billing: billing && json(billing),
      createdAt: now,
    })
    .execute();
  await note(uid, true);
  await ctx.fact("account.opened", { subjectId: uid, data: { uid } });
  return { done: "created", uid };
}

/** Forgets under which ids an erased person was imported. */
export const forgetImports = (tx: Tx, uid: string): Promise<unknown> =>
  tx.deleteFrom("imported_accounts").where("uid", "=", uid).execute();
