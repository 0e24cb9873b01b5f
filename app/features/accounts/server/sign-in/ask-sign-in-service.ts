import { config } from "#app/platform/server/core/config.ts";
import { SignInProblem } from "../../rules/sign-in/sign-in-problem.ts";
import { requireHuman } from "./human-check.ts";
import { providerProblem } from "./provider-problem.ts";
import { refuseCrossSite } from "./refuse-cross-site.ts";
import { warnOwner } from "../settings/warn-owner.ts";
import { FROM_HEADER, signInService } from "./sign-in-service.ts";

/** A reset request takes at least this long, so timing doesn't reveal whether the address is known. */
const RESET_FLOOR_MS = 400;
export type SignInPath =
  | "/sign-in/email"
  | "/sign-up/email"
  | "/sign-out"
  | "/send-verification-email"
  | "/request-password-reset"
  | "/reset-password"
  | "/change-password"
  | "/two-factor/verify-totp"
  | "/two-factor/verify-backup-code"
  | "/passkey/verify-authentication"
  | "/sign-in/social";

/**
 * Passes a request on. Sign-up needs the human check, and reset requests are slowed to hide whether an address is
 * known.
 * @throws Problem
 */
export async function passOn(request: Request, path: string, body: Record<string, unknown> | null): Promise<Response> {
  if (path === "/sign-up/email") await requireHuman(body ?? {});
  const floor = path === "/request-password-reset" ? new Promise((r) => setTimeout(r, RESET_FLOOR_MS)) : null;
  const response = await signInService().handler(request);
  await floor;
  if (response.ok) return response;
  const problem = await providerProblem(response);
  if (path !== "/sign-up/email") throw problem;
  // Of two sign-ups at once, the second fails on the unique index instead of the check.
  const lost = response.status === 422 && !(problem instanceof SignInProblem);
  const taken =
    lost || (problem instanceof SignInProblem && problem.signInCode === "email-already-in-use")
      ? await warnOwner(body?.["email"])
      : false;
  throw taken ? new SignInProblem("email-already-in-use") : problem;
}

/**
 * Calls the sign-in service for our own forms, with the same limits and checks as over HTTP.
 * @param request the form's request, for its session and network
 * @param from the page the person wanted, for the emails
 * @returns headers with the cookies to set @throws Problem
 */
export async function askSignInService(
  request: Request,
  path: SignInPath,
  body: Record<string, unknown>,
  from: string | null = null,
): Promise<Headers> {
  refuseCrossSite(request);
  const { app } = config().origins;
  const headers = new Headers({ "content-type": "application/json", origin: app });
  for (const name of ["cookie", "x-forwarded-for", "user-agent"]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (from !== null) headers.set(FROM_HEADER, from);
  const response = await passOn(
    new Request(`${app}/api/auth${path}`, { method: "POST", headers, body: JSON.stringify(body) }),
    path,
    body,
  );
  return cookiesOf(response);
}

/** The cookies of a response, as headers for a redirect. */
export function cookiesOf(response: Response): Headers {
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append("set-cookie", cookie);
  return headers;
}

/**
 * Verifies the address for an emailed token, and signs its owner in.
 * @returns headers with the session's cookies @throws SignInProblem expired-action-code, invalid-action-code
 */
export async function verifyAddress(request: Request, token: string): Promise<Headers> {
  refuseCrossSite(request);
  const response = await signInService().api.verifyEmail({
    query: { token },
    headers: new Headers({ cookie: request.headers.get("cookie") ?? "" }),
    asResponse: true,
  });
  if (!response.ok) throw await providerProblem(response);
  const headers = cookiesOf(response);
  // The service signs in only the first time a link is used.
  if (!headers.has("set-cookie")) throw new SignInProblem("invalid-action-code", "This address is already verified.");
  return headers;
}
