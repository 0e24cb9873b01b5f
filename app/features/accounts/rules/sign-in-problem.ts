import { Problem, type ProblemKind } from "#app/platform/rules/errors.ts";

/** The sign-in service's errors, all sixteen of the specification's codes, in words a person understands. */
const PROBLEMS = {
  "email-already-in-use": {
    kind: "conflict",
    status: 409,
    field: "email",
    message: "There is an account with this e-mail address already.",
    advice: "Sign in instead, or reset the password if it is forgotten.",
  },
  "wrong-password": {
    kind: "invalid",
    status: 401,
    field: "password",
    message: "This is not the account's password.",
    advice: "Type it again, or reset it if it is forgotten.",
  },
  "invalid-credential": {
    kind: "invalid",
    status: 401,
    field: "form",
    message: "The e-mail address and the password do not match an account.",
    advice: "Check both, or reset the password.",
  },
  "user-not-found": {
    kind: "not-found",
    status: 404,
    field: "email",
    message: "There is no account with this e-mail address.",
    advice: "Check the address, or open an account with it.",
  },
  "user-disabled": {
    kind: "refused",
    status: 403,
    field: "form",
    message: "This account is closed.",
    advice: "Write to us if you think that it should not be.",
  },
  "too-many-requests": {
    kind: "busy",
    status: 429,
    field: "form",
    message: "That was tried too often.",
    advice: "Wait a few minutes and try again.",
  },
  "expired-action-code": {
    kind: "gone",
    status: 410,
    field: "form",
    message: "This link has expired.",
    advice: "Ask for a new one.",
  },
  "invalid-action-code": {
    kind: "invalid",
    status: 400,
    field: "form",
    message: "This link does not work: it was used already, or part of it is missing.",
    advice: "Open the link from the newest e-mail, or ask for a new one.",
  },
  "requires-recent-login": {
    kind: "refused",
    status: 403,
    field: "form",
    message: "This needs a sign-in of the last ten minutes.",
    advice: "Enter your password to go on; what you typed is still here.",
  },
  "user-token-expired": {
    kind: "refused",
    status: 401,
    field: "form",
    message: "You are not signed in any more.",
    advice: "Sign in again; what you typed is still here.",
  },
  "password-does-not-meet-requirements": {
    kind: "invalid",
    status: 422,
    field: "password",
    message: "The password does not meet the requirements.",
    advice: "Choose another one.",
  },
  "network-request-failed": {
    kind: "busy",
    status: 503,
    field: "form",
    message: "The answer did not come: the network failed or took too long.",
    advice: "Look at your connection and try again; what you typed is still here.",
  },
  "popup-closed-by-user": {
    kind: "invalid",
    status: 400,
    field: "form",
    message: "The sign-in window was closed before it was finished.",
    advice: "Open it again, or sign in with e-mail and password.",
  },
  "cancelled-popup-request": {
    kind: "conflict",
    status: 409,
    field: "form",
    message: "A newer sign-in window took the place of this one.",
    advice: "Go on in the newest window.",
  },
  "unauthorized-domain": {
    kind: "refused",
    status: 403,
    field: "form",
    message: "Signing in from this address is not allowed.",
    advice: "Open the page by its usual address and sign in there.",
  },
  "multi-factor-auth-required": {
    kind: "refused",
    status: 401,
    field: "form",
    message: "The password is right; this account asks for a second step.",
    advice: "Enter the code from your authenticator app, or use a recovery code.",
  },
} as const satisfies Record<
  string,
  { kind: ProblemKind; status: number; field: string; message: string; advice: string }
>;

export type SignInCode = keyof typeof PROBLEMS;
export const SIGN_IN_CODES = Object.keys(PROBLEMS) as SignInCode[];

/** An error of the sign-in service. `status` is the HTTP status, which is finer than the kind's own. */
export class SignInProblem extends Problem {
  override name = "SignInProblem";
  readonly signInCode: SignInCode;
  /** @param message replaces the usual sentence where more is known */
  constructor(code: SignInCode, message?: string) {
    const { kind, field, message: usual, advice } = PROBLEMS[code];
    super(kind, code, message ?? usual, advice, field === "form" ? {} : { [field]: message ?? usual });
    this.signInCode = code;
  }
  override get status(): number {
    return PROBLEMS[this.signInCode].status;
  }
}
