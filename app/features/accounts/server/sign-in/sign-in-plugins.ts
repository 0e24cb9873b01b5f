import { APIError, createAuthEndpoint, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { twoFactor } from "better-auth/plugins/two-factor";
import { passkey } from "@better-auth/passkey";
import { isLocalAddress } from "#app/platform/rules/requests/origins.ts";
import { config } from "#app/platform/server/core/config.ts";
import { log } from "#app/platform/server/core/log.ts";
import { appCodeOf, backupCodeOf } from "../../rules/sign-in/second-factor.ts";
import { federatedProviders } from "./federated-provider.ts";
import { DEVICE_COOKIE, DEVICE_LIFE_S, deviceKeyOf, rememberDevice } from "./known-device.ts";
import { SSO_SIGN_IN, organizationSignIn } from "./organization-sign-in.ts";
import { claimCode } from "../second-factor/second-factor-codes.ts";

export const PENDING_COOKIE = "two_factor";
const TRUST_DAYS = 30;
/** How long people have to type the second factor. */
const PENDING_MINUTES = 10;

type Context = Pick<GenericEndpointContext, "context" | "getSignedCookie">;

/** The person whose sign-in in this browser still needs its second factor, or null. */
async function pendingOf(ctx: Context): Promise<string | null> {
  const cookie = ctx.context.createAuthCookie(PENDING_COOKIE);
  const identifier = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
  const pending = identifier ? await ctx.context.internalAdapter.findVerificationValue(identifier) : null;
  return pending && pending.expiresAt > new Date() ? pending.value : null;
}

type Made = { session: { token: string } };

const VERIFY = ["/two-factor/verify-totp", "/two-factor/verify-backup-code"];

/**
 * Closes what the service's own second factor leaves open: using a code twice, signing in without the password, and
 * turning it on without our own form.
 */
function strictSecondFactor(challenge: NonNullable<ReturnType<typeof twoFactor>["hooks"]>["after"][number]["handler"]) {
  return {
    id: "strict-second-factor",
    endpoints: {
      pendingSecondFactor: createAuthEndpoint.serverOnly({ method: "GET", requireHeaders: true }, async (ctx) =>
        ctx.json({ uid: await pendingOf(ctx) }),
      ),
    },
    hooks: {
      before: [
        {
          matcher: ({ path }: { path?: string }) => VERIFY.includes(path ?? ""),
          handler: createAuthMiddleware(async (ctx) => {
            const expired = new APIError("UNAUTHORIZED", {
              code: "INVALID_TWO_FACTOR_COOKIE",
              message: "No sign-in is waiting for a code",
            });
            // With a session, the service would treat the code as confirming a new secret. Only our own form does that.
            const uid = (await getSessionFromCtx(ctx)) ? null : await pendingOf(ctx);
            if (uid === null) throw expired;
            const body = (ctx.body ?? {}) as { code?: unknown };
            const typed = typeof body.code === "string" ? body.code.slice(0, 40) : "";
            const code = ctx.path === VERIFY[0] ? appCodeOf(typed) : backupCodeOf(typed);
            if (code !== null && ctx.path === VERIFY[0] && !(await claimCode(uid, code)))
              throw new APIError("UNAUTHORIZED", { code: "INVALID_CODE", message: "Invalid code" });
            return { context: { body: { ...body, code: code ?? "none" } } };
          }),
        },
      ],
      after: [
        {
          // The service itself asks for a second factor after a password. A passkey is two factors in one.
          matcher: ({
            path,
            context,
          }: {
            path?: string;
            context?: { newSession?: Made | null; session?: Made | null };
          }) =>
            ["/callback/:id", "/verify-email", SSO_SIGN_IN].includes(path ?? "") &&
            context?.newSession?.session.token !== context?.session?.session.token,
          handler: challenge,
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/**
 * Records the browser of every completed sign-in. Runs last: a sign-in that still needs its second factor has no
 * session at that point.
 */
function knownDevice(secure: boolean) {
  return {
    id: "known-device",
    hooks: {
      after: [
        {
          matcher: ({ context }: { context?: { newSession?: Made | null } }) => Boolean(context?.newSession),
          handler: createAuthMiddleware(async (ctx) => {
            const uid = ctx.context.newSession?.user.id;
            if (uid === undefined) return;
            try {
              const key = await rememberDevice(uid, deviceKeyOf(ctx.headers));
              const maxAge = DEVICE_LIFE_S;
              ctx.setCookie(DEVICE_COOKIE, key, { path: "/", httpOnly: true, sameSite: "lax", secure, maxAge });
            } catch (error) {
              // The sign-in itself succeeded, so failing to save the device is no reason to refuse it.
              log.error("device not saved", error, { uid });
            }
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/**
 * The sign-in methods besides email and password: the second factor, passkeys, and the identity providers that are
 * configured.
 */
export function signInPlugins() {
  const {
    origins: { app },
    siteName,
    providers,
  } = config();
  const second = twoFactor({
    issuer: siteName,
    twoFactorCookieMaxAge: PENDING_MINUTES * 60,
    trustDeviceMaxAge: TRUST_DAYS * 86_400,
    schema: { twoFactor: { modelName: "auth_two_factor" } },
  });
  const keys = passkey({
    rpID: new URL(app).hostname,
    rpName: siteName,
    origin: app,
    schema: { passkey: { modelName: "auth_passkey" } },
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    advanced: { webAuthnChallengeCookie: "passkey" },
    authentication: {
      // A key that only proves its presence would be a single factor.
      afterVerification: async ({ verification }) => {
        if (!verification.authenticationInfo.userVerified)
          throw new APIError("UNAUTHORIZED", { code: "AUTHENTICATION_FAILED", message: "The person was not verified" });
      },
    },
  });
  const ours = strictSecondFactor(second.hooks.after[0]!.handler);
  const device = knownDevice(!isLocalAddress(app));
  return [second, keys, ours, federatedProviders(providers), organizationSignIn(), device] as const;
}
