import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { System } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { HOUR, after } from "#app/platform/rules/core/time.ts";
import { config } from "#app/platform/server/core/config.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { type Reader, json } from "#app/platform/server/core/database.ts";
import { listAdmins, lockRoles } from "./change-roles.ts";

/** The person at the server's own console. */
export const CONSOLE: System = { kind: "system", what: "console" };
const LINK_HOURS = 24;

/** An address in the form used for sign-in. @throws invalid */
export function readEmail(text: string): string {
  const parsed = z.email().safeParse(text.trim().toLowerCase());
  if (parsed.success) return parsed.data;
  throw invalid("email", `“${text}” is not an email address.`, "Write it in full, for example ada@example.org.");
}

/** Admin accounts created at the console whose owner never opened the link, so they can't sign in. */
const listPending = (db: Reader) =>
  db
    .selectFrom("auth_user as u")
    .select(["u.id", "u.email"])
    .where(sql<boolean>`u.claims->>'admin' = 'true'`)
    .where((q) => q.not(q.exists(q.selectFrom("users as p").select("p.uid").whereRef("p.uid", "=", "u.id"))))
    .where((q) => q.not(q.exists(q.selectFrom("auth_account as a").select("a.id").whereRef("a.userId", "=", "u.id"))))
    .execute();

/**
 * Creates the first admin of an installation. Once there is one, `grant` makes others. The link is printed at the
 * console, because email may not work yet. Asking again for an account that was never used creates a new link and
 * invalidates the previous one.
 * @returns a link that works once, to choose a password
 * @throws invalid; conflict (has_admin, has_account)
 */
export const createFirstAdmin = (typed: string): Promise<{ email: string; url: string; expiresAt: Date }> =>
  transact(CONSOLE, async (ctx) => {
    const email = readEmail(typed);
    await lockRoles(ctx.tx);
    const admins = await listAdmins(ctx.tx);
    if (admins.length > 0)
      throw conflict(
        "has_admin",
        `There's already an admin: ${admins.map((admin) => admin.email).join(", ")}.`,
        "To add another, let them sign up, then run: npm run -s admin -- grant EMAIL",
      );
    // An account with a mistyped address never belonged to anyone.
    for (const pending of await listPending(ctx.tx))
      await ctx.tx.deleteFrom("auth_user").where("id", "=", pending.id).execute();
    const there = await ctx.tx.selectFrom("auth_user").select("id").where("email", "=", email).executeTakeFirst();
    if (there)
      throw conflict(
        "has_account",
        `${email} already has an account.`,
        `Make it an admin with: npm run -s admin -- grant ${email}`,
      );
    const uid = `usr_${randomBytes(16).toString("hex")}`;
    // The sign-in service reads these rows, and it uses the real clock.
    const created = new Date();
    await ctx.tx
      .insertInto("auth_user")
      .values({
        id: uid,
        name: email.split("@")[0]!,
        email,
        // The operator vouches for the address. Only the link or that mailbox gives access.
        emailVerified: true,
        image: null,
        claims: json({ admin: true, editor: false, support: false }),
        timeZone: null,
        createdAt: created,
        updatedAt: created,
      })
      .execute();
    await ctx.fact("account.opened", { subjectId: uid, data: { uid } });
    await ctx.fact("account.roles_changed", {
      subjectId: uid,
      data: {
        uid,
        before: { admin: false, editor: false, support: false },
        after: { admin: true, editor: false, support: false },
        reason: "First admin, created at the server's console.",
      },
    });
    const token = randomBytes(24).toString("base64url");
    const expiresAt = after(created, LINK_HOURS * HOUR);
    await ctx.tx
      .insertInto("auth_verification")
      .values({
        id: `aut_${randomBytes(16).toString("hex")}`,
        identifier: createHash("sha256").update(`reset-password:${token}`).digest("base64url"),
        value: uid,
        expiresAt,
      })
      .execute();
    return { email, expiresAt, url: `${config().origins.app}/signin/reset?token=${token}` };
  });
