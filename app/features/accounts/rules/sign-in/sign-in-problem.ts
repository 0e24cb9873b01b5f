import { Problem, type ProblemKind } from "#app/platform/rules/core/errors.ts";

/** The sign-in service's errors: all sixteen of the specification's codes, with a message and advice. */
const PROBLEMS = {
  "email-already-in-use": {
    kind: "conflict",
    status: 409,
    field: "email",
    message: "An account already uses this email address.",
    advice: "Sign in instead, or reset your password.",
  },
  "wrong-password": {
    kind: "invalid",
    status: 401,
    field: "password",
    message: "That's not the right password.",
    advice: "Try again, or reset your password.",
  },
  "invalid-credential": {
    kind: "invalid",
    status: 401,
    field: "form",
    message: "This email address and password don't match an account.",
    advice: "Check both, or reset your password.",
  },
  "user-not-found": {
    kind: "not-found",
    status: 404,
    field: "email",
    message: "No account uses this email address.",
    advice: "Check the address, or create an account.",
  },
  "user-disabled": {
    kind: "refused",
    status: 403,
    field: "form",
    message: "This account is blocked.",
    advice: "If you think this is a mistake, contact us.",
  },
  "too-many-requests": {
    kind: "busy",
    status: 429,
    field: "form",
    message: "Too many attempts.",
    advice: "Wait a few minutes and try again.",
  },
  "expired-action-code": {
    kind: "gone",
    status: 410,
    field: "form",
    message: "This link has expired.",
    advice: "Request a new one.",
  },
  "invalid-action-code": {
    kind: "invalid",
    status: 400,
    field: "form",
    message: "This link doesn't work. It was already used, or part of it is missing.",
    advice: "Open the link in the newest email, or request a new one.",
  },
  "requires-recent-login": {
    kind: "refused",
    status: 403,
    field: "form",
    message: "For your security, please confirm it's you.",
    advice: "Enter your password to continue. What you typed is still here.",
  },
  "user-token-expired": {
    kind: "refused",
    status: 401,
    field: "form",
    message: "You're no longer signed in.",
    advice: "Sign in again. What you typed is still here.",
  },
  "password-does-not-meet-requirements": {
    kind: "invalid",
    status: 422,
    field: "password",
    message: "The password doesn't meet the requirements.",
    advice: "Choose another password.",
  },
  "network-request-failed": {
    kind: "busy",
    status: 503,
    field: "form",
    message: "We couldn't reach the server.",
    advice: "Check your connection and try again. What you typed is still here.",
  },
  "popup-closed-by-user": {
    kind: "invalid",
    status: 400,
    field: "form",
    message: "The sign-in window was closed before you finished.",
    advice: "Open it again, or sign in with your email address and password.",
  },
  "cancelled-popup-request": {
    kind: "conflict",
    status: 409,
    field: "form",
    message: "You opened a newer sign-in window.",
    advice: "Continue in the newest window.",
  },
  "unauthorized-domain": {
    kind: "refused",
    status: 403,
    field: "form",
    message: "You can't sign in at this web address.",
    advice: "Open the page at its usual address and sign in there.",
  },
  "multi-factor-auth-required": {
    kind: "refused",
    status: 401,
    field: "form",
    message: "Your account uses two-factor authentication.",
    advice: "Enter the code from your authenticator app, or use a backup code.",
  },
} as const satisfies Record<
  string,
  { kind: ProblemKind; status: number; field: string; message: string; advice: string }
>;

export type SignInCode = keyof typeof PROBLEMS;
export const SIGN_IN_CODES = Object.keys(PROBLEMS) as SignInCode[];

/** An error from the sign-in service. `status` is its HTTP status, more specific than its kind's. */
export class SignInProblem extends Problem {
  override name = "SignInProblem";
  readonly signInCode: SignInCode;
  /** @param message replaces the usual message */
  constructor(code: SignInCode, message?: string) {
    const { kind, field, message: usual, advice } = PROBLEMS[code];
    super(kind, code, message ?? usual, advice, field === "form" ? {} : { [field]: message ?? usual });
    this.signInCode = code;
  }
  override get status(): number {
    return PROBLEMS[this.signInCode].status;
  }
}
