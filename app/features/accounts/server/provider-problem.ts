import { Problem, invalid } from "#app/platform/rules/errors.ts";
import { type SignInCode, SignInProblem } from "../rules/sign-in-problem.ts";

const CODES: Readonly<Record<string, SignInCode>> = {
  USER_ALREADY_EXISTS: "email-already-in-use",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "email-already-in-use",
  INVALID_EMAIL_OR_PASSWORD: "invalid-credential",
  INVALID_PASSWORD: "password-does-not-meet-requirements",
  PASSWORD_TOO_SHORT: "password-does-not-meet-requirements",
  PASSWORD_TOO_LONG: "password-does-not-meet-requirements",
  "password-does-not-meet-requirements": "password-does-not-meet-requirements",
  "too-many-requests": "too-many-requests",
  TOKEN_EXPIRED: "expired-action-code",
  INVALID_TOKEN: "invalid-action-code",
  USER_NOT_FOUND: "invalid-action-code",
  UNAUTHORIZED: "user-token-expired",
};

const NOT_AN_ADDRESS = "This is not an e-mail address.";

/**
 * What the sign-in service's refusal means, in the specification's codes and words.
 * @returns a Problem; an Error where the service itself failed
 */
export async function providerProblem(response: Response): Promise<Problem | Error> {
  const { code = "", message = "" } = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  const ours = CODES[code];
  if (ours) return new SignInProblem(ours, ours === "password-does-not-meet-requirements" && code === ours ? message : undefined);
  if (code === "invalid-name") return invalid("input", message, "Correct it and send it again.", { name: message });
  if (code === "INVALID_EMAIL" || (code === "VALIDATION_ERROR" && message.includes("email"))) return invalid("input", NOT_AN_ADDRESS, "Correct it and send it again.", { email: NOT_AN_ADDRESS });
  if (response.status === 403) return new Problem("refused", "origin", "This request came from another site.", "Open the page here and try again.");
  if (response.status >= 400 && response.status < 500) return invalid("input", "Something in the form is not right.", "Correct it and send it again.");
  return new Error(`The sign-in service failed: ${response.status} ${code}`);
}
