import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { SealError, currentKeyVersion, seal, unseal } from "./sealing.ts";

const one = new Map([[1, randomBytes(32)]]);
const both = new Map([...one, [2, randomBytes(32)]]);
const passport = Buffer.from("Passport of Noor Haddad, number X123456");

describe("sealed bytes", () => {
  test("can be opened with the key and read by nobody without it", () => {
    const sealed = seal(passport, "kfl_1", one);
    expect(unseal(sealed, "kfl_1", one).equals(passport)).toBe(true);
    expect(sealed.includes("Noor")).toBe(false);
    expect(() => unseal(sealed, "kfl_1", new Map([[1, randomBytes(32)]]))).toThrow("Changed");
    expect(() => unseal(sealed, "kfl_1", new Map([[3, randomBytes(32)]]))).toThrow("Key version 1");
  });
  test("are different every time", () => {
    expect(seal(passport, "kfl_1", one).equals(seal(passport, "kfl_1", one))).toBe(false);
  });
  test("can't be changed or passed off as somebody else's", () => {
    const sealed = seal(passport, "kfl_1", one);
    expect(() => unseal(sealed, "kfl_2", one)).toThrow("sealed for something else");
    for (const at of [6, 8, 20, 34, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => unseal(changed, "kfl_1", one), `byte ${at}`).toThrow(SealError);
    }
    expect(() => unseal(sealed.subarray(0, 10), "kfl_1", one)).toThrow("Not sealed");
    expect(() => unseal(passport, "kfl_1", one)).toThrow("Not sealed");
  });
  test("use the newest key, and older ones can still decrypt", () => {
    const old = seal(passport, "kfl_1", one);
    expect(currentKeyVersion(both)).toBe(2);
    expect(unseal(old, "kfl_1", both).equals(passport)).toBe(true);
    expect(() => unseal(seal(passport, "kfl_1", both), "kfl_1", one)).toThrow("Key version 2");
  });
});
