import { expect, test } from "vitest";
import { type Person, NOBODY } from "../core/actor.ts";
import { sessionFacts, sessionStamp, sessionState } from "./session.ts";

const somebody: Person = {
  kind: "person",
  uid: "usr_1",
  email: "a@example.org",
  emailVerified: true,
  displayName: "A",
  role: "editor",
  isAdmin: false,
  isEditor: true,
  isSupport: true,
  photoURL: null,
  claims: { editor: true, support: true },
  timeZone: "Europe/Berlin",
};

test("the session user has the specification's fields and no others", () => {
  expect(Object.keys(sessionFacts(somebody)!).toSorted()).toEqual([
    "claims",
    "displayName",
    "email",
    "emailVerified",
    "isAdmin",
    "isEditor",
    "isSupport",
    "photoURL",
    "role",
    "roleFlags",
    "uid",
  ]);
  expect(sessionFacts(somebody)!.roleFlags).toEqual({
    isAdmin: false,
    isEditor: true,
    isSupport: true,
    isClient: false,
  });
  expect(sessionFacts(NOBODY)).toBeNull();
});

test("a session is loading, signed out, signed in unverified or signed in verified", () => {
  const facts = sessionFacts(somebody)!;
  expect([
    sessionState(null, true),
    sessionState(facts, true),
    sessionState(null, false),
    sessionState({ ...facts, emailVerified: false }, false),
    sessionState(facts, false),
  ]).toEqual(["loading", "loading", "signed out", "signed in unverified", "signed in verified"]);
});

test("a stamp changes with a role, a verification or a sign-out, and with nothing else", () => {
  const stamp = sessionStamp(sessionFacts(somebody));
  expect(sessionStamp(sessionFacts({ ...somebody }))).toBe(stamp);
  expect(sessionStamp(sessionFacts({ ...somebody, timeZone: "UTC" }))).toBe(stamp);
  for (const change of [
    { isSupport: false },
    { isEditor: false, role: "client" as const },
    { emailVerified: false },
    { displayName: "B" },
  ])
    expect(sessionStamp(sessionFacts({ ...somebody, ...change }))).not.toBe(stamp);
  expect(sessionStamp(null)).not.toBe(stamp);
});
