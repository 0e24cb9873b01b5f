import { Problem, invalid } from "#app/platform/rules/core/errors.ts";
import { SignInProblem } from "../../rules/sign-in/sign-in-problem.ts";

const NOT_RIGHT = "This code is wrong or was already used.";
const EXPIRED = "You ran out of time to enter the code.";

/** Translates the sign-in service's errors about codes and passkeys. Null for any other error. */
export function secondFactorProblem(code: string): Problem | null {
  switch (code) {
    case "INVALID_CODE":
      return invalid(
        "invalid-credential",
        NOT_RIGHT,
        "Wait for the next code in your app and enter that, or use a backup code.",
        { code: NOT_RIGHT },
      );
    case "INVALID_BACKUP_CODE":
      return invalid(
        "invalid-credential",
        NOT_RIGHT,
        "Each backup code works once. Use another one or the code from your app.",
        { code: NOT_RIGHT },
      );
    case "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE":
    case "ACCOUNT_TEMPORARILY_LOCKED":
      return new SignInProblem("too-many-requests", "Too many wrong codes.");
    case "INVALID_TWO_FACTOR_COOKIE":
    case "TOTP_NOT_ENABLED":
    case "BACKUP_CODES_NOT_ENABLED":
      return new SignInProblem("user-token-expired", EXPIRED);
    case "CHALLENGE_NOT_FOUND":
      return new SignInProblem("expired-action-code", "That took too long.");
    case "PASSKEY_NOT_FOUND":
      return new SignInProblem("invalid-credential", "This passkey doesn't belong to an account here.");
    case "AUTHENTICATION_FAILED":
      return new SignInProblem("invalid-credential", "We couldn't verify this passkey.");
    case "FAILED_TO_VERIFY_REGISTRATION":
    case "YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY":
      return invalid("input", "We couldn't add this passkey.", "Try again.");
    case "SESSION_NOT_FRESH":
      return new SignInProblem("requires-recent-login");
    default:
      return null;
  }
}
