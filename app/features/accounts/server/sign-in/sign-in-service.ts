import { createHash, randomBytes } from "node:crypto";
import { betterAuth } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { createEmailVerificationToken } from "better-auth/api";
import { isLocalAddress } from "#app/platform/rules/requests/origins.ts";
import { isTimeZone } from "#app/platform/rules/core/time.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Db, database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { PASSWORD_BOUND, passwordFault } from "../../rules/sign-in/password-policy.ts";
import { SignInProblem } from "../../rules/sign-in/sign-in-problem.ts";
import { countAttempt, networkOf } from "./count-attempt.ts";
import { RESET_HOURS, VERIFY_HOURS, postResetEmail, postVerificationEmail } from "../settings/account-emails.ts";
import { findKnownDevice } from "./known-device.ts";
import { recordOpened } from "../settings/open-account.ts";
import { recordPasswordChanged } from "../settings/record-password-changed.ts";
import { SSO_REQUIRED } from "../../rules/sign-in/federated.ts";
import { cookieIn } from "./cookies.ts";
import { SSO_COOKIE, requiredOrganization } from "./organization-sign-in.ts";
import { signInPlugins } from "./sign-in-plugins.ts";
import { SESSION_DAYS } from "../../rules/sign-in/session-life.ts";
import { type CookieName, SIGN_IN_PREFIX } from "#app/platform/server/requests/our-cookies.ts";
import { processWide } from "#app/platform/server/core/process-wide.ts";

const hasSecureCookies = (app: string): boolean => !isLocalAddress(app);
/** Header in which our own forms pass the page the person wanted. */
export const FROM_HEADER = "x-stet-from";
const NAME_LIMIT = 100;

const STATUSES: Readonly<
  Record<number, "TOO_MANY_REQUESTS" | "UNPROCESSABLE_ENTITY" | "FORBIDDEN" | "NOT_FOUND" | "GONE">
> = { 403: "FORBIDDEN", 404: "NOT_FOUND", 410: "GONE", 422: "UNPROCESSABLE_ENTITY", 429: "TOO_MANY_REQUESTS" };

function refuse(problem: SignInProblem): never {
  throw new APIError(STATUSES[problem.status] ?? "BAD_REQUEST", { code: problem.code, message: problem.message });
}

/** The new password in a call, if it sets one. */
const newPasswordOf = (path: string, body: Record<string, unknown>): unknown =>
  path === "/sign-up/email"
    ? body.password
    : path === "/reset-password" || path === "/change-password"
      ? body.newPassword
      : undefined;

/** Checks that run before the service does anything. @throws SignInProblem */
async function check(path: string, body: Record<string, unknown>, headers: Headers | undefined): Promise<void> {
  const email = typeof body.email === "string" ? body.email : null;
  const device = email === null ? null : await findKnownDevice(email, headers);
  await countAttempt(path, email, networkOf(headers), device);
  const password = newPasswordOf(path, body);
  const fault = typeof password === "string" ? passwordFault(password, config().password) : null;
  if (fault) throw new SignInProblem("password-does-not-meet-requirements", fault);
  // Only if the operator allows revealing whether an address is known.
  if (
    config().tellApart &&
    email !== null &&
    (path === "/sign-in/email" || path === "/request-password-reset") &&
    !(await isKnown(email))
  )
    throw new SignInProblem("user-not-found");
  if (path === "/reset-password" && (await isExpiredReset(body.token))) throw new SignInProblem("expired-action-code");
}

const isKnown = async (email: string): Promise<boolean> =>
  (await database()
    .selectFrom("auth_user")
    .select("id")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst()) !== undefined;

/** Whether a reset link was valid and has expired. The service itself doesn't tell expired links from made-up ones. */
async function isExpiredReset(token: unknown): Promise<boolean> {
  if (typeof token !== "string") return false;
  const identifier = createHash("sha256").update(`reset-password:${token}`).digest("base64url");
  return (
    (await database()
      .selectFrom("auth_verification")
      .select("id")
      .where("identifier", "=", identifier)
      .where("expiresAt", "<=", new Date())
      .executeTakeFirst()) !== undefined
  );
}

/** Runs after a password change. Failures are only logged, because the password has already changed. */
const afterPasswordChange = (user: { id: string; email: string; name: string }): Promise<void> =>
  recordPasswordChanged(user).catch((error: unknown) =>
    log.error("recording a password change", error, { uid: user.id }),
  );

function make(db: Db) {
  const {
    origins: { app },
    secret,
    demo,
  } = config();
  const port = new URL(app).port;
  return betterAuth({
    appName: config().siteName,
    baseURL: app,
    basePath: "/api/auth",
    secret,
    telemetry: { enabled: false },
    trustedOrigins: [app, ...(demo && port ? [`http://localhost:${port}`, `http://127.0.0.1:${port}`] : [])],
    database: { db, type: "postgres", transaction: true },
    user: {
      modelName: "auth_user",
      additionalFields: {
        claims: { type: "json", required: false, input: false },
        timeZone: { type: "string", required: false, input: true },
        disabledAt: { type: "date", required: false, input: false },
      },
    },
    session: {
      modelName: "auth_session",
      additionalFields: {
        provedAt: { type: "date", required: false, input: false },
        lastSeenAt: { type: "date", required: false, input: false },
      },
      expiresIn: SESSION_DAYS * 86_400,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    account: { modelName: "auth_account" },
    verification: { modelName: "auth_verification", storeIdentifier: "hashed" },
    // Our own limits also count by address and cover calls that don't come over HTTP (count-attempt.ts).
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: config().password.minLength,
      maxPasswordLength: config().password.maxLength ?? PASSWORD_BOUND,
      resetPasswordTokenExpiresIn: RESET_HOURS * 3_600,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => afterPasswordChange(user),
      sendResetPassword: ({ user, token }) => postResetEmail(user, token),
    },
    emailVerification: {
      expiresIn: VERIFY_HOURS * 3_600,
      autoSignInAfterVerification: true,
      // Sign-up runs in its own transaction, so the hook after it sends the email.
      sendOnSignUp: false,
      sendVerificationEmail: ({ user, token }, request) =>
        postVerificationEmail(user, token, request?.headers.get(FROM_HEADER) ?? null),
    },
    advanced: {
      cookiePrefix: SIGN_IN_PREFIX,
      useSecureCookies: hasSecureCookies(app),
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
            if (!name || name.length > NAME_LIMIT)
              throw new APIError("UNPROCESSABLE_ENTITY", {
                code: "invalid-name",
                message: `Enter a name of 1 to ${NAME_LIMIT} characters.`,
              });
            const zone = (user as { timeZone?: unknown }).timeZone;
            return {
              data: {
                ...user,
                name,
                image: null,
                timeZone: typeof zone === "string" && isTimeZone(zone) ? zone : null,
              },
            };
          },
        },
      },
      session: {
        create: {
          // Say that an account is closed only after its owner has proved that it's theirs, for every way of signing
          // in. Use the service's own adapter: a sign-up already holds a connection and must not need a second one.
          before: async ({ userId }, ctx) => {
            const user = (await ctx?.context.internalAdapter.findUserById(userId)) as
              | { disabledAt?: Date | null }
              | null
              | undefined;
            if (user?.disabledAt) refuse(new SignInProblem("user-disabled"));
            // A new account belongs to no organization, and its transaction holds the connection.
            if (ctx?.path === "/sign-up/email") return;
            const organization = await requiredOrganization(userId, cookieIn(ctx?.headers, SSO_COOKIE));
            if (organization)
              throw new APIError("FORBIDDEN", {
                code: SSO_REQUIRED,
                message: `${organization.name} requires its single sign-on.`,
              });
          },
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        try {
          await check(ctx.path, (ctx.body ?? {}) as Record<string, unknown>, ctx.headers);
        } catch (error) {
          if (error instanceof SignInProblem) refuse(error);
          throw error;
        }
      }),
      after: createAuthMiddleware(async (ctx) => {
        if (ctx.path === "/change-password" && ctx.context.newSession)
          await afterPasswordChange(ctx.context.newSession.user);
        const user = ctx.path === "/sign-up/email" ? ctx.context.newSession?.user : undefined;
        if (!user) return;
        // The account exists even if the email fails. The page offers to send it again.
        try {
          await recordOpened(user.id);
          const token = await createEmailVerificationToken(
            ctx.context.secret,
            user.email,
            undefined,
            VERIFY_HOURS * 3_600,
          );
          await postVerificationEmail(user, token, ctx.headers?.get(FROM_HEADER) ?? null);
        } catch (error) {
          log.error("after sign-up", error, { uid: user.id });
        }
      }),
    },
    plugins: [...signInPlugins()],
    onAPIError: {
      onError: (error) => {
        if (!(error instanceof APIError)) log.error("sign-in service", error);
      },
    },
    // Its messages can contain addresses, so log only the error.
    logger: {
      level: "error",
      log: (_level, _message, ...rest) => {
        const error = rest.find((r) => r instanceof Error);
        if (error) log.error("sign-in service", error);
      },
    },
  });
}

export type SignInService = ReturnType<typeof make>;

const holder = processWide<{
  __stetSignIn?: { db: Db; secret: string; app: string; service: SignInService };
}>();

/** The process's sign-in service, on the process's database. */
export function signInService(): SignInService {
  const db = database();
  const {
    secret,
    origins: { app },
  } = config();
  const it = holder.__stetSignIn;
  if (it && it.db === db && it.secret === secret && it.app === app) return it.service;
  const service = make(db);
  holder.__stetSignIn = { db, secret, app, service };
  return service;
}

/** The session cookie's name. Over TLS it has another prefix. */
export const SESSION_COOKIE = `${SIGN_IN_PREFIX}.session_token` satisfies CookieName;

/** The session cookie's name at this installation. */
export const sessionCookieName = (): string =>
  `${hasSecureCookies(config().origins.app) ? "__Secure-" : ""}${SESSION_COOKIE}`;

/** Whether a request has a session cookie, so that requests without one need no lookup. */
export const mayHaveSession = (request: Request): boolean =>
  request.headers.get("cookie")?.includes(`${SESSION_COOKIE}=`) ?? false;
