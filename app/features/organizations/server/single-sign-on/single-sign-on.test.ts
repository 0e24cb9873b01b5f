import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type OidcDouble, startOidcDouble } from "#boot/testing/oidc-double.ts";
import { SAML_FAULTS, type SamlDouble, startSamlDouble } from "#boot/testing/saml-double.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST_PASSWORD, CAST, personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { appCode, withSecondFactor } from "#app/features/accounts/testing/authenticator.ts";
import { ORIGIN, TestBrowser } from "#app/features/accounts/testing/browser.ts";
import { codeOf, lab } from "#app/features/backoffice/testing/lab.ts";
import { closeOrganization } from "#app/features/payments/server/balance/close-organization.ts";
import * as signin from "#app/features/accounts/screens/signin.tsx";
import * as secondStep from "#app/features/accounts/screens/signin-second-factor.tsx";
import { ssoPageOf, ssoPath } from "#app/features/accounts/rules/sign-in/organization.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { removeDomain } from "../domains/claim-domain.ts";
import { membersOf } from "../find-organization.ts";
import { acceptInvitation, inviteMember, openInvitations, removeMember } from "../members.ts";
import { dropSpentAttempts } from "./attempts.ts";
import { findSignIn } from "./find-sign-in.ts";
import { readSignIn } from "./read-sign-in.ts";
import { removeSignIn, saveSignIn, turnSignIn } from "./set-up-sign-in.ts";
import { finishSaml, receiveSaml, returnFromOidc, startSignIn } from "./sign-in-endpoints.ts";

const DOMAIN = "university.test";
let world: TestWorld;
let oidc: OidcDouble;
let saml: SamlDouble;
let people = 0;
let organizationId: string;
const amara = personOf("amara");
beforeAll(async () => {
  [oidc, saml] = await Promise.all([startOidcDouble(), startSamlDouble()]);
  world = await openWorld({ SSO_INSIDE_HOSTS: "127.0.0.1" });
  await seedAccounts(world.db, NOON);
});
afterAll(async () => {
  await world.close();
  await Promise.all([oidc.stop(), saml.stop()]);
});
beforeEach(async () => {
  people += 1;
  await world.db.deleteFrom("organization_domains").execute();
  // One person can belong to so many organizations only.
  await world.db.deleteFrom("organization_members").execute();
  await world.db.deleteFrom("organization_sign_in").execute();
  organizationId = await lab();
  await verified(organizationId, DOMAIN);
  await verified(organizationId, "demo.test");
  Object.assign(oidc, {
    fault: null,
    away: false,
    person: { sub: `sub-${people}`, email: `lena${people}@${DOMAIN}`, name: "Lena Fischer" },
  });
  Object.assign(saml, {
    fault: null,
    person: { nameId: `id-${people}`, email: `nils${people}@${DOMAIN}`, name: "Nils Ek" },
  });
});

const verified = (id: string, domain: string) =>
  world.db
    .insertInto("organization_domains")
    .values({
      id: newId("organizationDomain"),
      organizationId: id,
      domain,
      token: "t",
      state: "verified",
      proof: "dns",
      addedAt: NOON,
      verifiedAt: NOON,
    })
    .execute();
const revision = async () => (await findSignIn(organizationId))?.revision ?? 0;
const oidcSettings = (issuer = oidc.issuer) => ({
  protocol: "oidc" as const,
  issuer,
  clientId: oidc.env["OIDC_CLIENT_ID"]!,
  clientSecret: oidc.env["OIDC_CLIENT_SECRET"]!,
});
const save = async (settings: Parameters<typeof saveSignIn>[1]["settings"]) =>
  saveSignIn(amara, { organizationId, revision: await revision(), settings });
const turn = (to: "off" | "on" | "required") => turnSignIn(amara, { organizationId, to });
const saveSaml = () => save({ protocol: "saml", metadata: saml.metadata() });

async function begin(browser: TestBrowser, query = ""): Promise<string> {
  const answer = await startSignIn(browser.request(`${ssoPath("start", organizationId)}${query}`), {
    actor: await browser.actor(),
    params: { id: organizationId },
  });
  browser.keep(answer.headers);
  return answer.headers.get("location")!;
}
async function comeBack(browser: TestBrowser, back: string): Promise<string> {
  const { pathname, search } = new URL(back);
  const handle = pathname.endsWith("/finish") ? finishSaml : returnFromOidc;
  const answer = await handle(browser.request(pathname + search), {
    actor: await browser.actor(),
    params: { id: organizationId },
  });
  browser.keep(answer.headers);
  return answer.headers.get("location")!;
}
/** The provider's page posts a response, without our cookies. */
async function post(fields: Record<string, string>): Promise<string> {
  const answer = await receiveSaml(
    new Request(`${ORIGIN}${ssoPath("response", organizationId)}`, {
      method: "POST",
      body: new URLSearchParams(fields),
    }),
    { actor: personOf("mei"), params: { id: organizationId } },
  );
  return answer.headers.get("location")!;
}
/** Goes to the provider that's set up, and returns. @returns where the browser ends up */
async function visit(browser = new TestBrowser(), query = ""): Promise<string> {
  const to = await begin(browser, query);
  if (to.startsWith("/")) return to;
  if (to.startsWith(oidc.issuer)) return comeBack(browser, await oidc.answer(to));
  const on = await post(saml.answer(to).fields);
  return on.includes("/finish") ? comeBack(browser, ORIGIN + on) : on;
}
const problemIn = (location: string): string | null => new URL(location, ORIGIN).searchParams.get("problem");

async function signedIn(email: string): Promise<TestBrowser> {
  const browser = new TestBrowser();
  const { location } = await browser.send(signin, "/signin", { email, password: CAST_PASSWORD });
  expect(location).not.toBeNull();
  return browser;
}
/** An owner tests it and turns it on. */
async function turnOn(): Promise<void> {
  const browser = await signedIn(CAST.amara.email);
  const { person } = oidc;
  oidc.person = { sub: "amara-there", email: CAST.amara.email };
  const theirs = saml.person;
  saml.person = { nameId: "amara-there", email: CAST.amara.email };
  const back = await visit(browser, "?test=1");
  expect(back).toContain(`/organizations/${organizationId}/settings/sign-in?test=`);
  oidc.person = person;
  saml.person = theirs;
  await turn("on");
}
async function memberWith(email: string) {
  return (await membersOf(organizationId)).find((it) => it.email === email);
}
async function changes(): Promise<string[]> {
  const rows = await world.db
    .selectFrom("facts")
    .select("data")
    .where("kind", "=", "organization.sso_changed")
    .where("subjectId", "=", organizationId)
    .orderBy("seq")
    .execute();
  return rows.map(({ data }) => (data as { change: string }).change);
}

describe("setting it up", () => {
  test("takes a test by an owner before it can be turned on, and tells the owners", async () => {
    await save(oidcSettings());
    expect(await codeOf(turn("on"))).toBe("untested");
    expect(problemIn(await visit())).toBe("off");
    await turnOn();
    await turn("on");
    await turn("off");
    expect(await changes()).toEqual(["saved", "tested", "on", "off"]);
    expect(problemIn(await visit())).toBe("off");
    // Testing signs nobody in, and connects nothing.
    expect(
      await world.db.selectFrom("auth_account").select("id").where("accountId", "=", "amara-there").execute(),
    ).toEqual([]);
  });

  test("shows the tester what the provider said, and nobody else", async () => {
    await save(oidcSettings());
    const browser = await signedIn(CAST.amara.email);
    oidc.person = { sub: "x", email: "amara@elsewhere.test", email_verified: false };
    const search = new URL(await visit(browser, "?test=1"), ORIGIN).searchParams;
    expect((await readSignIn(amara, organizationId, search)).test).toEqual({
      proven: { subject: "x", email: "amara@elsewhere.test", confirmed: false, name: "" },
      end: "other-domain",
      isOver: false,
    });
    expect((await readSignIn(personOf("ada"), organizationId, search)).test).toMatchObject({ isOver: true });
    await expect(readSignIn(personOf("mei"), organizationId, search)).rejects.toMatchObject({ kind: "refused" });
    expect((await findSignIn(organizationId))?.state).toBe("draft");
    await expect(visit(await signedIn(CAST.mei.email), "?test=1")).rejects.toMatchObject({ kind: "refused" });
  });

  test("another provider has to be tested again, and a new secret doesn't", async () => {
    await save(oidcSettings());
    await turnOn();
    await visit();
    const linked = () =>
      world.db
        .selectFrom("auth_account")
        .select("id")
        .where("providerId", "=", `organization-${organizationId}`)
        .execute();
    expect(await linked()).toHaveLength(1);
    expect(await save({ ...oidcSettings(), clientSecret: "" })).toEqual({ isSame: true });
    expect((await findSignIn(organizationId))?.state).toBe("on");
    expect(await save({ ...oidcSettings(), clientId: "another" })).toEqual({ isSame: false });
    expect((await findSignIn(organizationId))?.state).toBe("draft");
    expect(await linked()).toEqual([]);
    await expect(save({ ...oidcSettings(), clientId: "third", clientSecret: "" })).rejects.toMatchObject({
      fields: { clientSecret: "Enter the client secret." },
    });
  });

  test("of two owners who save at once, the second is told", async () => {
    await save(oidcSettings());
    const both = [1, 2].map(() =>
      codeOf(saveSignIn(amara, { organizationId, revision: 1, settings: { ...oidcSettings(), clientSecret: "new" } })),
    );
    expect((await Promise.all(both)).sort()).toEqual(["changed", "done"]);
  });

  test("keeps the client secret encrypted, and forgets it when the organization closes", async () => {
    await save(oidcSettings());
    const row = await world.db.selectFrom("organization_sign_in").selectAll().executeTakeFirstOrThrow();
    expect(row.secret!.toString("latin1")).not.toContain(oidc.env["OIDC_CLIENT_SECRET"]);
    await closeOrganization(amara, { organizationId });
    expect(await world.db.selectFrom("organization_sign_in").selectAll().execute()).toEqual([]);
  });

  test("calls no provider inside our network unless the operator named it", async () => {
    for (const issuer of [
      "http://login.example.edu",
      "http://localhost:1",
      "javascript:alert(1)",
      "https://a:b@c.example",
    ])
      expect(await codeOf(save(oidcSettings(issuer)))).toBe("issuer");
    await save(oidcSettings("https://10.0.0.1"));
    const browser = await signedIn(CAST.amara.email);
    const search = new URL(await visit(browser, "?test=1"), ORIGIN).searchParams;
    expect((await readSignIn(amara, organizationId, search)).test).toMatchObject({ end: "unreachable" });
  });

  test("removing it disconnects accounts and keeps members", async () => {
    await save(oidcSettings());
    await turnOn();
    await visit();
    await removeSignIn(amara, { organizationId });
    await removeSignIn(amara, { organizationId });
    expect(await memberWith(oidc.person.email)).toBeDefined();
    expect(problemIn(ORIGIN)).toBeNull();
    expect(await codeOf(begin(new TestBrowser()))).toBe("not-found");
    expect((await changes()).at(-1)).toBe("removed");
  });
});

describe.each(["oidc", "saml"] as const)("signing in with %s", (protocol) => {
  beforeEach(async () => {
    await (protocol === "oidc" ? save(oidcSettings()) : saveSaml());
    await turnOn();
  });
  const address = () => (protocol === "oidc" ? oidc.person.email : saml.person.email);
  const be = (id: string, email: string) => {
    oidc.person = { sub: id, email };
    saml.person = { nameId: id, email };
  };

  test("opens an account for a new colleague, who becomes a member with the limits of those who join", async () => {
    const browser = new TestBrowser();
    expect(await visit(browser, "?from=/my-orders")).toBe("/my-orders");
    expect(await browser.actor()).toMatchObject({ email: address(), emailVerified: true, role: "client" });
    expect(await memberWith(address())).toMatchObject({ role: "member", monthMinor: 0 });
    // A second time it's the same account, also with another address at the domain.
    const first = (await browser.actor()) as { uid: string };
    be(protocol === "oidc" ? oidc.person.sub : saml.person.nameId, `married-${address()}`);
    const again = new TestBrowser();
    await visit(again);
    expect(await again.actor()).toMatchObject({ uid: first.uid });
  });

  test("opens an existing account with that address, and takes its invitation", async () => {
    await inviteMember(amara, { organizationId, email: CAST.jonas.email, role: "manager", month: "50", order: "" });
    be(`jonas-${people}`, CAST.jonas.email);
    const browser = new TestBrowser();
    await visit(browser);
    expect(await browser.actor()).toMatchObject({ uid: CAST.jonas.uid });
    expect(await memberWith(CAST.jonas.email)).toMatchObject({ role: "manager", monthMinor: 5_000 });
    expect(await openInvitations(organizationId, NOON)).toEqual([]);
  });

  test("refuses other domains, staff, unverified accounts, and people who were removed", async () => {
    be(`a-${people}`, "somebody@elsewhere.test");
    expect(problemIn(await visit())).toBe("other-domain");
    be(`b-${people}`, CAST.ada.email);
    expect(problemIn(await visit())).toBe("staff");
    be(`c-${people}`, CAST.uma.email);
    expect(problemIn(await visit())).toBe("not-linked");
    be(`d-${people}`, CAST.mei.email);
    await visit();
    await removeMember(amara, { organizationId, uid: CAST.mei.uid });
    expect(problemIn(await visit())).toBe("removed");
    be(`e-${people}`, "");
    expect(problemIn(await visit())).toBe("no-address");
  });

  test("an address that another person gets doesn't open the account of the one before", async () => {
    await visit();
    const email = address();
    be(`successor-${people}`, email);
    expect(problemIn(await visit())).toBe("connected-elsewhere");
  });

  test("doesn't open an account whose address has left the domain, or after the domain was lost", async () => {
    const browser = new TestBrowser();
    await visit(browser);
    const { uid } = (await browser.actor()) as { uid: string };
    await world.db
      .updateTable("auth_user")
      .set({ email: `private${people}-${protocol}@home.test` })
      .where("id", "=", uid)
      .execute();
    expect(problemIn(await visit())).toBe("other-address");
    const domain = await world.db
      .selectFrom("organization_domains")
      .select("id")
      .where("domain", "=", DOMAIN)
      .executeTakeFirstOrThrow();
    await removeDomain(amara, { organizationId, domainId: domain.id });
    expect(problemIn(await visit())).toBe("other-domain");
  });

  test("counts once, in the browser that started it, and not when it's turned off in between", async () => {
    const browser = new TestBrowser();
    const answered = async () => {
      const to = await begin(browser);
      return protocol === "oidc" ? oidc.answer(to) : ORIGIN + (await post(saml.answer(to).fields));
    };
    const back = await answered();
    expect(problemIn(await comeBack(new TestBrowser(), back))).toBe("expired");
    const twice = await Promise.all([comeBack(browser, back), comeBack(browser, back)]);
    expect(twice.filter((it) => problemIn(it) === "expired")).toHaveLength(1);
    expect(problemIn(await comeBack(browser, back))).toBe("expired");
    const late = await answered();
    await turn("off");
    expect(problemIn(await comeBack(browser, late))).toBe("off");
  });

  test("is asked for with an address alone, and of a link from another site only at our page", async () => {
    const browser = new TestBrowser();
    const { location } = await browser.send(signin, "/signin", { email: `New@${DOMAIN}`, password: "" });
    expect(location).toBe(ssoPageOf(organizationId, null));
    const request = browser.request(ssoPath("start", organizationId), {}, { "sec-fetch-site": "cross-site" });
    const answer = await startSignIn(request, { actor: await browser.actor(), params: { id: organizationId } });
    expect(answer.headers.get("location")).toBe(ssoPageOf(organizationId, null));
    expect(await begin(browser, "?from=//evil.example")).toMatch(/^http:\/\/127/);
    expect(
      await world.db.selectFrom("sign_in_attempts").select("from").where("from", "like", "%evil%").execute(),
    ).toEqual([]);
  });

  test("required: members can't use a password, owners can, and joining takes a proof", async () => {
    be(`mei-${people}`, CAST.mei.email);
    const open = await signedIn(CAST.mei.email);
    expect(await turn("required")).toMatchObject({ signedOut: 1 });
    expect(await open.actor()).toMatchObject({ kind: "guest" });
    const password = (who: "mei" | "amara") =>
      new TestBrowser().send(signin, "/signin", { email: CAST[who].email, password: CAST_PASSWORD });
    expect((await password("mei")).data).toMatchObject({ error: { code: "sso-required" } });
    expect((await password("amara")).location).not.toBeNull();
    const browser = new TestBrowser();
    expect(problemIn(await visit(browser))).toBeNull();
    expect(await browser.actor()).toMatchObject({ uid: CAST.mei.uid });
    await inviteMember(amara, { organizationId, email: CAST.priya.email, role: "member" });
    const [invitation] = await openInvitations(organizationId, NOON);
    expect(await codeOf(acceptInvitation(personOf("priya"), { invitationId: invitation!.id }))).toBe("sso-required");
    // An admin can turn it off for owners who can't.
    await turnSignIn(personOf("ada"), { organizationId, to: "off" });
    expect((await password("mei")).location).not.toBeNull();
  });

  test("asks for the second factor, also where it's required", async () => {
    be(`noor-${people}`, CAST.noor.email);
    await visit();
    await withSecondFactor("noor");
    await turn("required");
    const browser = new TestBrowser();
    expect(await visit(browser)).toBe("/signin/second-factor");
    expect(await browser.actor()).toMatchObject({ kind: "guest" });
    const { location } = await browser.send(secondStep, "/signin/second-factor", { code: await appCode("noor") });
    expect(location).not.toBeNull();
    expect(await browser.actor()).toMatchObject({ uid: CAST.noor.uid });
    await world.db.deleteFrom("auth_two_factor").where("userId", "=", CAST.noor.uid).execute();
    await world.db.updateTable("auth_user").set({ twoFactorEnabled: false }).where("id", "=", CAST.noor.uid).execute();
  });
});

test.each(["signature", "nonce", "audience", "issuer", "expired", "none-algorithm"] as const)(
  "OpenID Connect: refuses a token with a wrong %s, and tells the owners once",
  async (fault) => {
    await save(oidcSettings());
    await turnOn();
    oidc.fault = fault;
    expect(problemIn(await visit())).toBe("untrusted");
    expect(problemIn(await visit())).toBe("untrusted");
    expect((await changes()).filter((it) => it === "failing")).toHaveLength(1);
    oidc.fault = null;
    expect(problemIn(await visit())).toBeNull();
    expect((await findSignIn(organizationId))?.failedAt).toBeNull();
  },
);

test("OpenID Connect: refuses an unconfirmed address, and says when the provider is away", async () => {
  await save(oidcSettings());
  await turnOn();
  oidc.person = { ...oidc.person, email_verified: false };
  expect(problemIn(await visit())).toBe("not-confirmed");
  oidc.person = { ...oidc.person, xms_edov: true };
  expect(problemIn(await visit())).toBeNull();
  // What it published is remembered, so only a changed provider is looked up again.
  await save({ ...oidcSettings(), clientSecret: "" });
  oidc.away = true;
  expect(problemIn(await visit())).toBe("unreachable");
  expect((await changes()).at(-1)).toBe("failing");
});

describe("SAML", () => {
  beforeEach(async () => {
    await saveSaml();
    await turnOn();
  });

  test.each(SAML_FAULTS)("refuses a response that is %s", async (fault) => {
    saml.fault = fault;
    const browser = new TestBrowser();
    expect(problemIn(await visit(browser))).toBe("untrusted");
    expect(await browser.actor()).toMatchObject({ kind: "guest" });
    expect(await memberWith(`evil-${saml.person.email}`)).toBeUndefined();
  });

  test("accepts a response once, and none that wasn't asked for", async () => {
    const browser = new TestBrowser();
    const { fields } = saml.answer(await begin(browser));
    expect(problemIn(await post({ ...fields, RelayState: "" }))).toBe("unasked");
    expect(problemIn(await post({ ...fields, SAMLResponse: "" }))).toBe("untrusted");
    const other = saml.answer(await begin(new TestBrowser())).fields;
    expect(problemIn(await post({ ...fields, RelayState: other.RelayState }))).toBe("untrusted");
    expect(await post(fields)).toContain("/finish?attempt=");
    expect(problemIn(await post(fields))).toBe("expired");
  });

  test("a certificate is replaced by saving the metadata again", async () => {
    await visit();
    saml.rotate(true);
    expect(problemIn(await visit())).toBe("untrusted");
    expect(await saveSaml()).toEqual({ isSame: true });
    expect(problemIn(await visit())).toBeNull();
  });

  test.each([
    ["", "Paste the metadata"],
    ["<a", "This isn't XML."],
    ["<a/>", "This isn't SAML metadata."],
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "This metadata has a document type."],
    ["x".repeat(60_001), "This metadata is too long."],
  ])("refuses metadata that it can't use: %#", async (metadata, message) => {
    await expect(save({ protocol: "saml", metadata })).rejects.toMatchObject({
      fields: { metadata: expect.stringContaining(message) },
    });
  });

  test("refuses metadata without TLS, without a certificate, and of several systems", async () => {
    const good = saml.metadata();
    for (const [metadata, message] of [
      [good.replace(/http:\/\/127[^"]+\/sso/, "http://login.example.edu/sso"), "must begin with https"],
      [good.replace(/<md:KeyDescriptor.*<\/md:KeyDescriptor>/s, ""), "has no certificate"],
      [good.replace(/MII[^<]+/, "MIIabc"), "can't be read"],
      [good.replace("HTTP-Redirect", "SOAP"), "no sign-in address"],
    ] as const)
      await expect(save({ protocol: "saml", metadata })).rejects.toMatchObject({
        fields: { metadata: expect.stringContaining(message) },
      });
  });
});

test("attempts are forgotten", async () => {
  await save(oidcSettings());
  await turnOn();
  await begin(new TestBrowser());
  await world.db
    .updateTable("sign_in_attempts")
    .set({ startedAt: new Date(0) })
    .execute();
  await Promise.all([dropSpentAttempts(), dropSpentAttempts()]);
  expect(await world.db.selectFrom("sign_in_attempts").select("id").execute()).toEqual([]);
});
