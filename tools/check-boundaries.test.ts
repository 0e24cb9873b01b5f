import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { checkBoundaries, importsOf, objection, ROOM_FILES, fullRooms, roleObjection } from "./check-boundaries.ts";

const value = (from: string, target: string) => objection(from, { target, typeOnly: false });
const type = (from: string, target: string) => objection(from, { target, typeOnly: true });

describe("the dependency rule refuses", () => {
  test.each([
    [
      "rules that import a server",
      "app/features/orders/rules/flow.ts",
      "app/features/orders/server/views/find-order.ts",
      "rules import only rules",
    ],
    [
      "rules that import the interface",
      "app/features/orders/rules/flow.ts",
      "app/features/orders/ui/timeline.tsx",
      "rules import only rules",
    ],
    ["rules that read the disk", "app/features/documents/rules/readers/words.ts", "node:fs", "rules are pure"],
    ["rules that use React", "app/features/documents/rules/readers/words.ts", "react", "rules are pure"],
    ["rules that write SQL", "app/features/documents/rules/readers/words.ts", "kysely", "rules are pure"],
    ["rules that know the tables", "app/features/orders/rules/flow.ts", "db/schema.ts", "outside the application"],
    [
      "rules of a lower feature that import a higher one's",
      "app/features/pricing/rules/price.ts",
      "app/features/orders/rules/flow.ts",
      "orders is above pricing",
    ],
    [
      "a server that looks up the ladder",
      "app/features/orders/server/lifecycle/deliver-order.ts",
      "app/features/payments/server/refund.ts",
      "payments is above orders",
    ],
    [
      "an interface that looks up the ladder",
      "app/features/editors/ui/card.tsx",
      "app/features/backoffice/ui/table.tsx",
      "backoffice is above editors",
    ],
    [
      "a server that imports a screen",
      "app/features/orders/server/lifecycle/deliver-order.ts",
      "app/features/orders/screens/order.tsx",
      "screens are leaves",
    ],
    [
      "a server that imports a shell",
      "app/features/orders/server/lifecycle/deliver-order.ts",
      "app/shells/app.tsx",
      "shells are leaves",
    ],
    [
      "a screen that imports another feature's screen",
      "app/features/orders/screens/order.tsx",
      "app/features/payments/screens/paid.tsx",
      "screens are leaves",
    ],
    [
      "a server that imports an interface",
      "app/features/orders/server/lifecycle/deliver-order.ts",
      "app/features/orders/ui/timeline.tsx",
      "does not depend on what is shown",
    ],
    [
      "a server that imports the design system",
      "app/features/orders/server/lifecycle/deliver-order.ts",
      "app/ui/button.tsx",
      "does not depend on what is shown",
    ],
    [
      "an interface that imports a server",
      "app/features/orders/ui/timeline.tsx",
      "app/features/orders/server/views/find-order.ts",
      "may not reach the browser",
    ],
    [
      "an interface that imports the platform's server",
      "app/features/orders/ui/timeline.tsx",
      "app/platform/server/core/database.ts",
      "may not reach the browser",
    ],
    [
      "a design system that imports a server",
      "app/ui/button.tsx",
      "app/platform/server/core/log.ts",
      "may not reach the browser",
    ],
    [
      "a design system that knows a feature",
      "app/ui/button.tsx",
      "app/features/orders/rules/flow.ts",
      "knows no feature",
    ],
    [
      "browser code of the platform that imports its server",
      "app/platform/browser/live/live.ts",
      "app/platform/server/live/live.ts",
      "may not reach the browser",
    ],
    ["browser code that imports Node", "app/platform/browser/live/live.ts", "node:crypto", "runs in the browser"],
    [
      "the browser's entry that imports a server",
      "app/entry.client.tsx",
      "app/platform/server/core/config.ts",
      "may not reach the browser",
    ],
    [
      "a platform that knows a feature",
      "app/platform/server/core/facts.ts",
      "app/features/orders/rules/facts.ts",
      "knows no feature",
    ],
    [
      "platform rules that import the platform's server",
      "app/platform/rules/core/money.ts",
      "app/platform/server/core/database.ts",
      "rules import only rules",
    ],
    [
      "a feature that imports a map",
      "app/features/orders/server/lifecycle/deliver-order.ts",
      "app/reactions.ts",
      "import the maps",
    ],
    [
      "a server that imports the process",
      "app/features/orders/server/lifecycle/deliver-order.ts",
      "boot/testing/database.ts",
      "outside the application",
    ],
    [
      "a server that uses what is made for tests",
      "app/features/orders/server/lifecycle/deliver-order.ts",
      "app/features/accounts/testing/session-cookie.ts",
      "only tests",
    ],
    [
      "a feature without a place on the ladder",
      "app/features/misc/server/things.ts",
      "app/platform/rules/core/ids.ts",
      "no place on the ladder",
    ],
    [
      "an import of a feature without a place on the ladder",
      "app/features/orders/server/lifecycle/deliver-order.ts",
      "app/features/misc/rules/things.ts",
      "no place on the ladder",
    ],
  ])("%s", (_name, from, target, reason) => {
    expect(value(from, target)).toContain(reason);
  });

  test("a type from a higher feature, because knowing it is already a dependency", () => {
    expect(
      type("app/features/orders/server/lifecycle/deliver-order.ts", "app/features/payments/rules/refund.ts"),
    ).toContain("is above");
  });
});

describe("the dependency rule allows", () => {
  test.each([
    ["app/features/payments/server/refund.ts", "app/features/orders/server/lifecycle/move-order.ts"],
    ["app/features/payments/server/refund.ts", "db/schema.ts"],
    ["app/features/orders/rules/flow.ts", "app/platform/rules/core/flow.ts"],
    ["app/features/documents/rules/unzip.ts", "fflate"],
    ["app/features/accounts/screens/dashboard.tsx", "app/features/backoffice/server/list-work.ts"],
    ["app/shells/app.tsx", "app/features/notifications/ui/bell.tsx"],
    ["app/features/orders/screens/order.tsx", "app/context.ts"],
    ["app/reactions.ts", "app/features/payments/server/refund.ts"],
    ["app/features/orders/ui/timeline.tsx", "app/ui/mark.tsx"],
  ])("%s to import %s", (from, target) => {
    expect(value(from, target)).toBeNull();
  });

  test("an interface importing the type that its server returns", () => {
    expect(type("app/features/orders/ui/timeline.tsx", "app/features/orders/server/views/find-order.ts")).toBeNull();
  });
});

test("every form of import is found, and comments are ignored", () => {
  const source = `
import type { A } from "./a.ts";
import b, { type B } from "../rules/b.ts";
import {
  c,
  d,
} from "#app/platform/rules/c.ts";
import * as e from 'node:fs';
import "./style.css";
export { f } from "./f.ts";
export type { G } from "./g.ts";
export * from "./h.ts";
// import x from "./commented.ts";
/* import y from "./commented.ts"; */
const later = () => import("./later.ts");
const words = 'import nothing from here';
`;
  expect(importsOf("app/features/orders/server/deliver.ts", source)).toEqual([
    { target: "app/features/orders/server/a.ts", typeOnly: true },
    { target: "app/features/orders/rules/b.ts", typeOnly: false },
    { target: "app/platform/rules/c.ts", typeOnly: false },
    { target: "node:fs", typeOnly: false },
    { target: "app/features/orders/server/f.ts", typeOnly: false },
    { target: "app/features/orders/server/g.ts", typeOnly: true },
    { target: "app/features/orders/server/h.ts", typeOnly: false },
    { target: "app/features/orders/server/style.css", typeOnly: false },
    { target: "app/features/orders/server/later.ts", typeOnly: false },
  ]);
});

test("a project with violations is reported file by file, except its tests", () => {
  const root = mkdtempSync(path.join(os.tmpdir(), "stet-boundaries-"));
  try {
    mkdirSync(path.join(root, "app/features/orders/rules"), { recursive: true });
    writeFileSync(path.join(root, "app/features/orders/rules/flow.ts"), 'import { pool } from "../server/pool.ts";\n');
    writeFileSync(
      path.join(root, "app/features/orders/rules/flow.test.ts"),
      'import { pool } from "../server/pool.ts";\n',
    );
    expect(checkBoundaries(root)).toEqual({
      files: 1,
      full: [],
      roles: [],
      violations: [
        {
          file: "app/features/orders/rules/flow.ts",
          target: "app/features/orders/server/pool.ts",
          reason: "rules import only rules",
        },
      ],
    });
  } finally {
    rmSync(root, { recursive: true });
  }
});

test("a folder with more files than the limit is named", () => {
  const files = (room: string, count: number) => Array.from({ length: count }, (_, i) => `${room}/file-${i}.ts`);
  expect(fullRooms([...files("app/features/orders/server", ROOM_FILES), ...files("app/ui", ROOM_FILES)])).toEqual([]);
  expect(fullRooms(files("app/features/orders/server", ROOM_FILES + 1))).toEqual([
    "app/features/orders/server has 31 files, more than 30: give it folders by activity",
  ]);
});

test("asking for a role outside the rules is named; rows of accounts may have flags", () => {
  expect(roleObjection("app/features/orders/server/a.ts", "if (!actor.isAdmin) return;")).toContain("actor.isAdmin");
  expect(roleObjection("app/shells/a.tsx", "session?.isSupport")).toContain("session?.isSupport");
  expect(roleObjection("app/features/orders/server/a.ts", "(ctx.actor as Person).isAdmin")).not.toBeNull();
  expect(roleObjection("app/features/orders/rules/a.ts", "actor.isAdmin")).toBeNull();
  expect(roleObjection("app/features/orders/server/a.ts", 'row.isAdmin, "u.isAdmin", may(actor, "money")')).toBeNull();
});
