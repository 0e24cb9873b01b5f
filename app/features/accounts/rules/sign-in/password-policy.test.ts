import { describe, expect, test } from "vitest";
import { passwordDemands, passwordFault } from "./password-policy.ts";

describe("the password policy", () => {
  test("requires a length, counted as the sign-in service counts", () => {
    const usual = { minLength: 6, maxLength: 128 };
    expect(passwordFault("12345", usual)).toBe("Your password must have at least 6 characters.");
    expect(passwordFault("123456", usual)).toBeNull();
    expect(passwordFault("x".repeat(129), usual)).toBe("Your password must have at most 128 characters.");
    expect(passwordFault("x".repeat(1_000), { minLength: 6 })).toBeNull();
    expect(passwordDemands("x".repeat(1_000), { minLength: 6 })).toEqual([
      { text: "At least 6 characters", met: true },
    ]);
    expect(passwordFault("x".repeat(4_097), { minLength: 6 })).toBe("Your password must have at most 4096 characters.");
  });

  test("can require kinds of characters, and names each missing one", () => {
    const all = { minLength: 6, lowercase: true, uppercase: true, numeric: true, nonAlphanumeric: true };
    expect(passwordFault("abcdef", all)).toBe("Your password must have an uppercase letter, a number, and a symbol.");
    expect(passwordFault("äÖ3-xyz", all)).toBeNull();
    expect(
      passwordDemands("ABC", all)
        .filter((d) => d.met)
        .map((d) => d.text),
    ).toEqual(["An uppercase letter"]);
  });
});
