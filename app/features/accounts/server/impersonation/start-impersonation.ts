import { z } from "zod";
import { type Person } from "#app/platform/rules/core/actor.ts";
import { may, deskRole } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { readClaims, resolveRoles } from "../../rules/claims.ts";
import { CATEGORIES, IMPERSONATION_MS, REASON_LIMIT, canBeImpersonated } from "../../rules/impersonation.ts";
import { settleImpersonation } from "./settle-impersonation.ts";

/**
 * Lets a member of staff view the product as a client or editor, in this session, for up to 30 minutes: admins with
 * some actions, support with none. The person is told.
 * @throws refused unless staff view someone who isn't staff; conflict if this session already views as somebody
 */
export const startImpersonation = command({
  input: z.object({
    uid: z.string().max(100),
    sessionId: z.string().max(100),
    category: z.enum(CATEGORIES, { error: "Choose a reason." }),
    reason: z.string().trim().min(1, "Say why.").max(REASON_LIMIT, `Use at most ${REASON_LIMIT} characters.`),
  }),
  load: async ({ uid, sessionId }, ctx) => {
    const { tx, actor } = ctx;
    const session =
      actor.kind === "person"
        ? await tx
            .selectFrom("auth_session")
            .select(["id", "expiresAt"])
            .where("id", "=", sessionId)
            .where("userId", "=", actor.uid)
            .where("expiresAt", ">", new Date())
            .forUpdate()
            .executeTakeFirst()
        : undefined;
    const found = await tx
      .selectFrom("auth_user as a")
      .innerJoin("users as u", "u.uid", "a.id")
      .select(["a.id", "a.claims", "a.emailVerified", "a.disabledAt", "u.role", "u.isAdmin", "u.isEditor"])
      .where("a.id", "=", uid)
      .executeTakeFirst();
    if (!found) throw notFound("person");
    const roles = resolveRoles(readClaims(found.claims), {
      role: found.role,
      isAdmin: found.isAdmin,
      isEditor: found.isEditor,
    });
    return {
      session,
      uid,
      closed: found.disabledAt !== null,
      person: { ...roles, emailVerified: found.emailVerified },
    };
  },
  allow: (actor, { uid, person }) => {
    if (!may(actor, "care")) return "Only staff can view the product as somebody else.";
    if (actor.uid === uid) return "This is your own account.";
    return canBeImpersonated(person) || "You can only view the product as a client or editor with a verified email.";
  },
  run: async ({ input, thing, tx, actor, fact }): Promise<{ impersonationId: string; isEditor: boolean }> => {
    const { session, uid, closed, person } = thing;
    const staff = actor as Person;
    if (!session) throw conflict("no-session", "Your session has ended.", "Sign in again.");
    if (closed)
      throw conflict("account-blocked", "This account is blocked.", "Unblock it before you view the product as them.");
    const open = await tx
      .selectFrom("impersonations")
      .select("id")
      .where("sessionId", "=", session.id)
      .where("endedAt", "is", null)
      .executeTakeFirst();
    // Close an expired one first.
    if (open && !(await settleImpersonation(tx, open.id)))
      throw conflict(
        "already-impersonating",
        "You're viewing the product as somebody already.",
        "End that first. Reload the page to see as whom.",
      );
    const [id, startedAt] = [newId("impersonation"), new Date()];
    const endsAt = new Date(Math.min(after(startedAt, IMPERSONATION_MS).getTime(), session.expiresAt.getTime()));
    const readOnly = deskRole(staff) === "support";
    const { category, reason } = input;
    await tx
      .insertInto("impersonations")
      .values({ id, sessionId: session.id, staffId: staff.uid, uid, readOnly, category, reason, startedAt, endsAt })
      .execute();
    await fact("account.impersonated", {
      subjectId: uid,
      data: { uid, impersonationId: id, category, reason, readOnly, endsAt: endsAt.toISOString() },
      topics: [`user:${uid}`, `user:${staff.uid}`],
    });
    return { impersonationId: id, isEditor: person.isEditor };
  },
});
