import { describe, expect, test } from "vitest";
import {
  FEDERATED_ENDS,
  endOf,
  federatedProblem,
  flowOf,
  isAllowedAddress,
  provenAddress,
  readAnswer,
} from "./federated.ts";
import { isOrcid } from "./orcid.ts";

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
    for (const end of FEDERATED_ENDS) {
      const { message, advice } = federatedProblem(end, "University login");
      expect(message).toMatch(/\.$/);
      expect(advice).toMatch(/\.$/);
    }
  });
});

describe("an address that a provider proves", () => {
  const GOOGLE = { kind: "google", allowedDomains: null } as const;
  const MICROSOFT = { kind: "microsoft", allowedDomains: null } as const;
  const OWN = { kind: "oidc", allowedDomains: ["university.test"] } as const;
  test.each([
    [GOOGLE, { email: "Lena@Gmail.com", email_verified: true }, "lena@gmail.com"],
    [GOOGLE, { email: "lena@lab.test", email_verified: true, hd: "lab.test" }, "lena@lab.test"],
    [GOOGLE, { email: "lena@lab.test", email_verified: true }, null],
    [GOOGLE, { email: "lena@lab.test", email_verified: true, hd: "" }, null],
    [GOOGLE, { email: "lena@gmail.com", email_verified: false }, null],
    [GOOGLE, { email: "lena@gmail.com.evil.test", email_verified: true }, null],
    [MICROSOFT, { email: "lena@lab.test", xms_edov: true }, "lena@lab.test"],
    [MICROSOFT, { email: "lena@lab.test", xms_edov: "1" }, "lena@lab.test"],
    [MICROSOFT, { email: "lena@lab.test", email_verified: true }, null],
    [MICROSOFT, { email: "lena@lab.test", xms_edov: false }, null],
    [OWN, { email: "lena@university.test", email_verified: true }, "lena@university.test"],
    [OWN, { email: "lena@university.test" }, null],
    [OWN, { email: "lena@lab.test", email_verified: true }, null],
    [{ kind: "orcid", allowedDomains: null } as const, { email: "lena@lab.test", email_verified: true }, null],
    [GOOGLE, { email: "@gmail.com", email_verified: true }, null],
    [GOOGLE, { email: ["lena@gmail.com"], email_verified: true }, null],
  ])("%o: %o", (provider, claims, proven) => {
    expect(provenAddress(provider, claims)).toBe(proven);
  });
});

test("an ORCID iD has a check digit", () => {
  for (const it of ["0000-0002-1825-0097", "0000-0001-5109-3700", "0000-0002-1694-233X"])
    expect(isOrcid(it)).toBe(true);
  for (const it of ["0000-0002-1825-0098", "0000-0002-1694-2330", "0000000218250097", "0000-0002-1825-009", "", "x"])
    expect(isOrcid(it)).toBe(false);
});
