import { expect, test } from "vitest";
import { lanesOf, loadKindOf, togetherOf } from "./load-limits.ts";

const asked = { method: "GET", path: "/dashboard", signedIn: false, isArriving: false, isKnownPage: false };

test("a request's kind comes from who asks for what", () => {
  expect(loadKindOf({ ...asked, path: "/healthz" })).toBeNull();
  expect(loadKindOf({ ...asked, path: "/readyz" })).toBeNull();
  expect(loadKindOf({ ...asked, path: "/api/webhooks/stripe", method: "POST", isArriving: true })).toBe("money");
  expect(loadKindOf({ ...asked, path: "/", isKnownPage: true })).toBe("page");
  expect(loadKindOf({ ...asked, signedIn: true })).toBe("read");
  expect(loadKindOf({ ...asked, signedIn: true, method: "POST" })).toBe("write");
  expect(loadKindOf(asked)).toBe("visitorRead");
  expect(loadKindOf({ ...asked, method: "POST", path: "/signin" })).toBe("visitorWrite");
  expect(loadKindOf({ ...asked, method: "PATCH", path: "/api/files/fil_1", signedIn: true, isArriving: true })).toBe(
    "transfer",
  );
});

test("limits follow from the database's pool, and even the smallest process does one of each kind", () => {
  expect([togetherOf(10), togetherOf(3), togetherOf(2)]).toEqual([8, 1, 1]);
  for (const lane of Object.values(lanesOf(1))) {
    expect(lane.atOnce).toBeGreaterThanOrEqual(1);
    expect(lane.waiting).toBeGreaterThan(0);
  }
  const { money, write, read, visitorRead } = lanesOf(8);
  expect(money.waiting).toBeGreaterThan(write.waiting);
  expect(read.waiting, "200 people at once").toBeGreaterThanOrEqual(200);
  expect(money.waitMs).toBeGreaterThan(write.waitMs);
  expect(write.waitMs).toBeGreaterThan(read.waitMs);
  expect(read.waitMs).toBeGreaterThan(visitorRead.waitMs);
});
