import { z } from "zod";
import { isSystem } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, json, lockName } from "#app/platform/server/core/database.ts";
import { readClaims, resolveRoles, roleOfClaims } from "../../rules/claims.ts";
import { type RoleClaims, roleClaimsOf, sameRoles } from "../../rules/role-claims.ts";

/** Changes roles and closes accounts one at a time, so that an admin is always left. */
export const lockRoles = (tx: Tx): Promise<void> => lockName(tx, "account roles");

/** All current admins: verified, not disabled, and with a way to sign in. */
export async function listAdmins(
  db: Reader,
): Promise<{ uid: string; email: string; displayName: string; timeZone: string | null }[]> {
  const found = await db
    .selectFrom("auth_user")
    .leftJoin("users", "users.uid", "auth_user.id")
    .select([
      "auth_user.id as uid",
      "auth_user.email",
      "auth_user.name",
      "users.displayName",
      "users.timeZone",
      "auth_user.claims",
      "users.role",
      "users.isAdmin",
      "users.isEditor",
    ])
    .where("auth_user.emailVerified", "=", true)
    .where("auth_user.disabledAt", "is", null)
    .where((q) => q.exists(q.selectFrom("auth_account as a").select("a.id").whereRef("a.userId", "=", "auth_user.id")))
    .where((q) =>
      q.or([q("users.role", "=", "admin"), q("users.isAdmin", "=", true), q("auth_user.claims", "is not", null)]),
    )
    .execute();
  return found
    .filter(
      (o) =>
        resolveRoles(
          readClaims(o.claims),
          o.role ? { role: o.role, isAdmin: o.isAdmin ?? false, isEditor: o.isEditor ?? false } : null,
        ).isAdmin,
    )
    .map(({ uid, email, name, displayName, timeZone }) => ({ uid, email, displayName: displayName ?? name, timeZone }));
}

/** Whether there is an admin other than this person. */
export const isAnotherAdmin = async (tx: Tx, uid: string): Promise<boolean> =>
  (await listAdmins(tx)).some((admin) => admin.uid !== uid);

/**
 * Sets a person's roles, in the sign-in service's claims and in the profile so that both match.
 * Applies from the person's next request. Their open pages get a live event.
 * @returns the roles before and after
 */
export const changeRoles = command({
  input: z.object({
    uid: z.string(),
    claims: z.object({ admin: z.boolean(), editor: z.boolean(), support: z.boolean() }),
    reason: z.string().trim().min(1, "Enter a reason.").max(500, "Use at most 500 characters."),
    /** The caller tells the person. */
    announced: z.boolean().optional(),
  }),
  load: async (input, { tx }) => {
    await lockRoles(tx);
    const user = await tx
      .selectFrom("auth_user")
      .select(["id", "claims"])
      .where("id", "=", input.uid)
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw notFound("account");
    const profile = await tx
      .selectFrom("users")
      .select(["role", "isAdmin", "isEditor"])
      .where("uid", "=", input.uid)
      .forUpdate()
      .executeTakeFirst();
    const claims = readClaims(user.claims);
    return { uid: user.id, profile, before: roleClaimsOf(resolveRoles(claims, profile ?? null)) };
  },
  allow: (actor) => isSystem(actor) || may(actor, "people") || "Only admins can change roles.",
  run: async ({ tx, input, thing, fact }): Promise<{ before: RoleClaims; after: RoleClaims }> => {
    const { before, profile } = thing;
    const after = input.claims;
    if (before.admin && !after.admin && !(await isAnotherAdmin(tx, input.uid)))
      throw conflict(
        "last-admin",
        "You can't remove this role because there's no other admin.",
        "Make someone else an admin first.",
      );
    await tx
      .updateTable("auth_user")
      .set({ claims: json(after) })
      .where("id", "=", input.uid)
      .execute();
    // Unverified people have no profile yet. It will be created from the claims.
    if (profile)
      await tx
        .updateTable("users")
        .set({ role: roleOfClaims(after), isAdmin: after.admin, isEditor: after.editor })
        .where("uid", "=", input.uid)
        .execute();
    if (!sameRoles(before, after))
      await fact("account.roles_changed", {
        subjectId: input.uid,
        data: { uid: input.uid, before, after, reason: input.reason, ...(input.announced ? { announced: true } : {}) },
        topics: [`user:${input.uid}`, "staff"],
      });
    return { before, after };
  },
});
