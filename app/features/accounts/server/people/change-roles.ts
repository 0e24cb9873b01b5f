import { z } from "zod";
import { CLAIM_ROLES, type StaffRole, isSystem } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, json, lockName } from "#app/platform/server/core/database.ts";
import { readClaims, resolveRoles, roleOfClaims } from "../../rules/claims.ts";
import { anyRoleSql } from "./role-sql.ts";
import { type RoleClaims, everyClaim, roleClaimsOf, sameRoles } from "../../rules/role-claims.ts";

/** Changes roles and closes accounts one at a time, so that an admin is always left. */
export const lockRoles = (tx: Tx): Promise<void> => lockName(tx, "account roles");

/** Everyone who has one of these roles now: verified, not disabled, and with a way to sign in. */
export const listStaff = (
  db: Reader,
  roles: readonly StaffRole[],
): Promise<{ uid: string; email: string; displayName: string; timeZone: string | null }[]> =>
  db
    .selectFrom("auth_user as a")
    .leftJoin("users as u", "u.uid", "a.id")
    .select(["a.id as uid", "a.email", "u.timeZone"])
    .select((e) => e.fn.coalesce("u.displayName", "a.name").as("displayName"))
    .where("a.emailVerified", "=", true)
    .where("a.disabledAt", "is", null)
    .where((e) => e.exists(e.selectFrom("auth_account as s").select("s.id").whereRef("s.userId", "=", "a.id")))
    .where(anyRoleSql(roles))
    .execute();
export const listAdmins = (db: Reader) => listStaff(db, ["admin"]);

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
    /** The roles they have from now on; the others are taken. */
    claims: z.partialRecord(z.enum(CLAIM_ROLES), z.boolean()),
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
    const after = everyClaim(input.claims);
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
