import type { Insertable } from "kysely";
import type { EditorsTable } from "#db/schema.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { readClaims, resolveRoles } from "#app/features/accounts/rules/claims.ts";
import { roleClaimsOf } from "#app/features/accounts/rules/role-claims.ts";
import { changeRoles } from "#app/features/accounts/server/people/change-roles.ts";

type NewEditor = {
  uid: string;
  /** Why, for the audit trail. The caller tells the person. */
  reason: string;
  fields: readonly string[];
  variants: readonly string[];
  services: readonly string[];
  settings?: Pick<
    Insertable<EditorsTable>,
    "headline" | "degree" | "bio" | "level" | "levelFixedAt" | "levelFixedReason" | "weeklyWords"
  >;
};

/**
 * Makes somebody an editor, on trial unless another level is given. They still have to prove who they are, sign the
 * agreements, and complete their settings before they get orders. A former editor keeps their level and record.
 */
export async function makeEditor(ctx: CommandContext, it: NewEditor): Promise<void> {
  const { uid } = it;
  const user = await ctx.tx
    .selectFrom("users")
    .select(["role", "isAdmin", "isEditor", "timeZone"])
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  const account = await ctx.tx.selectFrom("auth_user").select("claims").where("id", "=", uid).executeTakeFirst();
  await changeRoles.inside(ctx, {
    uid,
    claims: { ...roleClaimsOf(resolveRoles(readClaims(account?.claims), user)), editor: true },
    reason: it.reason,
    announced: true,
  });
  await ctx.tx
    .insertInto("editors")
    .values({
      level: "trial",
      ...it.settings,
      uid,
      fields: json(it.fields),
      variants: json(it.variants),
      services: json(it.services),
      timeZone: user.timeZone ?? "UTC",
      matchReady: false,
      kycStatus: "not_started",
      stats: json({ qa: 0, rating: 0, onTime: 0, response: 0 }),
      createdAt: ctx.now,
    })
    .onConflict((c) => c.column("uid").doNothing())
    .execute();
}
