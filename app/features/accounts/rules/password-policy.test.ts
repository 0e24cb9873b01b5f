import { describe, expect, test } from "vitest";
import { passwordDemands, passwordFault } from "./password-policy.ts";

describe("the password policy", () => {
  test("asks for six characters and no more than 128", () => {
    expect(passwordFault("12345")).toBe("The password needs: at least 6 characters.");
    expect(passwordFault("123456")).toBeNull();
    expect(passwordFault("x".repeat(129))).toBe("The password needs: at most 128 characters.");
  });

  test("can ask for kinds of characters, and names each that is missing", () => {
    const all = { minLength: 6, lowercase: true, uppercase: true, numeric: true, nonAlphanumeric: true };
    expect(passwordFault("abcdef", all)).toBe("The password needs: an upper-case letter; a digit; a character that is neither letter nor digit.");
    expect(passwordFault("äÖ3-xyz", all)).toBeNull();
    expect(passwordDemands("ABC", all).filter((d) => d.met).map((d) => d.text)).toEqual(["An upper-case letter"]);
  });
});
