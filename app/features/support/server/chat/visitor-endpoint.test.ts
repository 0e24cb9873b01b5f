import { expect, test } from "vitest";
import { type CastName, personOf } from "#db/seed/cast.ts";
import { visitorFor } from "./visitor-endpoint.ts";

const ORIGINS = { app: "https://stet-app.example" };

test.each<[CastName, string, string, string]>([
  ["ada", "/admin", "/admin/support", "Support tickets"],
  ["sam", "/support-desk", "/support-desk/threads", "Support threads"],
  ["jonas", "/editor", "/editor/support", "Support tickets"],
  ["amara", "/dashboard", "/support", "Support tickets"],
])(
  "%s has their home at %s, and their bubble on a public page leads to %s, both on the app",
  (who, home, to, label) => {
    expect(visitorFor(personOf(who), "/pricing", ORIGINS)).toEqual({
      home: ORIGINS.app + home,
      help: { to: ORIGINS.app + to, label },
      leave: null,
    });
  },
);

test("an unverified person has the contact form, and leaves pages they may not view", () => {
  const uma = personOf("uma");
  const help = { to: "/contact", label: "Contact support" };
  for (const at of ["/", "/about", "/contact", "/terms"])
    expect(visitorFor(uma, at, ORIGINS)).toEqual({ home: null, help, leave: null });
  expect(visitorFor(uma, "/pricing", ORIGINS)).toEqual({
    home: null,
    help,
    leave: "https://stet-app.example/signup?from=%2Fpricing",
  });
});

test("nobody is recognized without a session", () => {
  expect(visitorFor({ kind: "guest", guestKeyHash: "x" }, "/", ORIGINS)).toBeNull();
});
