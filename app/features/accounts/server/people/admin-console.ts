import { Problem, conflict } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { roleClaimsOf, rolesInWords } from "../../rules/role-claims.ts";
import { readClaims, resolveRoles } from "../../rules/claims.ts";
import { changeRoles, listAdmins } from "./change-roles.ts";
import { CONSOLE, createFirstAdmin, readEmail } from "./create-first-admin.ts";

const USAGE = `Usage: npm run -s admin -- COMMAND
  create EMAIL   create the first admin and print a link to choose a password
  list           list the admins
  grant EMAIL    make an existing account an admin
  revoke EMAIL   remove the admin role`;

/** The account with this address and its roles. @throws invalid, conflict */
async function accountOf(typed: string) {
  const email = readEmail(typed);
  const found = await database()
    .selectFrom("auth_user as a")
    .leftJoin("users as u", "u.uid", "a.id")
    .select(["a.id", "a.emailVerified", "a.disabledAt", "a.claims", "u.role", "u.isAdmin", "u.isEditor"])
    .where("a.email", "=", email)
    .executeTakeFirst();
  if (!found)
    throw conflict("unknown", `No account uses ${email}.`, "They need to sign up and verify their address first.");
  const profile = found.role
    ? { role: found.role, isAdmin: found.isAdmin ?? false, isEditor: found.isEditor ?? false }
    : null;
  return { email, ...found, roles: roleClaimsOf(resolveRoles(readClaims(found.claims), profile)) };
}

async function grant(typed: string): Promise<string> {
  const account = await accountOf(typed);
  if (account.roles.admin) return `${account.email} is already an admin.`;
  if (account.disabledAt)
    throw conflict("closed", `The account of ${account.email} is blocked.`, "Unblock it before making it an admin.");
  if (!account.emailVerified)
    throw conflict(
      "unverified",
      `${account.email} hasn't been verified.`,
      "Ask them to open the link we emailed them, then try again.",
    );
  const { after } = await changeRoles(CONSOLE, {
    uid: account.id,
    claims: { ...account.roles, admin: true },
    reason: "Granted at the server's console.",
  });
  return `${account.email} is now ${rolesInWords(after)}. Every admin was notified.`;
}

async function revoke(typed: string): Promise<string> {
  const account = await accountOf(typed);
  if (!account.roles.admin) return `${account.email} isn't an admin.`;
  const { after } = await changeRoles(CONSOLE, {
    uid: account.id,
    claims: { ...account.roles, admin: false },
    reason: "Revoked at the server's console.",
  });
  return `${account.email} is now ${rolesInWords(after)}. Every admin was notified.`;
}

async function list(): Promise<string> {
  const admins = await listAdmins(database());
  if (admins.length === 0) return "There's no admin yet. Create the first: npm run -s admin -- create EMAIL";
  return admins.map((admin) => `${admin.email}  ${admin.displayName}`).join("\n");
}

/**
 * The commands of `npm run -s admin`, for anyone who has access to the server's console.
 * @returns what to print, and whether it was done
 */
export async function runAdminConsole(args: readonly string[]): Promise<{ text: string; ok: boolean }> {
  const [name, email, ...more] = args;
  try {
    if (name === "list" && email === undefined) return { text: await list(), ok: true };
    if (email === undefined || more.length > 0) return { text: USAGE, ok: false };
    if (name === "grant") return { text: await grant(email), ok: true };
    if (name === "revoke") return { text: await revoke(email), ok: true };
    if (name !== "create") return { text: USAGE, ok: false };
    const made = await createFirstAdmin(email);
    return {
      text: `${made.email} is the first admin. Open this link to choose a password. It works once, until ${made.expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC:\n${made.url}`,
      ok: true,
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { text: `${error.message} ${error.advice}`.trim(), ok: false };
  }
}
