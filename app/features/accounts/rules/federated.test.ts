import { describe, expect, test } from "vitest";
import { endOf, federatedProblem, flowOf, isAllowedAddress, readAnswer } from "./federated.ts";

const FLOW = "0123456789abcdef01234567";

describe("the provider's window", () => {
  test("only an address of a listed domain may sign in, not of a subdomain or a similar one", () => {
    const domains = ["university.test", "press.test"];
    for (const email of ["lena@university.test", "LENA@PRESS.TEST"])
      expect(isAllowedAddress(email, domains)).toBe(true);
    for (const email of [
      "lena@staff.university.test",
      "lena@notuniversity.test",
      "lena@university.test.evil.example",
      "university.test",
      "@university.test",
      "",
      "lena@university.test@evil.example",
    ])
      expect(isAllowedAddress(email, domains)).toBe(false);
  });

  test("a page listens only to its own window, and stays on its own site", () => {
    expect(readAnswer({ flow: FLOW, to: "/my-orders?q=1" }, FLOW)).toEqual({ flow: FLOW, to: "/my-orders?q=1" });
    expect(readAnswer({ flow: FLOW, end: "refused" }, FLOW)).toEqual({ flow: FLOW, end: "refused" });
    for (const message of [
      { flow: "another", to: "/" },
      { flow: FLOW, to: "//evil.example" },
      { flow: FLOW, to: "/\\evil.example" },
      { flow: FLOW, to: "https://evil.example" },
      { flow: FLOW, to: "javascript:alert(1)" },
      { flow: FLOW, end: "something" },
      { flow: FLOW },
      null,
      "text",
    ])
      expect(readAnswer(message, FLOW)).toBeNull();
  });

  test("a window's name has one format", () => {
    expect(flowOf(FLOW)).toBe(FLOW);
    for (const it of [null, "", "short", "</script><script>", "A".repeat(24), "a".repeat(41)])
      expect(flowOf(it)).toBeNull();
  });

  test("every outcome has a message, and each of the provider's errors has an outcome", () => {
    expect(endOf("access_denied")).toBe("refused");
    expect(endOf("account_not_linked")).toBe("not-linked");
    expect(endOf("unauthorized-domain")).toBe("unauthorized-domain");
    expect(endOf("state_mismatch")).toBe("failed");
    expect(endOf("")).toBe("failed");
    for (const end of [
      "popup-closed-by-user",
      "cancelled-popup-request",
      "unauthorized-domain",
      "network-request-failed",
      "user-disabled",
      "refused",
      "not-linked",
      "not-verified",
      "failed",
    ] as const) {
      const { message, advice } = federatedProblem(end, "University login");
      expect(message).toMatch(/\.$/);
      expect(advice).toMatch(/\.$/);
    }
  });
});
