import { expect, test } from "vitest";
import type { Person } from "./actor.ts";
import { CLOCK, NOBODY } from "./actor.ts";
import { DUTIES, type Duty, may, only } from "./duties.ts";

const person = (roles: Partial<Person>): Person => ({
  kind: "person",
  uid: "u_1",
  email: "u@example.com",
  emailVerified: true,
  displayName: "U",
  role: "client",
  isAdmin: false,
  isEditor: false,
  isSupport: false,
  photoURL: null,
  claims: {},
  timeZone: null,
  ...roles,
});
const all = Object.keys(DUTIES) as Duty[];
const of = (actor: Parameters<typeof may>[0]): Duty[] => all.filter((duty) => may(actor, duty));

test("admins have every duty, the others theirs, and nobody else works here", () => {
  expect(of(person({ isAdmin: true }))).toEqual(all);
  expect(of(person({ isSupport: true }))).toEqual(["care", "articles"]);
  expect(of(person({ claims: { finance: true } }))).toEqual(["money"]);
  expect(of(person({ claims: { content: true } }))).toEqual(["articles", "legalDrafts", "announcements"]);
  expect(of(person({ isEditor: true }))).toEqual([]);
  expect(of(person({}))).toEqual([]);
  expect([...of(CLOCK), ...of(NOBODY)]).toEqual([]);
});

test("an address that isn't verified has no duty", () => {
  expect(of(person({ isAdmin: true, isSupport: true, emailVerified: false }))).toEqual([]);
});

test("a refusal names who may", () => {
  expect(only("policy", "change the policy")).toBe("Only admins can change the policy.");
  expect(only("money", "approve payouts")).toBe("Only admins and the finance team can approve payouts.");
  expect(only("articles", "manage articles")).toBe(
    "Only admins, the support team, and the content team can manage articles.",
  );
});
