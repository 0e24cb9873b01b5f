import { expect, test } from "vitest";
import { emailInToken } from "./email-in-token.ts";

const tokenOf = (payload: unknown) => `a.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.c`;

test("reads the address of a verification link, and nothing from anything else", () => {
  expect(emailInToken(tokenOf({ email: "Amara@Example.org" }))).toBe("amara@example.org");
  for (const other of ["", "a", "a.b.c", "a.%%%.c", tokenOf(null), tokenOf({ email: 7 }), tokenOf([])])
    expect(emailInToken(other), other).toBeNull();
});
