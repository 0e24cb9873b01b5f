import { describe, expect, test } from "vitest";
import { domainOfAddress, domainTyped, isProvedBy, proofRecord } from "./domain.ts";

describe("a typed domain", () => {
  test.each([
    ["Example.EDU", "example.edu"],
    [" someone@cs.example.edu ", "cs.example.edu"],
    ["https://www.example.edu/people?all", "www.example.edu"],
    ["@example.edu", "example.edu"],
    ["universität.example", "xn--universitt-y5a.example"],
  ])("%s is %s", (typed, domain) => expect(domainTyped(typed)).toBe(domain));

  test.each(["", "example", "example..edu", "-a.example", "10.0.0.1", "a b.example", `${"a".repeat(300)}.example`])(
    "%s is none",
    (typed) => expect(domainTyped(typed)).toBeNull(),
  );

  test("is what follows the last @ of an address", () => {
    expect(domainOfAddress("A.Person@Example.edu")).toBe("example.edu");
  });
});

test("a record proves a domain in one part or several, and nothing else does", () => {
  const { host, value } = proofRecord({ domain: "example.edu", token: "abc" });
  expect(host).toBe("_stet-challenge.example.edu");
  expect(isProvedBy(value, [["v=spf1 -all"], [value]])).toBe(true);
  expect(isProvedBy(value, [[value.slice(0, 5), value.slice(5)]])).toBe(true);
  expect(isProvedBy(value, [[`${value}x`], [value.toUpperCase()], []])).toBe(false);
});
