import { randomBytes } from "node:crypto";
import { json } from "#app/platform/server/core/database.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";

/** No mail reaches this domain (RFC 2606), so nobody can reset a password or sign in with an address there. */
const NOWHERE = "programs.invalid";

type Program = { name: string; /** Where emails about its orders go; "" for nowhere. */ email: string };

/**
 * Opens the account in whose name programs of an organization or a partner act. It's verified and has no role, no
 * password, and no other way to sign in.
 * @returns its uid
 */
export async function openProgramAccount(ctx: CommandContext, { name, email }: Program): Promise<string> {
  const uid = `usr_${randomBytes(16).toString("hex")}`;
  const unreachable = `${uid}@${NOWHERE}`;
  // The sign-in service reads this row, and it uses the real clock.
  const created = new Date();
  await ctx.tx
    .insertInto("auth_user")
    .values({
      id: uid,
      name,
      email: unreachable,
      emailVerified: true,
      image: null,
      claims: json({}),
      timeZone: null,
      createdAt: created,
      updatedAt: created,
    })
    .execute();
  await ctx.tx
    .insertInto("users")
    .values({ uid, displayName: name, email: email || unreachable, role: "client", createdAt: ctx.now })
    .execute();
  await ctx.fact("account.opened", { subjectId: uid, data: { uid } });
  return uid;
}

/** Keeps a program's account in step with whose it is. */
export async function renameProgramAccount(tx: Tx, uid: string, { name, email }: Program): Promise<void> {
  await tx.updateTable("auth_user").set({ name, updatedAt: new Date() }).where("id", "=", uid).execute();
  await tx
    .updateTable("users")
    .set({ displayName: name, email: email || `${uid}@${NOWHERE}` })
    .where("uid", "=", uid)
    .execute();
}
