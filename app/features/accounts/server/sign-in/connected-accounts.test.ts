import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type OidcDouble, type OidcPerson, startOidcDouble } from "#boot/testing/oidc-double.ts";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, type CastName, personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { findPublicEditor } from "#app/features/editors/server/public-page/find-public-editor.ts";
import { savePublicPage } from "#app/features/orders/server/editor-record/save-public-page.ts";
import * as settings from "../../screens/profile-settings.tsx";
import * as signin from "../../screens/signin.tsx";
import * as signup from "../../screens/signup.tsx";
import { TestBrowser } from "../../testing/browser.ts";
import { finishAt, startAt, visitProvider } from "../../testing/provider-visit.ts";
import { disconnectAccount, findOrcid, listConnectedAccounts } from "./connected-accounts.ts";
import { removePasskey } from "./passkeys.ts";

const SETTINGS = "/profile/settings";
const ORCID = "0000-0002-1825-0097";
const TENANT = "4f2c8d3a-0000-4000-8000-9c6a5c1e7b21";
let world: TestWorld;
let double: OidcDouble;
beforeAll(async () => {
  double = await startOidcDouble("university.test,demo.test");
  world = await openWorld({ ...double.env, ...double.envAsPublic });
  await seedAccounts(world.db, new Date("2026-11-21T12:00:00Z"));
});
afterAll(async () => {
  await world.close();
  await double.stop();
});
beforeEach(() => world.db.deleteFrom("auth_account").where("providerId", "!=", "credential").execute());

const be = (person: OidcPerson) => void (double.person = person);
const visit = (provider: string, browser: TestBrowser, query?: string) =>
  visitProvider(double, provider, browser, query);
async function signedInAs(name: CastName): Promise<TestBrowser> {
  const browser = new TestBrowser();
  await browser.send(signin, "/signin", { email: CAST[name].email, password: "demo-password" });
  return browser;
}
/** Connects an account in the settings. */
const connect = (browser: TestBrowser, provider: string) => visit(provider, browser, `link=1&from=${SETTINGS}`);
const connectionsOf = (name: CastName) => listConnectedAccounts(CAST[name].uid);
/** The last sign-in was long ago. */
const growOld = (name: CastName) =>
  world.db
    .updateTable("auth_session")
    .set({ provedAt: new Date(Date.now() - 3_600_000) })
    .where("userId", "=", CAST[name].uid)
    .execute();
const emailsTo = async (email: string) =>
  (await world.db.selectFrom("mail").select("subject").where("to", "=", email).orderBy("createdAt").execute()).map(
    (it) => it.subject,
  );

describe("who a provider's word opens an account for", () => {
  test("Google: its own addresses and organizations it runs, not an address that it once verified", async () => {
    for (const person of [
      { sub: "g1", email: "New.Person@gmail.com" },
      { sub: "g2", email: "someone@lab.example", hd: "lab.example" },
    ]) {
      be(person);
      const browser = new TestBrowser();
      expect(await visit("google", browser)).toBe("/dashboard");
      expect(await browser.actor()).toMatchObject({ email: person.email.toLowerCase(), role: "client" });
    }
    be({ sub: "g3", email: CAST.mei.email });
    const browser = new TestBrowser();
    expect(await visit("google", browser)).toBe("/signin?problem=not-verified&provider=google");
    expect(await browser.actor()).toMatchObject({ kind: "guest" });
  });

  test("Microsoft: any tenant, but an address only if its domain vouches for it", async () => {
    be({ sub: "m1", email: "ana@institute.example", tid: TENANT, xms_edov: true });
    const browser = new TestBrowser();
    expect(await visit("microsoft", browser)).toBe("/dashboard");
    expect(await browser.actor()).toMatchObject({ email: "ana@institute.example" });
    // A tenant's admin can write anybody's address into this claim.
    be({ sub: "m2", email: CAST.mei.email, tid: TENANT, email_verified: true });
    expect(await visit("microsoft", new TestBrowser())).toBe("/signin?problem=not-verified&provider=microsoft");
    expect(await connectionsOf("mei")).toEqual([]);
  });

  test("ORCID: nobody, because it tells no address", async () => {
    be({ sub: ORCID, email: CAST.mei.email });
    expect(await visit("orcid", new TestBrowser())).toBe("/signin?problem=not-connected&provider=orcid");
    expect(await findOrcid(CAST.mei.uid)).toBeNull();
  });

  test("an account of staff is opened only by the operator's own provider", async () => {
    await world.db.updateTable("auth_user").set({ email: "ada@gmail.com" }).where("id", "=", CAST.ada.uid).execute();
    be({ sub: "g4", email: "ada@gmail.com" });
    expect(await visit("google", new TestBrowser())).toBe("/signin?problem=connect-first&provider=google");
    await world.db.updateTable("auth_user").set({ email: CAST.ada.email }).where("id", "=", CAST.ada.uid).execute();
    be({ sub: "u1", email: CAST.ada.email });
    const browser = new TestBrowser();
    await visit("oidc", browser);
    expect(await browser.actor()).toMatchObject({ uid: CAST.ada.uid });
  });

  test("an account that a proven address opens is told so", async () => {
    be({ sub: "u2", email: CAST.jonas.email });
    await visit("oidc", new TestBrowser());
    expect((await emailsTo(CAST.jonas.email)).at(-1)).toMatch(/You can sign in with University login$/);
  });
});

describe("connecting an account in the settings", () => {
  test("adds a way to sign in, whatever its address, tells the owner, and is shown", async () => {
    const mei = await signedInAs("mei");
    be({ sub: ORCID, email: "" });
    expect(await connect(mei, "orcid")).toBe(`${SETTINGS}?connected=orcid#connected-accounts`);
    expect(await connectionsOf("mei")).toMatchObject([{ label: "ORCID", orcid: ORCID, offered: true }]);
    expect((await emailsTo(CAST.mei.email)).at(-1)).toMatch(/You can sign in with ORCID$/);
    const shown = (await mei.open(settings, `${SETTINGS}?connected=orcid`)).data;
    expect(shown).toMatchObject({ connected: [{ orcid: ORCID }], done: { done: "ORCID connected" } });

    const elsewhere = new TestBrowser();
    expect(await visit("orcid", elsewhere)).toBe("/dashboard");
    expect(await elsewhere.actor()).toMatchObject({ uid: CAST.mei.uid, email: CAST.mei.email });
    const facts = await world.db.selectFrom("facts").select("data").where("kind", "=", "account.provider").execute();
    expect(facts.map((it) => it.data)).toContainEqual({ uid: CAST.mei.uid, what: "connected", provider: "ORCID" });
  });

  test("an account at a provider belongs to one person, who has one per provider", async () => {
    be({ sub: ORCID, email: "" });
    await connect(await signedInAs("mei"), "orcid");
    expect(await connect(await signedInAs("jonas"), "orcid")).toBe(
      `${SETTINGS}?problem=connected-elsewhere&provider=orcid#connected-accounts`,
    );
    const mei = await signedInAs("mei");
    be({ sub: "0000-0001-5109-3700", email: "" });
    expect(await connect(mei, "orcid")).toBe(`${SETTINGS}?problem=already-connected&provider=orcid#connected-accounts`);
    expect(await findOrcid(CAST.mei.uid)).toBe(ORCID);
    expect(await findOrcid(CAST.jonas.uid)).toBeNull();
  });

  test("two windows at once connect one ORCID iD", async () => {
    const mei = await signedInAs("mei");
    const windows = await Promise.all(
      [ORCID, "0000-0001-5109-3700"].map(async (sub) => {
        const browser = new TestBrowser();
        for (const [name, value] of mei.cookies) browser.cookies.set(name, value);
        const away = await startAt("orcid", browser, `link=1&from=${SETTINGS}`);
        be({ sub, email: "" });
        return { browser, back: await double.answer(away.headers.get("location")!) };
      }),
    );
    const ended = await Promise.all(windows.map(({ browser, back }) => finishAt(browser, back)));
    expect(ended.filter((it) => it.headers.get("location")?.includes("connected=orcid"))).toHaveLength(1);
    expect(await connectionsOf("mei")).toHaveLength(1);
  });

  test("refuses what isn't an ORCID iD", async () => {
    be({ sub: "0000-0002-1825-0098", email: "" });
    expect(await connect(await signedInAs("mei"), "orcid")).toContain("problem=failed");
    expect(await connectionsOf("mei")).toEqual([]);
  });

  test("needs a recent sign-in: asks for the password, then goes on", async () => {
    const mei = await signedInAs("mei");
    await growOld("mei");
    be({ sub: "g5", email: "mei@gmail.com" });
    const back = await connect(mei, "google");
    expect(back).toBe(`${SETTINGS}?problem=requires-recent-login&provider=google#connected-accounts`);
    expect((await mei.open(settings, back!)).data.done).toMatchObject({
      intent: "provider.connect",
      id: "google",
      error: { code: "requires-recent-login" },
    });
    const form = { intent: "provider.connect", id: "google" };
    expect((await mei.send(settings, SETTINGS, { ...form, "current-password": "wrong" })).data).toMatchObject({
      settings: { id: "google", error: { code: "wrong-password" } },
    });
    const proved = await mei.send(settings, SETTINGS, { ...form, "current-password": "demo-password" });
    expect(proved.location).toBe(`/api/auth/federated?provider=google&from=%2Fprofile%2Fsettings&link=1`);
    expect(await connect(mei, "google")).toContain("connected=google");
  });

  test("needs a session, at the start and at the end", async () => {
    expect(await connect(new TestBrowser(), "google")).toContain("problem=user-token-expired");
    // Mei starts on a shared computer and signs out. The next person, signed in or not, can't finish it for her.
    for (const next of [new TestBrowser(), await signedInAs("jonas")]) {
      const mei = await signedInAs("mei");
      const away = await startAt("google", mei, `link=1&from=${SETTINGS}`);
      be({ sub: "stranger", email: "stranger@gmail.com" });
      const back = await double.answer(away.headers.get("location")!);
      for (const [name, value] of mei.cookies) if (!name.includes("session")) next.cookies.set(name, value);
      expect((await finishAt(next, back)).headers.get("location")).toContain("problem=user-token-expired");
      expect(await connectionsOf("mei")).toEqual([]);
      expect(await connectionsOf("jonas")).toEqual([]);
    }
  });

  test("another site can't start it, and staff can't do it for somebody", async () => {
    const mei = await signedInAs("mei");
    const sent = await startAt("google", mei, `link=1&from=${SETTINGS}`, { "sec-fetch-site": "cross-site" });
    expect(sent.headers.get("location")).toBe(`/signin?from=${encodeURIComponent(SETTINGS)}`);
    const { startFederated } = await import("./federated.ts");
    const viewed = {
      ...personOf("mei"),
      impersonator: {
        id: "imp_1",
        uid: CAST.ada.uid,
        displayName: "Ada",
        readOnly: false,
        endsAt: new Date(Date.now() + 60_000).toISOString(),
        leftMs: 60_000,
      },
    };
    const asked = mei.request(`/api/auth/federated?provider=google&link=1&from=${SETTINGS}`);
    const refused = await startFederated(asked, { actor: viewed });
    expect(refused.headers.get("location")).toContain("problem=failed");
  });
});

describe("disconnecting", () => {
  test("needs a recent sign-in, tells the owner, and ends signing in with it", async () => {
    const mei = await signedInAs("mei");
    be({ sub: "g6", email: "mei6@gmail.com" });
    await connect(mei, "google");
    const [it] = await connectionsOf("mei");
    await growOld("mei");
    const form = { intent: "provider.disconnect", id: it!.id };
    expect((await mei.send(settings, SETTINGS, form)).data).toMatchObject({
      settings: { id: it!.id, error: { code: "requires-recent-login" } },
    });
    expect((await mei.send(settings, SETTINGS, { ...form, "current-password": "demo-password" })).data).toMatchObject({
      settings: { done: "Google disconnected" },
    });
    expect(await connectionsOf("mei")).toEqual([]);
    expect((await emailsTo(CAST.mei.email)).at(-1)).toMatch(/Google was disconnected$/);
    const elsewhere = new TestBrowser();
    await visit("google", elsewhere);
    expect(await elsewhere.actor()).not.toMatchObject({ uid: CAST.mei.uid });
    await expect(disconnectAccount(personOf("mei"), { id: it!.id })).rejects.toMatchObject({ kind: "not-found" });
  });

  test("is for one's own accounts only, and never for the password", async () => {
    const mei = await signedInAs("mei");
    be({ sub: "g7", email: "mei7@gmail.com" });
    await connect(mei, "google");
    const [it] = await connectionsOf("mei");
    await expect(disconnectAccount(personOf("jonas"), { id: it!.id })).rejects.toMatchObject({ kind: "not-found" });
    const password = await world.db
      .selectFrom("auth_account")
      .select("id")
      .where("userId", "=", CAST.mei.uid)
      .where("providerId", "=", "credential")
      .executeTakeFirstOrThrow();
    await expect(disconnectAccount(personOf("mei"), { id: password.id })).rejects.toMatchObject({ kind: "not-found" });
  });

  test("never removes the last way to sign in, even if two are removed at once", async () => {
    be({ sub: "g8", email: "only8@gmail.com" });
    const browser = new TestBrowser();
    await visit("google", browser);
    const actor = await browser.actor();
    if (actor.kind !== "person") throw new Error("not signed in");
    const [google] = await listConnectedAccounts(actor.uid);
    await expect(disconnectAccount(actor, { id: google!.id })).rejects.toMatchObject({ code: "only_way" });
    expect((await browser.open(settings, SETTINGS)).data).toMatchObject({ hasPassword: false });
    await world.db
      .insertInto("auth_passkey")
      .values({
        id: "aut_key8",
        name: "Laptop",
        publicKey: "x",
        userId: actor.uid,
        credentialID: "c8",
        counter: 0,
        deviceType: "singleDevice",
        backedUp: false,
        transports: null,
        createdAt: new Date(),
        aaguid: null,
      })
      .execute();
    const both = await Promise.allSettled([
      disconnectAccount(actor, { id: google!.id }),
      removePasskey(actor, { id: "aut_key8" }),
    ]);
    expect(both.map((it) => it.status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

test("an editor's public page shows a verified ORCID iD if they want, until they disconnect it", async () => {
  const jonas = await signedInAs("jonas");
  be({ sub: ORCID, email: "" });
  await connect(jonas, "orcid");
  const page = { editorId: CAST.jonas.uid, shown: true, mayShow: false, sampleBefore: "", sampleAfter: "" };
  await savePublicPage(personOf("jonas"), page);
  expect((await findPublicEditor(CAST.jonas.uid))!.orcid).toBeNull();
  await savePublicPage(personOf("jonas"), { ...page, showOrcid: true });
  expect((await findPublicEditor(CAST.jonas.uid))!.orcid).toBe(ORCID);
  const [it] = await connectionsOf("jonas");
  await disconnectAccount(personOf("jonas"), { id: it!.id });
  expect((await findPublicEditor(CAST.jonas.uid))!.orcid).toBeNull();
});

test("the pages offer what is configured, and sign-up only what opens an account", async () => {
  const offered = async (page: typeof signin | typeof signup, at: string) =>
    ((await new TestBrowser().open(page, at)).data.providers as { id: string }[]).map((it) => it.id);
  expect(await offered(signin, "/signin")).toEqual(["orcid", "google", "microsoft", "oidc"]);
  expect(await offered(signup, "/signup")).toEqual(["google", "microsoft", "oidc"]);
  await expect(startAt("github", new TestBrowser())).rejects.toMatchObject({ kind: "not-found" });
});
