import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { storeFile } from "#boot/testing/order-copies.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { type CastName, personOf } from "#db/seed/cast.ts";
import { endpoints } from "#app/endpoints.ts";
import { schedule } from "#app/schedule.ts";
import { type Person, CLOCK } from "#app/platform/rules/core/actor.ts";
import { sessionFacts, sessionStamp } from "#app/platform/rules/requests/session.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { topicsOf } from "#app/features/notifications/server/live-stream.ts";
import { fileFor } from "#app/features/orders/server/work/file-for.ts";
import { downloadFile } from "#app/features/orders/server/work/download-file.ts";
import { ORIGIN } from "../../testing/browser.ts";
import { sessionCookie } from "../../testing/session-cookie.ts";
import { IMPERSONATION_MS } from "../../rules/impersonation.ts";
import { disableAccount } from "../people/disable-account.ts";
import { listImpersonations } from "./find-impersonation.ts";
import { refuseImpersonator } from "./refuse-impersonator.ts";
import { currentSession } from "../sign-in/recent-sign-in.ts";
import { resolveActor } from "../sign-in/resolve-actor.ts";
import { endImpersonation } from "./settle-impersonation.ts";
import { startImpersonation } from "./start-impersonation.ts";

let world: TestWorld;
const cookies = new Map<CastName, string>();
beforeAll(async () => {
  world = await openWorld();
  for (const who of ["ada", "sam", "amara"] as const) cookies.set(who, await sessionCookie(who));
});
afterAll(() => world.close());
afterEach(async () => {
  const open = await world.db.selectFrom("impersonations").select("id").where("endedAt", "is", null).execute();
  for (const { id } of open) await endImpersonation(id);
});

const [ada, sam, amara, mei, jonas] = [
  personOf("ada"),
  personOf("sam"),
  personOf("amara"),
  personOf("mei"),
  personOf("jonas"),
];
const request = (who: CastName, at = "/") => new Request(`${ORIGIN}${at}`, { headers: { cookie: cookies.get(who)! } });
const resolve = async (who: CastName) => (await resolveActor(request(who))) as Person;
const start = async (who: CastName, uid: string, as: Person = personOf(who)) =>
  startImpersonation(as, {
    uid,
    sessionId: (await currentSession(request(who))).id,
    category: "problem",
    reason: "T-118: the page stays empty.",
  });
const facts = (kind: string) =>
  world.db.selectFrom("facts").selectAll().where("kind", "=", kind).orderBy("seq").execute();

describe("viewing the product as somebody", () => {
  test("applies to one session, for up to 30 minutes, which then is the staff member's own again", async () => {
    await start("ada", mei.uid);
    const as = await resolve("ada");
    expect(as).toMatchObject({ uid: mei.uid, isAdmin: false, impersonator: { uid: ada.uid, readOnly: false } });
    expect(as.impersonator!.leftMs).toBeLessThanOrEqual(IMPERSONATION_MS);
    expect(topicsOf(as)).toEqual(topicsOf(mei));
    expect(sessionFacts(as)?.impersonator?.displayName).toBe(ada.displayName);
    expect(sessionStamp(sessionFacts(as))).not.toBe(sessionStamp(sessionFacts(mei)));
    // The admin's other session and the person's own are unchanged.
    cookies.set("ben", await sessionCookie("ben"));
    expect((await resolve("ben")).impersonator).toBeUndefined();
    expect(await endImpersonation(as.impersonator!.id)).toBe(true);
    expect(await endImpersonation(as.impersonator!.id)).toBe(true);
    expect(await resolve("ada")).toMatchObject({ uid: ada.uid, isAdmin: true });
    expect((await resolve("ada")).impersonator).toBeUndefined();
    expect((await facts("account.impersonation_ended")).at(-1)).toMatchObject({
      subjectId: mei.uid,
      data: { staffId: ada.uid, why: "ended" },
    });
  });
  test("notifies the person, in the app and by email, with only the category, and stays in their history", async () => {
    await start("sam", amara.uid);
    await drainJobs();
    const mail = await world.db.selectFrom("mail").selectAll().where("kind", "=", "account.impersonated").execute();
    const told = mail.find((it) => it.to === amara.email)!;
    expect(told.text).toContain("looking into a technical problem");
    expect(told.text).not.toContain("T-118");
    expect(
      await world.db
        .selectFrom("notifications")
        .select("title")
        .where("userId", "=", amara.uid)
        .where("kind", "=", "account.impersonated")
        .execute(),
    ).toEqual([{ title: "Our staff opened your account" }]);
    expect((await listImpersonations(amara.uid))[0]).toMatchObject({
      category: "problem",
      readOnly: true,
      endedAt: null,
    });
  });
  test("is for staff only, never of staff, oneself, or unverified or blocked people, and never twice in a session", async () => {
    for (const as of [amara, jonas])
      await expect(start("amara", mei.uid, as)).rejects.toMatchObject({ kind: "refused" });
    for (const uid of [sam.uid, ada.uid, personOf("ben").uid])
      await expect(start("ada", uid)).rejects.toMatchObject({ kind: "refused" });
    for (const uid of ["usr_nobody", personOf("uma").uid])
      await expect(start("ada", uid)).rejects.toMatchObject({ kind: expect.stringMatching(/refused|not-found/) });
    // Somebody else's session.
    await expect(start("amara", mei.uid, ada)).rejects.toMatchObject({ code: "no-session" });
    const tries = await Promise.allSettled([start("ada", mei.uid), start("ada", amara.uid), start("ada", mei.uid)]);
    expect(tries.filter((it) => it.status === "fulfilled")).toHaveLength(1);
    await expect(start("ada", jonas.uid, await resolve("ada"))).rejects.toMatchObject({ code: "impersonating" });
    for (const reason of ["", "  ", "x".repeat(501)])
      await expect(
        startImpersonation(sam, { uid: mei.uid, sessionId: "x", category: "asked", reason }),
      ).rejects.toMatchObject({ kind: "invalid" });
  });
});

describe("viewing ends", () => {
  const ended = async () => (await facts("account.impersonation_ended")).at(-1)?.data;
  /** Why it ended. It no longer counted even before the clock's rule ran. */
  const over = async (who: CastName): Promise<unknown> => {
    expect((await resolve(who).catch(() => null))?.impersonator).toBeUndefined();
    await Promise.all([schedule.watchImpersonations!(NOON), schedule.watchImpersonations!(NOON)]);
    return ((await ended()) as { why?: string } | undefined)?.why;
  };
  test("at the time limit, even before the clock's rule has run", async () => {
    await start("ada", mei.uid);
    const at = after(new Date(), -31 * MINUTE);
    await world.db
      .updateTable("impersonations")
      .set({ startedAt: at, endsAt: after(at, IMPERSONATION_MS) })
      .where("endedAt", "is", null)
      .execute();
    const before = (await facts("account.impersonation_ended")).length;
    expect(await over("ada")).toBe("time");
    expect(await facts("account.impersonation_ended")).toHaveLength(before + 1);
    await start("ada", mei.uid);
  });
  test("when the staff member loses the role, even an admin who is still support", async () => {
    await start("ada", mei.uid);
    const role = (claims: object, isAdmin: boolean) =>
      world.db
        .updateTable("auth_user")
        .set({ claims: json(claims) })
        .where("id", "=", ada.uid)
        .execute()
        .then(() =>
          world.db
            .updateTable("users")
            .set({ role: isAdmin ? "admin" : "client", isAdmin })
            .where("uid", "=", ada.uid)
            .execute(),
        );
    await role({ support: true }, false);
    expect(await over("ada")).toBe("staff");
    await role({ admin: true }, true);
  });
  test("when the person becomes staff or is blocked", async () => {
    await start("ada", mei.uid);
    await disableAccount(personOf("ben"), { uid: mei.uid, reason: "Chargebacks." });
    expect(await over("ada")).toBe("person");
    await expect(start("ada", mei.uid)).rejects.toMatchObject({ code: "account-blocked" });
    await world.db.updateTable("auth_user").set({ disabledAt: null }).where("id", "=", mei.uid).execute();
  });
  test("at sign-out", async () => {
    cookies.set("sam", await sessionCookie("sam"));
    await start("sam", mei.uid);
    await world.db.deleteFrom("auth_session").where("userId", "=", sam.uid).execute();
    expect(await over("sam")).toBe("signed_out");
    cookies.set("sam", await sessionCookie("sam"));
  });
  test("by its button, which returns to the person's page and can be clicked twice", async () => {
    const end = endpoints.find((it) => it.path === "/api/impersonation/end")!;
    const press = async () =>
      (await end.handle(request("ada"), { actor: await resolve("ada"), params: {} })).headers.get("location");
    await start("ada", mei.uid);
    expect(await press()).toBe(`/admin/clients/${mei.uid}`);
    expect(await press()).toBe("/admin");
  });
});

describe("while it lasts", () => {
  type AnyCommand = (actor: Person, input: unknown) => Promise<unknown>;
  const globbed = import.meta.glob<Record<string, unknown>>([
    "../../../*/server/**/*.ts",
    "!../../../*/server/**/*.test.ts",
    "!../../../**/*-worker.ts",
  ]);
  const modules = new Map(
    Object.entries(globbed).map(([file, load]) => [path.resolve(import.meta.dirname, file), load]),
  );
  /** The commands an admin may use as somebody else. Adding one here changes permissions. */
  const ALLOWED = [
    "answerDocumentQuery",
    "answerQuery",
    "changeDaysAway",
    "openTicket",
    "postMessage",
    "recordProgress",
    "replyToTicket",
    "saveMatching",
  ];

  test("admins may use only a few commands, and support none", async () => {
    const as = (readOnly: boolean): Person => ({
      ...mei,
      impersonator: { id: "imp_1", uid: ada.uid, displayName: "Ada", readOnly, endsAt: "", leftMs: 1 },
    });
    const root = path.resolve(import.meta.dirname, "../../..");
    const allowed: string[] = [];
    let tried = 0;
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (!entry.isFile() || !file.includes("/server/") || !/(?<!\.test)\.ts$/.test(file)) continue;
      for (const [, name] of readFileSync(file, "utf8").matchAll(/^export const (\w+) = command\(/gm)) {
        const command = (await modules.get(file)!())[name!] as AnyCommand;
        const refused = async (readOnly: boolean) =>
          command(as(readOnly), {}).then(
            () => false,
            (error: unknown) => (error as { code?: string }).code === "impersonating",
          );
        tried++;
        expect([name, await refused(true)]).toEqual([name, true]);
        if (!(await refused(false))) allowed.push(name!);
      }
    }
    expect(tried).toBeGreaterThan(150);
    expect(allowed.toSorted()).toEqual(ALLOWED);
    await expect(transact(as(false), async () => "written")).rejects.toMatchObject({ code: "impersonating" });
    expect(await transact(CLOCK, async () => "written")).toBe("written");
  }, 60_000);
  test("what an admin does is recorded with both people", async () => {
    const { id: orderId } = await orderIn("in_progress");
    await start("ada", amara.uid);
    const as = await resolve("ada");
    await postMessage(as, { orderId, body: "On Amara's behalf.", clientKey: "impersonated-1" });
    expect((await facts("message.posted")).at(-1)).toMatchObject({
      actorId: amara.uid,
      impersonatorId: ada.uid,
      orderId,
    });
  });
  test("requests are refused before any loader or action runs", async () => {
    await start("sam", amara.uid);
    const as = await resolve("sam");
    for (const [method, at] of [
      ["POST", "/order/ord_1"],
      ["POST", "/api/notifications/read"],
      ["GET", "/profile/settings"],
      ["GET", "/order/new/form"],
      ["POST", "/api/auth/token"],
    ] as const)
      expect(() => refuseImpersonator(as, method, at)).toThrow(/while you view the product as somebody else/);
    expect(() => refuseImpersonator(as, "GET", "/my-orders")).not.toThrow();
    expect(() => refuseImpersonator(amara, "POST", "/order/ord_1")).not.toThrow();
  });
  test("support can't open a manuscript that is closed to support, and an opening is recorded with the staff member's name", async () => {
    const { id: orderId } = await orderIn("in_progress");
    const fileId = await storeFile(orderId, {
      purpose: "source",
      name: "soil.docx",
      bytes: Buffer.from("text"),
      by: amara.uid,
    });
    await start("sam", amara.uid);
    await expect(fileFor(await resolve("sam"), fileId)).rejects.toMatchObject({ kind: "refused" });
    await start("ada", amara.uid);
    const response = await downloadFile(request("ada"), { actor: await resolve("ada"), params: { id: fileId } });
    await response.text();
    expect((await facts("files.opened_by_staff")).at(-1)).toMatchObject({ impersonatorId: ada.uid, orderId });
    expect(await world.db.selectFrom("file_views").select("viewerId").where("fileId", "=", fileId).execute()).toEqual([
      { viewerId: ada.uid },
    ]);
  });
});
