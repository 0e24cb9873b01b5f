import { Problem, type ProblemKind } from "#app/platform/rules/errors.ts";

/** The sign-in service's errors that the forms here can meet, by the specification's codes, in words a person understands. */
const PROBLEMS = {
  "email-already-in-use": { kind: "conflict", status: 409, field: "email", message: "There is an account with this e-mail address already.", advice: "Sign in instead, or reset the password if it is forgotten." },
  "invalid-credential": { kind: "invalid", status: 401, field: "form", message: "The e-mail address and the password do not match an account.", advice: "Check both, or reset the password." },
  "too-many-requests": { kind: "busy", status: 429, field: "form", message: "That was tried too often.", advice: "Wait a few minutes and try again." },
  "expired-action-code": { kind: "gone", status: 410, field: "form", message: "This link has expired.", advice: "Ask for a new one." },
  "invalid-action-code": { kind: "invalid", status: 400, field: "form", message: "This link does not work: it was used already, or part of it is missing.", advice: "Open the link from the newest e-mail, or ask for a new one." },
  "password-does-not-meet-requirements": { kind: "invalid", status: 422, field: "password", message: "The password does not meet the requirements.", advice: "Choose another one." },
  "user-token-expired": { kind: "refused", status: 401, field: "form", message: "You are not signed in any more.", advice: "Sign in again; what you typed is still here." },
} as const satisfies Record<string, { kind: ProblemKind; status: number; field: string; message: string; advice: string }>;

export type SignInCode = keyof typeof PROBLEMS;

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
