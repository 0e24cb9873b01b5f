import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { openProgramAccount } from "#app/features/accounts/server/people/program-account.ts";
import type { Partner } from "./find-partner.ts";

/** The account in whose name the keys of a locked partner act. It's opened with the first key and gets no emails. */
export async function partnerProgram(ctx: CommandContext, partner: Partner): Promise<string> {
  if (partner.programUid !== null) return partner.programUid;
  const uid = await openProgramAccount(ctx, { name: `${partner.name} (API)`, email: "" });
  await ctx.tx.updateTable("partners").set({ programUid: uid }).where("id", "=", partner.id).execute();
  return uid;
}

/** The partner whose program an account is, or undefined for everybody else. */
export const partnerOfProgram = (db: Reader, uid: string): Promise<Partner | undefined> =>
  db.selectFrom("partners").selectAll().where("programUid", "=", uid).executeTakeFirst();
