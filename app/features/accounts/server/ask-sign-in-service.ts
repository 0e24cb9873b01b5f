import { refused } from "#app/platform/rules/errors.ts";
import { config } from "#app/platform/server/config.ts";
import { database } from "#app/platform/server/database.ts";
import { SignInProblem } from "../rules/sign-in-problem.ts";
import { providerProblem } from "./provider-problem.ts";
import { FROM_HEADER, signInService } from "./sign-in-service.ts";

/** Asking for a reset takes at least this long, whether the address is known or not. */
const RESET_FLOOR_MS = 400;
export type SignInPath = "/sign-in/email" | "/sign-up/email" | "/sign-out" | "/send-verification-email" | "/request-password-reset" | "/reset-password";

/** @throws refused when another site's page made the browser send this */
function refuseForeign(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const foreign = site ? site !== "same-origin" && site !== "none" : origin !== null && (!URL.canParse(origin) || new URL(origin).host !== new URL(request.url).host);
  if (foreign) throw refused("This request came from another site.", "Open the page here and try again.");
}

/** Passes a request on, and slows what must not tell known addresses from unknown ones. @throws Problem */
export async function passOn(request: Request, path: string, body: Record<string, unknown> | null): Promise<Response> {
  const floor = path === "/request-password-reset" ? new Promise((r) => setTimeout(r, RESET_FLOOR_MS)) : null;
  const response = await signInService().handler(request);
  await floor;
  if (response.ok) return response;
  const problem = await providerProblem(response);
  // Two sign-ups at once: the loser meets the unique index instead of the check.
  if (path === "/sign-up/email" && response.status === 422 && !(problem instanceof SignInProblem) && (await isTaken(body?.["email"]))) throw new SignInProblem("email-already-in-use");
  throw problem;
}

async function isTaken(email: unknown): Promise<boolean> {
  if (typeof email !== "string") return false;
  return (await database().selectFrom("auth_user").select("id").where("email", "=", email.toLowerCase()).executeTakeFirst()) !== undefined;
}

/**
 * What our own forms ask of the sign-in service, with the limits and checks of its HTTP side.
 * @param request the form's request: its session and network count
 * @param from where the person wanted to go, for the letters
 * @returns headers with the cookies to set @throws Problem
 */
export async function askSignInService(request: Request, path: SignInPath, body: Record<string, unknown>, from: string | null = null): Promise<Headers> {
  refuseForeign(request);
  const { publicUrl } = config();
  const headers = new Headers({ "content-type": "application/json", origin: publicUrl });
  for (const name of ["cookie", "x-forwarded-for", "user-agent"]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (from !== null) headers.set(FROM_HEADER, from);
  const response = await passOn(new Request(`${publicUrl}/api/auth${path}`, { method: "POST", headers, body: JSON.stringify(body) }), path, body);
  return cookiesOf(response);
}

/** Only the cookies of an answer, as headers for a redirect. */
function cookiesOf(response: Response): Headers {
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append("set-cookie", cookie);
  return headers;
}

/**
 * Verifies the address that a letter's token names, and signs its owner in.
 * @returns headers with the session's cookies @throws SignInProblem expired-action-code, invalid-action-code
 */
export async function verifyAddress(request: Request, token: string): Promise<Headers> {
  refuseForeign(request);
  const response = await signInService().api.verifyEmail({ query: { token }, headers: new Headers({ cookie: request.headers.get("cookie") ?? "" }), asResponse: true });
  if (!response.ok) throw await providerProblem(response);
  const headers = cookiesOf(response);
  // The service signs in only the first time a link is used.
  if (!headers.has("set-cookie")) throw new SignInProblem("invalid-action-code", "This address is verified already.");
  return headers;
}
