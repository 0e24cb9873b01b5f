import { describe, expect, test } from "vitest";
import { faultsOf } from "#app/platform/rules/core/flow.ts";
import { NOBODY, type Person, type Role } from "#app/platform/rules/core/actor.ts";
import { announcementFlow } from "./announcement-flow.ts";
import { announcementLink, timeProblems } from "./announcement.ts";
import { announcementRoles, audienceTopic, badgeOf, categoriesOf, isInFeedOf, staffFeeds } from "./feeds.ts";
import { isExternal, targetOf } from "./notification-target.ts";
import { factWords } from "#app/fact-words.ts";
import { kindsIn } from "./notice-groups.ts";
import { isFiltered, readNotificationQuery } from "./notification-query.ts";

const person = (role: Role, roles: Partial<Person> = {}): Person => ({
  kind: "person",
  uid: "usr_x",
  email: "x@example.org",
  emailVerified: true,
  displayName: "X",
  role,
  isAdmin: role === "admin",
  isEditor: role === "editor",
  isSupport: false,
  photoURL: null,
  claims: {},
  timeZone: null,
  ...roles,
});

describe("who gets which notifications", () => {
  test.each([
    ["a client", person("client"), ["client"], []],
    ["an editor", person("editor"), ["editor"], []],
    ["an admin", person("admin"), ["admin"], ["admin", "finance"]],
    ["finance alone isn't a client", person("client", { claims: { finance: true } }), [], ["finance"]],
    ["content has no feed", person("client", { claims: { content: true } }), [], []],
    ["an editor who is also finance", person("editor", { claims: { finance: true } }), ["editor"], ["finance"]],
    ["support alone isn't a client", person("client", { isSupport: true }), ["support"], ["support"]],
    ["an editor who is also support", person("editor", { isSupport: true }), ["editor", "support"], ["support"]],
    [
      "an admin who is also support",
      person("admin", { isSupport: true }),
      ["admin", "support"],
      ["admin", "finance", "support"],
    ],
    [
      "an admin who is also an editor gets what admins get",
      person("admin", { isEditor: true }),
      ["admin"],
      ["admin", "finance"],
    ],
  ] as const)("%s", (_who, who, announced, staff) => {
    expect(announcementRoles(who)).toEqual(announced);
    expect(categoriesOf(who)).toEqual(["global", ...announced]);
    expect(staffFeeds(who)).toEqual(staff);
  });

  test("shows a row to its owner, role, or audience, and never to unverified people", () => {
    const own = { userId: "usr_x", forRole: null, category: null };
    const staff = { userId: null, forRole: "support", category: null };
    const editors = { userId: null, forRole: null, category: "editor" };
    const letter = { userId: null, forRole: null, category: null };
    expect([own, staff, editors, letter].map((row) => isInFeedOf(person("editor"), row))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(
      [own, staff, editors, letter].map((row) => isInFeedOf(person("client", { isSupport: true, uid: "usr_y" }), row)),
    ).toEqual([false, true, false, false]);
    expect([own, staff, editors].map((row) => isInFeedOf(person("editor", { emailVerified: false }), row))).toEqual([
      false,
      false,
      false,
    ]);
    expect(isInFeedOf(NOBODY, { userId: null, forRole: null, category: "global" })).toBe(false);
  });

  test("each audience has its own live topic", () => {
    expect([audienceTopic("global"), audienceTopic("editor")]).toEqual(["everyone", "role:editor"]);
  });
});

test("the badge counts items that need action, or unread order messages when there are none", () => {
  expect(
    badgeOf([
      { unread: true, severity: 1, type: "x" },
      { unread: true, severity: 2, type: "order_message" },
    ]),
  ).toBe(1);
  expect(
    badgeOf([
      { unread: true, severity: 2, type: "x" },
      { unread: true, severity: 2, type: "order_message" },
      { unread: false, severity: 0, type: "x" },
    ]),
  ).toBe(1);
  expect(
    badgeOf([
      { unread: true, severity: 0, type: "announcement" },
      { unread: true, severity: 1, type: "announcement" },
    ]),
  ).toBe(2);
});

test("a notification opens its link, or the order page for the reader's role", () => {
  const [order, linked, nothing] = [
    { link: null, orderId: "ord_1" },
    { link: "/my-payments", orderId: "ord_1" },
    { link: null, orderId: null },
  ];
  const [client, editor, admin] = [
    { isAdmin: false, isEditor: false },
    { isAdmin: false, isEditor: true },
    { isAdmin: true, isEditor: true },
  ];
  expect([client, editor, admin, null].map((reader) => targetOf(order, reader))).toEqual([
    "/order/ord_1",
    "/editor/orders/ord_1",
    "/admin/orders/ord_1",
    "/order/ord_1",
  ]);
  expect([linked, nothing].map((item) => targetOf(item, editor))).toEqual(["/my-payments", null]);
  expect(["https://example.org", "HTTP://example.org", "/pricing", "httpsx"].map(isExternal)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe("an announcement", () => {
  test("can reach an end from every state", () => {
    expect(faultsOf(announcementFlow)).toEqual([]);
  });

  test.each([
    ["/pricing", "/pricing"],
    ["/order/new?from=news#top", "/order/new?from=news#top"],
    ["https://example.org/a b", null],
    ["https://Example.org", "https://example.org/"],
    ["//example.org", null],
    ["/\\example.org", null],
    ["http://example.org", null],
    ["javascript:alert(1)", null],
    ["https://user:pass@example.org", null],
    ["https://localhost", null],
    ["pricing", null],
    ["", null],
  ])("link %j is stored as %j", (typed, kept) => {
    expect(announcementLink(typed)).toBe(kept);
  });

  test("starts in the future and ends after it starts", () => {
    const now = new Date("2026-11-21T12:00:00Z");
    const [before, soon, later] = [
      new Date("2026-11-21T11:00:00Z"),
      new Date("2026-11-21T13:00:00Z"),
      new Date("2026-11-21T14:00:00Z"),
    ];
    expect(timeProblems({ startsAt: null, expiresAt: null }, false, now)).toEqual({});
    expect(timeProblems({ startsAt: soon, expiresAt: later }, true, now)).toEqual({});
    expect(Object.keys(timeProblems({ startsAt: null, expiresAt: null }, true, now))).toEqual(["startsAt"]);
    expect(Object.keys(timeProblems({ startsAt: before, expiresAt: null }, true, now))).toEqual(["startsAt"]);
    expect(Object.keys(timeProblems({ startsAt: later, expiresAt: soon }, true, now))).toEqual(["expiresAt"]);
    expect(Object.keys(timeProblems({ startsAt: null, expiresAt: now }, false, now))).toEqual(["expiresAt"]);
    // A draft may have a past time, because drafts aren't published automatically.
    expect(timeProblems({ startsAt: before, expiresAt: null }, false, now)).toEqual({});
  });
});

describe("the list's URL", () => {
  const read = (search: string) => readNotificationQuery(new URLSearchParams(search));
  test("sets the filters and ignores unknown values", () => {
    expect(read("q=+soil+&unread=1&severity=0&about=orders&before=12")).toEqual({
      q: "soil",
      unread: true,
      severity: 0,
      about: "orders",
      before: 12,
    });
    expect(read("unread=yes&severity=7&about=everything&before=-1")).toEqual({
      q: "",
      unread: false,
      severity: null,
      about: null,
      before: null,
    });
    expect([read(""), read("before=5"), read("about=staff"), read("q=x")].map(isFiltered)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test("each group has kinds of facts", () => {
    expect(kindsIn(factWords, "messages")).toContain("message.posted");
    expect(kindsIn(factWords, "announcements")).toEqual([]);
  });
});
