import { sql } from "kysely";
import pg from "pg";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { deliveredCopy, orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { actorContext } from "#app/context.ts";
import { resolveActor } from "#app/features/accounts/server/sign-in/resolve-actor.ts";
import { sessionCookie } from "#app/features/accounts/testing/session-cookie.ts";
import { answerQuery } from "#app/features/messages/server/answer-query.ts";
import { askQuery } from "#app/features/messages/server/ask-query.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { policyOfVersion } from "#app/features/policy/server/read-policy.ts";
import * as adminOrder from "#app/features/orders/screens/admin-order.tsx";
import * as clientOrder from "#app/features/orders/screens/client-order.tsx";
import * as editorOrder from "#app/features/orders/screens/editor-order.tsx";
import * as deskThread from "#app/features/support/screens/desk-thread.tsx";
import { database } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import * as root from "./root.tsx";
import * as appShell from "./shells/app.tsx";
import * as staffShell from "./shells/staff.tsx";

/** Everyone with an order's page open reloads it on every event of the order. */
const MOST = 10;

vi.mock("./shells/pages.ts", () => ({ existingPages: () => Promise.resolve(new Set(["/dashboard", "/editor"])) }));

let world: TestWorld;
const cookies = new Map<Viewer, string>();
let statements: string[] | null = null;

beforeAll(async () => {
  world = await openWorld();
  // A process reads each version of the policy once.
  await policyOfVersion(null);
  for (const who of VIEWERS) cookies.set(who, await sessionCookie(who));
  const query = Reflect.get(pg.Client.prototype, "query") as (...all: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }];
    statements?.push(typeof first === "string" ? first : first.text);
    return query.apply(this, args) as never;
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await world.close();
});

type Viewer = "amara" | "jonas" | "sam" | "ada";
const VIEWERS: readonly Viewer[] = ["amara", "jonas", "sam", "ada"];
type Loader = (args: never) => unknown;
type Opened = { path: string; shell: { loader: Loader }; screen: { loader: Loader }; params: Record<string, string> };

/** The order page for each viewer: the author's, the editor's, the support desk's, and the admins'. */
const PAGES: Readonly<Record<Viewer, (id: string) => Opened>> = {
  amara: (id) => ({ path: `/order/${id}`, shell: appShell, screen: clientOrder, params: { orderId: id } }),
  jonas: (id) => ({ path: `/editor/orders/${id}`, shell: appShell, screen: editorOrder, params: { orderId: id } }),
  sam: (id) => ({
    path: `/support-desk/threads/${id}`,
    shell: staffShell,
    screen: deskThread,
    params: { threadId: id },
  }),
  ada: (id) => ({ path: `/admin/orders/${id}`, shell: staffShell, screen: adminOrder, params: { orderId: id } }),
};

/** Loads a page like a request, from the session to the last loader. Returns the screen's data and every statement. */
async function load(who: Viewer, { path, shell, screen, params }: Opened) {
  const request = new Request(`http://localhost:3000${path}`, { headers: { cookie: cookies.get(who)! } });
  // The first request after five minutes also marks the session as seen.
  await database()
    .updateTable("auth_session")
    .set({ lastSeenAt: new Date(0) })
    .execute();
  statements = [];
  try {
    const context = new RouterContextProvider();
    context.set(actorContext, await resolveActor(request));
    const args = { request, context, params, url: new URL(request.url) } as never;
    const loaders = [root.loader as Loader, shell.loader, screen.loader];
    const [, , data] = await Promise.all(loaders.map(async (loader) => loader(args)));
    return { data: data as Record<string, unknown>, sent: statements };
  } finally {
    statements = null;
  }
}

const editorOf = async (orderId: string) =>
  (await database().selectFrom("orders").select("assignedTo").where("id", "=", orderId).executeTakeFirstOrThrow())
    .assignedTo;

/** Opens an order's page as everyone who may. Admins also open the author's, and support also opens the admins'. */
async function expectFew(orderId: string, query = ""): Promise<void> {
  const editor = await editorOf(orderId);
  const visits = VIEWERS.flatMap((who): [Viewer, Opened][] =>
    who === "jonas" && editor !== CAST.jonas.uid ? [] : [[who, PAGES[who](orderId)]],
  );
  visits.push(["ada", PAGES.amara(orderId)], ["sam", PAGES.ada(orderId)]);
  for (const [who, page] of visits) {
    const path = page.path + (page.screen === deskThread ? "" : query);
    const { sent } = await load(who, { ...page, path });
    expect(sent.length, `${who} at ${path}:\n${sent.map((one) => one.slice(0, 200)).join("\n")}`).toBeLessThanOrEqual(
      MOST,
    );
    expect(sent.filter((one) => one.includes("auth_session")).length, "the session counts too").toBeGreaterThan(0);
  }
}

/** Messages of every kind: an answered question, an open one, and a plain message. */
async function talk(orderId: string): Promise<void> {
  const [amara, jonas] = [personOf("amara"), personOf("jonas")];
  const { id } = await askQuery(jonas, { orderId, body: "Which year?" });
  await answerQuery(amara, { orderId, queryId: id, body: "1998." });
  await askQuery(jonas, { orderId, body: "Which site?" });
  await postMessage(amara, { orderId, body: "Thank you." });
}

describe(`a page of an order sends at most ${MOST} statements`, () => {
  test("before payment", async () => {
    for (const status of ["draft", "quoted"] as const) await expectFew((await orderIn(status)).id);
  });

  test("while it looks for an editor, with every candidate for an admin", async () => {
    const { id } = await orderIn("paid");
    await expectFew(id);
    const { data } = await load("ada", PAGES.ada(id));
    expect((data["candidates"] as unknown[]).length).toBeGreaterThan(0);
  });

  test("at work, with questions", async () => {
    const { id } = await orderIn("in_progress");
    await talk(id);
    await drainJobs();
    await expectFew(id);
    const { data } = await load("amara", PAGES.amara(id));
    expect(data["thread"]).toMatchObject({
      openQueries: 1,
      items: [
        { kind: "query", state: "answered" },
        { kind: "answer", answers: "Which year?" },
        { kind: "query", state: "open" },
        { kind: "message" },
      ],
    });
  });

  test("delivered, with its changes and a re-edit of it", async () => {
    const { orderId, fileId } = await deliveredCopy();
    // Support can open files only after being asked for help.
    await database().updateTable("orders").set({ helpAskedAt: NOON }).where("id", "=", orderId).execute();
    await expectFew(orderId);
    await expectFew(orderId, `?view=changes&file=${fileId}`);
    const { data } = await load("amara", {
      ...PAGES.amara(orderId),
      path: `/order/${orderId}?view=changes&file=${fileId}`,
    });
    expect(data["changes"]).toMatchObject({ fileId, problem: null });
    await database().updateTable("orders").set({ status: "in_revision" }).where("id", "=", orderId).execute();
    await expectFew(orderId, `?view=changes&file=${fileId}`);
    await database().updateTable("orders").set({ status: "accepted" }).where("id", "=", orderId).execute();
    const { id } = await orderIn("in_progress", { set: { reeditOf: orderId } });
    await expectFew(id);
    expect((await load("jonas", PAGES.jonas(id))).data["view"]).toMatchObject({ reEdit: { of: { id: orderId } } });
  });

  test("in every other state", async () => {
    for (const status of ["assigned", "qa_review", "accepted", "revision_requested", "cancelled", "on_hold"] as const)
      await expectFew((await orderIn(status)).id);
  });
});

test("the count includes every statement", async () => {
  statements = [];
  await Promise.all(Array.from({ length: 11 }, () => sql`select 1`.execute(world.db)));
  expect(statements).toHaveLength(11);
  statements = null;
});
