import { verifyPassword } from "better-auth/crypto";
import { MINUTE } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { readJsonBody } from "#app/platform/server/requests/read-body.ts";
import { PASSWORD_BOUND } from "../../rules/sign-in/password-policy.ts";
import { SignInProblem } from "../../rules/sign-in/sign-in-problem.ts";
import { refuseCrossSite } from "./refuse-cross-site.ts";
import { countAttempt, networkOf } from "./count-attempt.ts";
import { mayHaveSession, signInService } from "./sign-in-service.ts";

/** How long a sign-in allows sensitive changes, by the real clock like sessions. */
const RECENT_MS = 10 * MINUTE;

export type CurrentSession = { id: string; uid: string; email: string; name: string; provedAt: Date; expiresAt: Date };

/** The session in the request's cookie. @throws SignInProblem user-token-expired */
export async function currentSession(request: Request): Promise<CurrentSession> {
  const found = mayHaveSession(request) ? await signInService().api.getSession({ headers: request.headers }) : null;
  if (!found || found.user.disabledAt) throw new SignInProblem("user-token-expired");
  const { session, user } = found;
  return {
    id: session.id,
    uid: user.id,
    email: user.email,
    name: user.name,
    provedAt: session.provedAt ?? session.createdAt,
    expiresAt: session.expiresAt,
  };
}

/**
 * Requires a sign-in or password entry within the last ten minutes.
 * For changes to the address, password, second factor, passkeys, and providers.
 * @throws SignInProblem requires-recent-login, user-token-expired
 */
export async function requireRecentSignIn(request: Request): Promise<void> {
  const { provedAt } = await currentSession(request);
  if (provedAt.getTime() <= Date.now() - RECENT_MS) throw new SignInProblem("requires-recent-login");
}

/**
 * Checks the session owner's password and records when they entered it.
 * @throws SignInProblem wrong-password, too-many-requests, user-token-expired
 */
export async function reauthenticate(request: Request, password: string): Promise<void> {
  const { id, uid, email } = await currentSession(request);
  await countAttempt("/reauthenticate", email, networkOf(request.headers));
  const account = await database()
    .selectFrom("auth_account")
    .select("password")
    .where("userId", "=", uid)
    .where("providerId", "=", "credential")
    .executeTakeFirst();
  if (!account?.password)
    throw new SignInProblem(
      "wrong-password",
      "Your account has no password. Sign out, then sign in the way you usually do.",
    );
  // Don't spend time hashing an absurdly long password.
  if (password.length > PASSWORD_BOUND || !(await verifyPassword({ hash: account.password, password })))
    throw new SignInProblem("wrong-password");
  await database().updateTable("auth_session").set({ provedAt: new Date() }).where("id", "=", id).execute();
}

/** `POST /api/auth/reauthenticate` with `{ password }`, for callers other than forms. @throws SignInProblem */
export async function handleReauthenticate(request: Request): Promise<Response> {
  refuseCrossSite(request);
  const body = (await readJsonBody(request)) as { password?: unknown } | null;
  await reauthenticate(request, typeof body?.password === "string" ? body.password : "");
  return Response.json({ ok: true }, { headers: { "cache-control": "no-store" } });
}
