import { describe, expect, test } from "vitest";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { SIGN_IN_CODES, SignInProblem } from "./sign-in-problem.ts";

const SIXTEEN = [
  "email-already-in-use",
  "wrong-password",
  "invalid-credential",
  "user-not-found",
  "user-disabled",
  "too-many-requests",
  "expired-action-code",
  "invalid-action-code",
  "requires-recent-login",
  "user-token-expired",
  "password-does-not-meet-requirements",
  "network-request-failed",
  "popup-closed-by-user",
  "cancelled-popup-request",
  "unauthorized-domain",
  "multi-factor-auth-required",
] as const;

describe("the sign-in service's codes", () => {
  test("are the specification's sixteen", () => {
    expect([...SIGN_IN_CODES].sort()).toEqual([...SIXTEEN].sort());
  });

  test.each(SIXTEEN)("%s has its own error, which says what happened and what to do", (code) => {
    const problem = new SignInProblem(code);
    expect(problem).toBeInstanceOf(Problem);
    expect([problem.code, problem.signInCode]).toEqual([code, code]);
    for (const words of [problem.message, problem.advice]) expect(words).toMatch(/^[A-Z].{9,}[.]$/);
    expect(problem.message + problem.advice).not.toMatch(/!|undefined|credential|token|action.code/i);
    expect(problem.status).toBeGreaterThanOrEqual(400);
  });

  test("no two have the same message", () => {
    expect(new Set(SIXTEEN.map((code) => new SignInProblem(code).message)).size).toBe(16);
  });

  test("a field's own message becomes the problem's", () => {
    expect(new SignInProblem("email-already-in-use").fields).toEqual({
      email: "An account already uses this email address.",
    });
    expect(new SignInProblem("password-does-not-meet-requirements", "Too short.").fields).toEqual({
      password: "Too short.",
    });
    expect(new SignInProblem("invalid-credential").fields).toEqual({});
  });
});
