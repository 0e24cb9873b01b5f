import { describe, expect, test } from "vitest";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type LiveChat, bubbleFace, countText } from "./bubble.ts";

const NOBODY = { emailVerified: true, isAdmin: false, isSupport: false, isEditor: false };
const UMA = { ...NOBODY, emailVerified: false };
const SELF: LiveChat = { kind: "self" };
const OFF: LiveChat = { kind: "off" };
const EMBED: LiveChat = { kind: "embed", script: "https://chat.example/x.js" };
const ORDER = newId("order");

/** A bubble face on one line: its kind and its link. */
function line(...[session, path, chat]: Parameters<typeof bubbleFace>): string {
  const face = bubbleFace(session, path, chat);
  if (face.kind === "menu") return `menu ${face.items.map((it) => `${it.label}=${it.to}`).join(" ")}`;
  return face.kind === "chat" ? `${face.chat.kind} ${face.to}` : `link ${face.to} ${face.count ?? "-"}`;
}

describe("a visitor's bubble", () => {
  test.each([
    ["/", SELF, "self /contact"],
    ["/pricing", SELF, "self /contact"],
    ["/blog/some-post", SELF, "self /contact"],
    ["/signin", SELF, "self /contact"],
    ["/order/new", SELF, "self /contact"],
    ["/", EMBED, "embed /contact"],
    ["/", OFF, "link /contact -"],
    // Not a public path: an error page or an unknown page.
    ["/order/new/form", SELF, "link /contact -"],
    ["/dashboard", SELF, "link /contact -"],
    ["/no-such-page", SELF, "link /contact -"],
    ["/admin", EMBED, "link /contact -"],
    // A third-party script must not read keys in URLs.
    ["/contact/reply/tkt_1.x.y", EMBED, "link /contact -"],
    ["/contact/confirm/hem_1.x.y", EMBED, "link /contact -"],
    ["/integrity/verify/STET-1", EMBED, "link /contact -"],
    ["/signin/reset", EMBED, "link /contact -"],
    ["/signup/verify", EMBED, "link /contact -"],
    ["/contact/reply/tkt_1.x.y", SELF, "self /contact"],
  ] as const)("at %s", (path, chat, expected) => expect(line(null, path, chat)).toBe(expected));
});

describe("a signed-in user's bubble", () => {
  test.each([
    ["unverified, on a public path", UMA, "/", "link /contact -"],
    ["client", NOBODY, "/dashboard", "menu Support tickets=/support Order messages=/my-orders"],
    [
      "client at an order",
      NOBODY,
      `/order/${ORDER}`,
      `menu Support tickets=/support Order messages=/order/${ORDER}#messages`,
    ],
    [
      "client rating an order",
      NOBODY,
      `/order/${ORDER}/rate`,
      `menu Support tickets=/support Order messages=/order/${ORDER}#messages`,
    ],
    ["client starting an order", NOBODY, "/order/new", "menu Support tickets=/support Order messages=/my-orders"],
    [
      "client at a URL that only looks like an order",
      NOBODY,
      "/order/ord_%2F%2Fevil.example",
      "menu Support tickets=/support Order messages=/my-orders",
    ],
    ["client on a public path", NOBODY, "/", "menu Support tickets=/support Order messages=/my-orders"],
    [
      "editor",
      { ...NOBODY, isEditor: true },
      "/editor",
      "menu Support tickets=/editor/support Assigned orders=/editor/orders",
    ],
    [
      "editor at an order",
      { ...NOBODY, isEditor: true },
      `/editor/orders/${ORDER}`,
      `menu Support tickets=/editor/support Assigned orders=/editor/orders/${ORDER}`,
    ],
    [
      "editor at a client's address",
      { ...NOBODY, isEditor: true },
      `/order/${ORDER}`,
      "menu Support tickets=/editor/support Assigned orders=/editor/orders",
    ],
    ["support", { ...NOBODY, isSupport: true }, "/support-desk", "link /support-desk/threads supportTickets"],
    [
      "support who is also an editor",
      { ...NOBODY, isSupport: true, isEditor: true },
      "/editor",
      "link /support-desk/threads supportTickets",
    ],
    ["admin", { ...NOBODY, isAdmin: true, isSupport: true }, "/admin", "link /admin/support supportTickets"],
    [
      "admin at a client's order",
      { ...NOBODY, isAdmin: true },
      `/order/${ORDER}`,
      "link /admin/support supportTickets",
    ],
  ] as const)("%s, for every kind of chat", (_who, session, path, expected) => {
    for (const chat of [SELF, OFF, EMBED]) expect(line(session, path, chat)).toBe(expected);
  });
});

test("shows counts up to 99", () => {
  expect([0, -1, 1, 99, 100, 500].map(countText)).toEqual(["", "", "1", "99", "99+", "99+"]);
});
