import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startMailDns } from "#boot/testing/mail-dns-double.ts";
import { NOON, openWorld, type TestWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { DETAILS, codeOf, kindOf, lab } from "#app/features/backoffice/testing/lab.ts";
import { closeOrganization } from "#app/features/payments/server/balance/close-organization.ts";
import { type Person, NOBODY } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { MOST_DOMAINS } from "../../rules/domain.ts";
import { createOrganization } from "../change-organization.ts";
import { membersOf } from "../find-organization.ts";
import { inviteMember, acceptInvitation, openInvitations, removeMember } from "../members.ts";
import { addDomain, askForDomain, checkDomain, decideDomain, keepProof, removeDomain } from "./claim-domain.ts";
import { domainsOf, institutionFor } from "./find-domains.ts";
import { joinByDomain, saveJoining } from "./join-by-domain.ts";

let world: TestWorld;
let dns: ReturnType<typeof startMailDns>;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  dns = startMailDns();
  await world.db.deleteFrom("organization_domains").execute();
});

const [amara, mei, noor, jonas, ada, farah] = (["amara", "mei", "noor", "jonas", "ada", "farah"] as const).map(
  personOf,
) as [Person, Person, Person, Person, Person, Person];

/** A domain of an organization, proved by its record. */
async function proved(organizationId: string, domain: string): Promise<string> {
  await addDomain(amara, { organizationId, domain });
  const one = (await domainsOf(organizationId)).find((it) => it.domain === domain)!;
  dns.records.set(one.record.host, one.record.value);
  await checkDomain(amara, { organizationId, domainId: one.id });
  return one.id;
}

test("a domain is proved by its DNS record, which is looked up at its own host", async () => {
  const organizationId = await lab();
  await addDomain(amara, { organizationId, domain: "someone@Volta.example" });
  await addDomain(amara, { organizationId, domain: "volta.example" });
  const [one, ...others] = await domainsOf(organizationId);
  expect(others).toEqual([]);
  expect(one).toMatchObject({ domain: "volta.example", state: "open" });
  const check = () => checkDomain(amara, { organizationId, domainId: one!.id });
  expect(await codeOf(check())).toBe("no_record");
  dns.records.set(one!.record.host, `${one!.record.value}x`);
  expect(await codeOf(check())).toBe("no_record");
  expect(dns.asked.every((host) => host === "_stet-challenge.volta.example")).toBe(true);
  dns.records.set(one!.record.host, one!.record.value);
  await Promise.all([check(), check()]);
  await check();
  expect(await domainsOf(organizationId)).toMatchObject([{ state: "verified", verifiedAt: NOON }]);
  const facts = await world.db
    .selectFrom("facts")
    .select("data")
    .where("kind", "=", "organization.domain_changed")
    .where("subjectId", "=", organizationId)
    .orderBy("id")
    .execute();
  expect(facts.map(({ data }) => data)).toMatchObject([
    { change: "added" },
    { change: "verified", uids: [amara.uid], domain: "volta.example" },
  ]);
});

test("name servers that don't answer end the check, and checks are limited", async () => {
  const organizationId = await lab();
  await addDomain(amara, { organizationId, domain: "slow.example" });
  const [one] = await domainsOf(organizationId);
  dns.records.set(one!.record.host, "slow");
  const check = () => checkDomain(amara, { organizationId, domainId: one!.id });
  expect(await codeOf(check())).toBe("dns");
  dns.records.delete(one!.record.host);
  const codes = [];
  for (let i = 0; i < 20; i++) codes.push(await codeOf(check()));
  expect(codes.filter((code) => code === "no_record")).toHaveLength(19);
  expect(codes.at(-1)).toBe("too_often");
}, 20_000);

test("providers are refused, and an organization has so many domains at most", async () => {
  const organizationId = await lab();
  await expect(addDomain(amara, { organizationId, domain: "gmail.com" })).rejects.toMatchObject({
    code: "public_domain",
    fields: { domain: expect.any(String) as string },
  });
  await expect(addDomain(amara, { organizationId, domain: "nothing" })).rejects.toMatchObject({ kind: "invalid" });
  for (let i = 0; i < MOST_DOMAINS; i++) await addDomain(amara, { organizationId, domain: `d${i}.example` });
  expect(await codeOf(addDomain(amara, { organizationId, domain: "more.example" }))).toBe("too_many");
});

test("of two organizations that prove a domain at once, one holds it until it removes it", async () => {
  const [first, second] = [await lab(), await lab()];
  const ids: [string, string][] = [];
  for (const organizationId of [first, second]) {
    await addDomain(amara, { organizationId, domain: "both.example" });
    ids.push([organizationId, (await domainsOf(organizationId))[0]!.id]);
  }
  const codes = await Promise.all(
    ids.map(([organizationId, domainId]) => codeOf(keepProof(amara, { organizationId, domainId }))),
  );
  expect(codes.toSorted()).toEqual(["domain_taken", "done"]);
  const [held, wanting] = codes[0] === "done" ? [ids[0]!, ids[1]!] : [ids[1]!, ids[0]!];
  expect(await codeOf(addDomain(amara, { organizationId: await lab(), domain: "both.example" }))).toBe("domain_taken");
  await Promise.all([1, 2].map(() => removeDomain(amara, { organizationId: held[0], domainId: held[1] })));
  await keepProof(amara, { organizationId: wanting[0], domainId: wanting[1] });
  expect(await domainsOf(held[0])).toEqual([]);
});

test("an owner's address and an admin's approval prove a domain too", async () => {
  const organizationId = await lab();
  await addDomain(amara, { organizationId, domain: "demo.test" });
  await addDomain(amara, { organizationId, domain: "other.example" });
  const [one, other] = await domainsOf(organizationId);
  const at = { organizationId, domainId: one!.id };
  expect(await kindOf(askForDomain(amara, { organizationId, domainId: other!.id }))).toBe("refused");
  expect(await kindOf(askForDomain(mei, at))).toBe("refused");
  await Promise.all([askForDomain(amara, at), askForDomain(amara, at)]);
  expect(await domainsOf(organizationId)).toMatchObject([
    { state: "asked", asked: { by: amara.displayName, email: amara.email } },
    { state: "open", asked: null },
  ]);
  for (const other of [amara, farah, jonas, NOBODY])
    expect(await kindOf(decideDomain(other, { ...at, approve: true }))).toBe("refused");
  expect(await codeOf(decideDomain(ada, { ...at, approve: false }))).toBe("reason");
  await decideDomain(ada, { ...at, approve: false, reason: "Ask your office." });
  await decideDomain(ada, { ...at, approve: false, reason: "Ask your office." });
  expect(await domainsOf(organizationId)).toMatchObject([{ state: "open", reason: "Ask your office." }, {}]);
  await askForDomain(amara, at);
  await Promise.all([decideDomain(ada, { ...at, approve: true }), decideDomain(ada, { ...at, approve: true })]);
  expect(await domainsOf(organizationId)).toMatchObject([{ state: "verified" }, {}]);
  expect(await codeOf(decideDomain(ada, { ...at, approve: false, reason: "No." }))).toBe("decided");
});

test("an approval needs the address still, and nobody decides for their own organization", async () => {
  const organizationId = await lab();
  await addDomain(amara, { organizationId, domain: "demo.test" });
  const at = { organizationId, domainId: (await domainsOf(organizationId))[0]!.id };
  await askForDomain(amara, at);
  await inviteMember(amara, { organizationId, email: ada.email, role: "member" });
  await acceptInvitation(ada, { invitationId: (await openInvitations(organizationId, NOON))[0]!.id });
  expect(await kindOf(decideDomain(ada, { ...at, approve: true }))).toBe("refused");
  await removeMember(amara, { organizationId, uid: ada.uid });
  await world.db.updateTable("users").set({ email: "amara@moved.example" }).where("uid", "=", amara.uid).execute();
  expect(await codeOf(decideDomain(ada, { ...at, approve: true }))).toBe("address_changed");
  await world.db.updateTable("users").set({ email: amara.email }).where("uid", "=", amara.uid).execute();
});

test("people with a verified address at the domain join once, with the organization's limits", async () => {
  const organizationId = await lab();
  expect(await institutionFor(noor)).toBeNull();
  await proved(organizationId, "demo.test");
  const name = (await institutionFor(noor))!.name;
  expect(await institutionFor(noor)).toEqual({ id: organizationId, name });
  for (const no of [NOBODY, { ...noor, emailVerified: false }, { ...noor, email: "noor@sub.demo.test" }, mei])
    expect(await institutionFor(no)).toBeNull();
  const unverified = { ...noor, emailVerified: false };
  expect(await kindOf(joinByDomain(unverified, { organizationId }))).toBe("refused");
  expect(await kindOf(joinByDomain(noor, { organizationId: await lab() }))).toBe("refused");
  const joined = await Promise.all([1, 2].map(() => joinByDomain(noor, { organizationId })));
  expect(joined).toEqual([
    { organizationId, name },
    { organizationId, name },
  ]);
  expect((await membersOf(organizationId)).find((m) => m.uid === noor.uid)).toMatchObject({
    role: "member",
    monthMinor: 0,
    orderMinor: null,
  });
  expect(await institutionFor(noor)).toBeNull();
  // Her own leaving doesn't bar her, a removal does, and an invitation lifts it.
  await removeMember(noor, { organizationId, uid: noor.uid });
  await saveJoining(amara, { organizationId, joins: true, month: "250", order: "100" });
  await joinByDomain(noor, { organizationId });
  expect((await membersOf(organizationId)).find((m) => m.uid === noor.uid)).toMatchObject({
    monthMinor: 25_000,
    orderMinor: 10_000,
  });
  await removeMember(amara, { organizationId, uid: noor.uid });
  expect(await institutionFor(noor)).toBeNull();
  expect(await kindOf(joinByDomain(noor, { organizationId }))).toBe("refused");
  await inviteMember(amara, { organizationId, email: noor.email, role: "member" });
  await acceptInvitation(noor, { invitationId: (await openInvitations(organizationId, NOON))[0]!.id });
  await removeMember(noor, { organizationId, uid: noor.uid });
  expect(await institutionFor(noor)).not.toBeNull();
});

test("an owner turns joining off, and nobody joins a closed organization", async () => {
  const organizationId = await lab();
  await proved(organizationId, "demo.test");
  expect(await kindOf(saveJoining(mei, { organizationId, joins: false }))).toBe("refused");
  await saveJoining(amara, { organizationId, joins: false });
  expect(await institutionFor(noor)).toBeNull();
  expect(await kindOf(joinByDomain(noor, { organizationId }))).toBe("refused");
  await saveJoining(amara, { organizationId, joins: true });
  await world.db.updateTable("organizations").set({ closedAt: NOON }).where("id", "=", organizationId).execute();
  expect(await institutionFor(noor)).toBeNull();
});

test("closing an organization frees its domains", async () => {
  const { organizationId } = await createOrganization(amara, { ...DETAILS, clientKey: "closes with a domain" });
  await proved(organizationId, "freed.example");
  await closeOrganization(amara, { organizationId });
  expect(await domainsOf(organizationId)).toEqual([]);
  await proved(await lab(), "freed.example");
});

test("a domain of another organization isn't found", async () => {
  const [first, second] = [await lab(), await lab()];
  await addDomain(amara, { organizationId: first, domain: "mine.example" });
  const [one] = await domainsOf(first);
  for (const domainId of [one!.id, newId("organizationDomain"), "odm_none"]) {
    expect(await kindOf(askForDomain(amara, { organizationId: second, domainId }))).toBe("not-found");
    expect(await kindOf(checkDomain(amara, { organizationId: second, domainId }))).toBe("not-found");
  }
  expect(await kindOf(checkDomain(mei, { organizationId: first, domainId: one!.id }))).toBe("refused");
  expect(await kindOf(checkDomain(noor, { organizationId: first, domainId: one!.id }))).toBe("not-found");
});
