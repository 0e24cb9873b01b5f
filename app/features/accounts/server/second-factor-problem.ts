import { Problem, invalid } from "#app/platform/rules/errors.ts";
import { SignInProblem } from "../rules/sign-in-problem.ts";

const NOT_RIGHT = "This code is not right, or it was used already.";
const EXPIRED = "The time to type the code has run out.";

/** What the sign-in service's refusals of second factors and passkeys mean; null for any other. */
export function secondFactorProblem(code: string): Problem | null {
  switch (code) {
    case "INVALID_CODE":
      return invalid(
        "invalid-credential",
        NOT_RIGHT,
        "Wait for the next one in your app and type that, or use a backup code.",
        { code: NOT_RIGHT },
      );
    case "INVALID_BACKUP_CODE":
      return invalid(
        "invalid-credential",
        NOT_RIGHT,
        "Each backup code works once. Use another one, or the code from your app.",
        { code: NOT_RIGHT },
      );
    case "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE":
    case "ACCOUNT_TEMPORARILY_LOCKED":
      return new SignInProblem("too-many-requests", "Too many codes were wrong.");
    case "INVALID_TWO_FACTOR_COOKIE":
    case "TOTP_NOT_ENABLED":
    case "BACKUP_CODES_NOT_ENABLED":
      return new SignInProblem("user-token-expired", EXPIRED);
    case "CHALLENGE_NOT_FOUND":
      return new SignInProblem("expired-action-code", "That took too long.");
    case "PASSKEY_NOT_FOUND":
      return new SignInProblem("invalid-credential", "This passkey does not belong to an account here.");
    case "AUTHENTICATION_FAILED":
      return new SignInProblem("invalid-credential", "The passkey was not accepted.");
    case "FAILED_TO_VERIFY_REGISTRATION":
    case "YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY":
      return invalid("input", "The passkey was not accepted.", "Try again.");
    case "SESSION_NOT_FRESH":
      return new SignInProblem("requires-recent-login");
    default:
      return null;
  }
}
