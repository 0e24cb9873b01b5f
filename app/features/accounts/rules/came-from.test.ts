import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cameFrom, carrying } from "./came-from.ts";

describe("the path someone came from", () => {
  test.each(["/order/new/form", "/my-orders?page=2&sort=due", "/order/ord_1#messages", "/"])("%s is kept", (path) =>
    expect(cameFrom(path)).toBe(path),
  );

  test.each([
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "evil.example",
    "",
    "/.//evil.example",
    "/x/..//evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    " /dashboard",
    "/%0d%0aSet-Cookie:x\r\n",
    "/api/auth/sign-out",
    "/signin",
    "/signup?from=/x",
    "/SIGNIN",
  ])("%j is dropped", (path) => expect(cameFrom(path)).toBeNull());

  test("any input keeps the browser on this site", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "evil.example",
      "@",
      ":",
      "%2f",
      "%5c",
      "\t",
      "\n",
      "?",
      "#",
      "a",
      "http:",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 9 }).map((p) => `/${p.join("")}`),
          fc.string(),
        ),
        (text) => {
          const path = cameFrom(text);
          if (path !== null) {
            expect(new URL(path, "https://stet.example/signin").origin).toBe("https://stet.example");
            expect(cameFrom(path)).toBe(path);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("is carried in one query parameter", () => {
    expect(new URLSearchParams(carrying("/signin", "/my-orders?page=2&q=x").split("?")[1]).get("from")).toBe(
      "/my-orders?page=2&q=x",
    );
    expect(carrying("/signin", null)).toBe("/signin");
  });
});
