import { SignInProblem } from "../../rules/sign-in/sign-in-problem.ts";
import { PENDING_COOKIE } from "../sign-in/sign-in-plugins.ts";
import { signInService } from "../sign-in/sign-in-service.ts";

/** The value that a response sets a cookie to, or null if it deletes the cookie or doesn't set it. */
function leaves(set: Headers, name: string): string | null {
  let value: string | null = null;
  for (const line of set.getSetCookie()) {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    // Over TLS, the name has a prefix.
    if (pair.slice(0, at).endsWith(name)) value = /max-age=0(;|$)/i.test(line) ? null : pair.slice(at + 1) || null;
  }
  return value;
}

/** Whether the cookies just set ask for a second factor instead of signing someone in. */
export const needsSecondFactor = (set: Headers): boolean =>
  leaves(set, `.${PENDING_COOKIE}`) !== null && leaves(set, ".session_token") === null;

/** Whether a response signed someone in. */
export const hasSignedIn = (set: Headers): boolean => leaves(set, ".session_token") !== null;

/** Whether a sign-in in this browser still needs its second factor. */
export async function hasPendingSignIn(request: Request): Promise<boolean> {
  const { uid } = await signInService().api.pendingSecondFactor({ headers: request.headers });
  return uid !== null;
}

/** Whether a browser sends the cookie of a sign-in that needs or needed a second factor. */
export const carriesPendingSignIn = (request: Request): boolean =>
  request.headers.get("cookie")?.includes(`.${PENDING_COOKIE}=`) ?? false;

/** The response to callers other than forms: 401 with the code, and the cookie that the second step needs. */
export function challengeOf(response: Response): Response {
  const headers = new Headers({ "content-type": "application/json" });
  for (const cookie of response.headers.getSetCookie()) headers.append("set-cookie", cookie);
  const problem = new SignInProblem("multi-factor-auth-required");
  return new Response(JSON.stringify({ error: problem.toJSON() }), { status: problem.status, headers });
}
