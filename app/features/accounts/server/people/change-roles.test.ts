import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, type CastName, personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { NOBODY, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { sessionCookie } from "../../testing/session-cookie.ts";
import { changeRoles } from "./change-roles.ts";
import { resolveActor } from "../sign-in/resolve-actor.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await seedAccounts(world.db, new Date("2026-11-21T12:00:00Z"));
  for (const m of Object.values(CAST)) {
    await world.db
      .updateTable("auth_user")
      .set({ claims: JSON.stringify(m.claims), disabledAt: null })
      .where("id", "=", m.uid)
      .execute();
    await world.db
      .updateTable("users")
      .set({ role: m.profile.role, isAdmin: false, isEditor: false })
      .where("uid", "=", m.uid)
      .execute();
  }
});

const NONE = { admin: false, editor: false, support: false, finance: false, content: false };
const to = (who: CastName, claims: Partial<typeof NONE>, reason = "Asked for by the office.") => ({
  uid: CAST[who].uid,
  claims: { ...NONE, ...claims },
  reason,
});
const actorWith = (cookie: string) => resolveActor(new Request("http://localhost:3000/", { headers: { cookie } }));
const factsOf = (who: CastName) =>
  world.db
    .selectFrom("facts")
    .select(["data", "actorId"])
    .where("kind", "=", "account.roles_changed")
    .where("subjectId", "=", CAST[who].uid)
    .execute();

describe("changing a person's roles", () => {
  test("applies from their next request, in the claims and in the profile, and is recorded", async () => {
    const cookie = await sessionCookie("amara");
    expect(await changeRoles(personOf("ada"), to("amara", { editor: true, support: true }))).toEqual({
      before: NONE,
      after: { ...NONE, editor: true, support: true },
    });
    expect(await actorWith(cookie)).toMatchObject({
      role: "editor",
      isEditor: true,
      isSupport: true,
      isAdmin: false,
      claims: { editor: true, support: true },
    });
    expect(
      await world.db
        .selectFrom("users")
        .select(["role", "isAdmin", "isEditor"])
        .where("uid", "=", CAST.amara.uid)
        .executeTakeFirst(),
    ).toEqual({ role: "editor", isAdmin: false, isEditor: true });
    expect(await factsOf("amara")).toEqual([
      {
        actorId: CAST.ada.uid,
        data: {
          uid: CAST.amara.uid,
          before: NONE,
          after: { ...NONE, editor: true, support: true },
          reason: "Asked for by the office.",
        },
      },
    ]);
    await drainJobs();
    expect(
      await world.db
        .selectFrom("notifications")
        .select(["title", "link"])
        .where("userId", "=", CAST.amara.uid)
        .where("kind", "=", "account.roles_changed")
        .execute(),
    ).toEqual([{ title: "You're now an editor and on the support team", link: "/" }]);
  });

  test.each<[CastName, Partial<typeof NONE>, object]>([
    ["mei", { admin: true }, { role: "admin", isAdmin: true, isEditor: false, isSupport: false }],
    ["mei", { finance: true }, { role: "client", isAdmin: false, isEditor: false, isSupport: false }],
    ["mei", { admin: true, editor: true }, { role: "admin", isAdmin: true, isEditor: true, isSupport: false }],
    ["mei", { support: true }, { role: "client", isAdmin: false, isEditor: false, isSupport: true }],
    ["jonas", {}, { role: "client", isAdmin: false, isEditor: false, isSupport: false }],
    ["ben", { editor: true }, { role: "editor", isAdmin: false, isEditor: true, isSupport: false }],
  ])("%s with %j resolves to exactly that", async (who, claims, roles) => {
    await changeRoles(personOf("ada"), to(who, claims));
    expect(await actorWith(await sessionCookie(who))).toMatchObject(roles);
  });

  test.each<CastName>(["amara", "jonas", "sam", "uma"])(
    "is refused to %s, for themselves and for others",
    async (who) => {
      for (const whom of [who, "mei"] as const)
        await expect(changeRoles(personOf(who), to(whom, { admin: true }))).rejects.toMatchObject({ kind: "refused" });
      await expect(changeRoles(NOBODY, to("mei", { admin: true }))).rejects.toMatchObject({ kind: "refused" });
    },
  );

  test("that adds or removes an admin notifies every admin, in the app and by email, no matter who did it", async () => {
    await drainJobs();
    await world.db.deleteFrom("mail").execute();
    await changeRoles(personOf("ada"), to("mei", { admin: true }, "Runs the office from Monday."));
    await drainJobs();
    const toMei = await world.db.selectFrom("mail").select("subject").where("to", "=", CAST.mei.email).execute();
    expect(toMei, "one email about one change").toEqual([{ subject: "Mei-Ling Tan is now an admin" }]);
    const told = async () =>
      world.db
        .selectFrom("notifications")
        .select(["title", "severity", "link", "userId"])
        .where("kind", "=", "account.roles_changed")
        .where("forRole", "=", "admin")
        .orderBy("seq", "desc")
        .executeTakeFirst();
    expect(await told()).toEqual({
      title: "Mei-Ling Tan is now an admin",
      severity: 0,
      link: `/admin/admin-tools?person=${CAST.mei.uid}`,
      userId: null,
    });
    const letters = async (subject: string) =>
      await world.db.selectFrom("mail").select(["to", "text"]).where("subject", "=", subject).orderBy("to").execute();
    const made = await letters("Mei-Ling Tan is now an admin");
    expect(made.map((l) => l.to).sort()).toEqual([CAST.ada.email, CAST.ben.email, CAST.mei.email].sort());
    expect(made[0]!.text).toContain("Ada Lindqvist made Mei-Ling Tan an admin.");
    expect(made[0]!.text).toContain("Runs the office from Monday.");
    await changeRoles(personOf("ben"), to("mei", {}));
    await drainJobs();
    expect((await told())!.title).toBe("Mei-Ling Tan is no longer an admin");
    expect((await letters("Mei-Ling Tan is no longer an admin")).map((l) => l.to).sort()).toEqual(
      [CAST.ada.email, CAST.ben.email].sort(),
    );
    // Any other role concerns the person alone.
    await world.db.deleteFrom("mail").execute();
    await changeRoles(personOf("ada"), to("mei", { support: true }));
    await drainJobs();
    expect((await world.db.selectFrom("mail").select("to").execute()).map((l) => l.to)).toEqual([CAST.mei.email]);
  });

  test("needs a reason and an account", async () => {
    await expect(changeRoles(personOf("ada"), to("mei", { support: true }, "  "))).rejects.toMatchObject({
      kind: "invalid",
      fields: { reason: "Enter a reason." },
    });
    await expect(changeRoles(personOf("ada"), { ...to("mei", {}), uid: "usr_nobody" })).rejects.toMatchObject({
      kind: "not-found",
    });
  });

  test("twice is recorded once", async () => {
    const before = (await factsOf("noor")).length;
    await Promise.all([1, 2, 3].map(() => changeRoles(personOf("ada"), to("noor", { editor: true, support: true }))));
    expect((await factsOf("noor")).length).toBe(before + 1);
  });

  test("never leaves the product without an admin, neither by the last one nor if two revoke each other's role at once", async () => {
    const outcomes = await Promise.allSettled([
      changeRoles(personOf("ada"), to("ben", {})),
      changeRoles(personOf("ben"), to("ada", {})),
    ]);
    expect(outcomes.map((o) => o.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find((o) => o.status === "rejected")).toMatchObject({ reason: { code: "last-admin" } });
    const last = outcomes[0]!.status === "fulfilled" ? "ada" : "ben";
    await expect(changeRoles(personOf(last), to(last, { support: true }))).rejects.toMatchObject({
      code: "last-admin",
    });
  });

  test("doesn't count a blocked or unverified account as a remaining admin", async () => {
    await world.db.updateTable("auth_user").set({ disabledAt: new Date() }).where("id", "=", CAST.ben.uid).execute();
    await changeRoles(personOf("ada"), to("uma", { admin: true }));
    await expect(changeRoles(personOf("ada"), to("ada", {}))).rejects.toMatchObject({ code: "last-admin" });
  });

  test("can be a step of another command", async () => {
    await transact(SYSTEM, (ctx) => changeRoles.inside(ctx, to("mei", { editor: true })));
    expect(await actorWith(await sessionCookie("mei"))).toMatchObject({ role: "editor" });
  });

  test("of an unverified person applies once they're verified, when the profile is created from the claims", async () => {
    await world.db.deleteFrom("users").where("uid", "=", CAST.uma.uid).execute();
    const cookie = await sessionCookie("uma");
    await changeRoles(personOf("ada"), to("uma", { editor: true }));
    expect(await actorWith(cookie)).toMatchObject({ emailVerified: false, role: "client", claims: {} });
    await world.db.updateTable("auth_user").set({ emailVerified: true }).where("id", "=", CAST.uma.uid).execute();
    expect(await actorWith(cookie)).toMatchObject({ role: "editor", isEditor: true });
    await world.db.updateTable("auth_user").set({ emailVerified: false }).where("id", "=", CAST.uma.uid).execute();
  });
});
