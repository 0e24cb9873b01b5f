import { Problem, invalid } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { SSO_REQUIRED } from "../../rules/sign-in/federated.ts";
import { SIGN_IN_CODES, type SignInCode, SignInProblem } from "../../rules/sign-in/sign-in-problem.ts";
import { secondFactorProblem } from "../second-factor/second-factor-problem.ts";

const CODES: Readonly<Record<string, SignInCode>> = {
  USER_ALREADY_EXISTS: "email-already-in-use",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "email-already-in-use",
  INVALID_EMAIL_OR_PASSWORD: "invalid-credential",
  // Returned when someone signed in is asked for their current password.
  INVALID_PASSWORD: "wrong-password",
  PASSWORD_TOO_SHORT: "password-does-not-meet-requirements",
  PASSWORD_TOO_LONG: "password-does-not-meet-requirements",
  TOKEN_EXPIRED: "expired-action-code",
  INVALID_TOKEN: "invalid-action-code",
  USER_NOT_FOUND: "invalid-action-code",
  UNAUTHORIZED: "user-token-expired",
};

const NOT_AN_ADDRESS = "This isn't a valid email address.";

/**
 * Translates the sign-in service's errors to the specification's codes.
 * @returns a Problem, or an Error if the service itself failed
 */
export async function providerProblem(response: Response): Promise<Problem | Error> {
  const { code = "", message = "" } = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  // Codes from our own hooks pass through unchanged.
  const own = SIGN_IN_CODES.find((c) => c === code);
  if (own) return new SignInProblem(own, own === "password-does-not-meet-requirements" ? message : undefined);
  if (code === "INVALID_EMAIL_OR_PASSWORD" && config().tellApart) return new SignInProblem("wrong-password");
  const theirs = CODES[code];
  if (theirs) return new SignInProblem(theirs);
  if (code === SSO_REQUIRED) return new Problem("refused", code, message, "Choose “Sign in with your organization”.");
  const second = secondFactorProblem(code);
  if (second) return second;
  if (code === "invalid-name") return invalid("input", message, "Correct it and try again.", { name: message });
  if (code === "INVALID_EMAIL" || (code === "VALIDATION_ERROR" && message.includes("email")))
    return invalid("input", NOT_AN_ADDRESS, "Correct it and try again.", { email: NOT_AN_ADDRESS });
  if (response.status === 403)
    return new Problem(
      "refused",
      "origin",
      "This request came from another site.",
      "Open the page on this site and try again.",
    );
  if (response.status >= 400 && response.status < 500)
    return invalid("input", "Something in the form isn't right.", "Correct it and try again.");
  return new Error(`The sign-in service failed: ${response.status} ${code}`);
}
