import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Reader, Tx } from "#app/platform/server/core/database.ts";
import { openProgramAccount, renameProgramAccount } from "#app/features/accounts/server/people/program-account.ts";
import type { OwnOrganization } from "./find-organization.ts";

const programOf = ({ name, invoiceEmail }: { name: string; invoiceEmail: string }) => ({
  name: `${name} (API)`,
  email: invoiceEmail,
});

/**
 * The account in whose name the keys of a locked organization act: a member of its own, which stays when the person who
 * made a key leaves. It's opened with the first key, without a limit.
 */
export async function organizationProgram(ctx: CommandContext, it: OwnOrganization): Promise<string> {
  if (it.programUid !== null) return it.programUid;
  const uid = await openProgramAccount(ctx, programOf(it));
  await ctx.tx.updateTable("organizations").set({ programUid: uid }).where("id", "=", it.id).execute();
  await ctx.tx
    .insertInto("organization_members")
    .values({ organizationId: it.id, uid, role: "program", joinedAt: ctx.now })
    .execute();
  return uid;
}

/** Gives the program's account the organization's new name and address. */
export async function renameProgram(
  tx: Tx,
  programUid: string | null,
  next: { name: string; invoiceEmail: string },
): Promise<void> {
  if (programUid !== null) await renameProgramAccount(tx, programUid, programOf(next));
}

/** The organization whose program an account is, or undefined for everybody else. */
export const organizationOfProgram = (db: Reader, uid: string): Promise<{ id: string; name: string } | undefined> =>
  db.selectFrom("organizations").select(["id", "name"]).where("programUid", "=", uid).executeTakeFirst();
