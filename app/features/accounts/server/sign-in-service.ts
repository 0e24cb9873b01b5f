import { randomBytes } from "node:crypto";
import { betterAuth } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { createEmailVerificationToken } from "better-auth/api";
import { isTimeZone } from "#app/platform/rules/time.ts";
import { config } from "#app/platform/server/config.ts";
import { type Db, database } from "#app/platform/server/database.ts";
import { log } from "#app/platform/server/log.ts";
import { PASSWORD_POLICY, passwordFault } from "../rules/password-policy.ts";
import { SignInProblem } from "../rules/sign-in-problem.ts";
import { isLocalAddress } from "./cookies.ts";
import { countAttempt, networkOf } from "./count-attempt.ts";
import { RESET_HOURS, VERIFY_HOURS, postResetLetter, postVerificationLetter } from "./letters.ts";
import { recordOpened } from "./open-account.ts";

const COOKIE_PREFIX = "stet";
const SESSION_DAYS = 30;
/** Header in which our own forms say where the person wanted to go. */
export const FROM_HEADER = "x-stet-from";
const NAME_LIMIT = 100;

function refuse(problem: SignInProblem): never {
  const status = problem.status === 429 ? "TOO_MANY_REQUESTS" : problem.status === 422 ? "UNPROCESSABLE_ENTITY" : "BAD_REQUEST";
  throw new APIError(status, { code: problem.code, message: problem.message });
}

function make(db: Db) {
  const { publicUrl, secret, demo } = config();
  const port = new URL(publicUrl).port;
  return betterAuth({
    appName: config().siteName,
    baseURL: publicUrl,
    basePath: "/api/auth",
    secret,
    telemetry: { enabled: false },
    trustedOrigins: [publicUrl, ...(demo && port ? [`http://localhost:${port}`, `http://127.0.0.1:${port}`] : [])],
    database: { db, type: "postgres", transaction: true },
    user: {
      modelName: "auth_user",
      additionalFields: {
        claims: { type: "json", required: false, input: false },
        timeZone: { type: "string", required: false, input: true },
      },
    },
    session: { modelName: "auth_session", expiresIn: SESSION_DAYS * 86_400, disableSessionRefresh: true, cookieCache: { enabled: false } },
    account: { modelName: "auth_account" },
    verification: { modelName: "auth_verification", storeIdentifier: "hashed" },
    // Ours counts by address too, and covers calls that do not come over HTTP (count-attempt.ts).
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_POLICY.minLength,
      maxPasswordLength: PASSWORD_POLICY.maxLength ?? 128,
      resetPasswordTokenExpiresIn: RESET_HOURS * 3_600,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => postResetLetter(user, token),
    },
    emailVerification: {
      expiresIn: VERIFY_HOURS * 3_600,
      autoSignInAfterVerification: true,
      // Sign-up runs in a transaction of its own, so that its letter goes from the hook after it.
      sendOnSignUp: false,
      sendVerificationEmail: ({ user, token }, request) => postVerificationLetter(user, token, request?.headers.get(FROM_HEADER) ?? null),
    },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: !isLocalAddress(publicUrl),
      disableOriginCheck: false,
      disableCSRFCheck: false,
      database: { generateId: ({ model }) => `${model === "user" ? "usr" : "aut"}_${randomBytes(16).toString("hex")}` },
      ipAddress: { disableIpTracking: true },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => {
            const name = user.name.trim().replace(/\s+/g, " ");
            if (!name || name.length > NAME_LIMIT) throw new APIError("UNPROCESSABLE_ENTITY", { code: "invalid-name", message: `A name has 1 to ${NAME_LIMIT} characters.` });
            const zone = (user as { timeZone?: unknown }).timeZone;
            return { data: { ...user, name, image: null, timeZone: typeof zone === "string" && isTimeZone(zone) ? zone : null } };
          },
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        const body = (ctx.body ?? {}) as Record<string, unknown>;
        try {
          await countAttempt(ctx.path, typeof body.email === "string" ? body.email : null, networkOf(ctx.headers));
          const password = ctx.path === "/sign-up/email" ? body.password : ctx.path === "/reset-password" ? body.newPassword : undefined;
          const fault = typeof password === "string" ? passwordFault(password) : null;
          if (fault) throw new SignInProblem("password-does-not-meet-requirements", fault);
        } catch (error) {
          if (error instanceof SignInProblem) refuse(error);
          throw error;
        }
      }),
      after: createAuthMiddleware(async (ctx) => {
        const user = ctx.path === "/sign-up/email" ? ctx.context.newSession?.user : undefined;
        if (!user) return;
        // The account is there: a letter that fails must not say otherwise. The page offers to send it again.
        try {
          await recordOpened(user.id);
          const token = await createEmailVerificationToken(ctx.context.secret, user.email, undefined, VERIFY_HOURS * 3_600);
          await postVerificationLetter(user, token, ctx.headers?.get(FROM_HEADER) ?? null);
        } catch (error) {
          log.error("after sign-up", error, { uid: user.id });
        }
      }),
    },
    onAPIError: { onError: (error) => { if (!(error instanceof APIError)) log.error("sign-in service", error); } },
    // Its messages may carry addresses: only that something failed is kept, and the error itself.
    logger: { level: "error", log: (_level, _message, ...rest) => { const error = rest.find((r) => r instanceof Error); if (error) log.error("sign-in service", error); } },
  });
}

export type SignInService = ReturnType<typeof make>;

const holder = globalThis as unknown as { __stetSignIn?: { db: Db; secret: string; publicUrl: string; service: SignInService } };

/** The process's sign-in service, on the process's database. */
export function signInService(): SignInService {
  const db = database();
  const { secret, publicUrl } = config();
  const it = holder.__stetSignIn;
  if (it && it.db === db && it.secret === secret && it.publicUrl === publicUrl) return it.service;
  const service = make(db);
  holder.__stetSignIn = { db, secret, publicUrl, service };
  return service;
}

/** The session's cookie; over TLS its name has a prefix more. */
export const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`;

/** Whether a request carries a session cookie at all: without one nobody is asked. */
export const mayHaveSession = (request: Request): boolean => request.headers.get("cookie")?.includes(`${SESSION_COOKIE}=`) ?? false;
