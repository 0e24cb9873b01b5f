import { randomBytes } from "node:crypto";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, json } from "#app/platform/server/core/database.ts";
import { billingOf, billingToKeep } from "../../rules/billing.ts";

type Imported = {
  externalId: string;
  email: string;
  name: string;
  organization: string;
  country: string;
  timeZone: string;
};

/** The ids of another system that were imported before, of these. */
export async function importedBefore(db: Reader, externalIds: readonly string[]): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("imported_accounts")
    .select("externalId")
    .where("externalId", "in", [...externalIds])
    .execute();
  return new Set(rows.map((row) => row.externalId));
}

/** The addresses that have an account, of these. */
export async function addressesTaken(db: Reader, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const rows = await db
    .selectFrom("auth_user")
    .select("email")
    .where("email", "in", [...emails])
    .execute();
  return new Set(rows.map((row) => row.email));
}

/**
 * Opens a client's account for an id of another system, once. The owner of the mailbox chooses a password by "Forgot
 * password". An account with the address is only noted, and keeps what it says.
 * @returns what was done
 */
export async function importAccount(ctx: CommandContext, it: Imported): Promise<"created" | "found" | "before"> {
  const { tx, now } = ctx;
  if ((await importedBefore(tx, [it.externalId])).size > 0) return "before";
  const note = (uid: string, created: boolean) =>
    tx
      .insertInto("imported_accounts")
      .values({ externalId: it.externalId, uid, created, importedAt: now })
      .onConflict((c) => c.doNothing())
      .execute();
  const there = await tx
    .selectFrom("auth_user as a")
    .leftJoin("users as u", "u.uid", "a.id")
    .select(["a.id", "u.uid"])
    .where("a.email", "=", it.email)
    .executeTakeFirst();
  if (there) {
    if (there.uid !== null) await note(there.uid, false);
    return "found";
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
  const billing = billingToKeep({ ...billingOf(null), organization: it.organization, country: it.country }, null);
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
  return "created";
}

/** Forgets under which ids an erased person was imported. */
export const forgetImports = (tx: Tx, uid: string): Promise<unknown> =>
  tx.deleteFrom("imported_accounts").where("uid", "=", uid).execute();
