import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { CLOCK, type Person } from "#app/platform/rules/core/actor.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { GENERIC_PROFILES } from "#app/features/policy-profiles/rules/first-profiles.ts";
import type { ProfileContent } from "#app/features/policy-profiles/rules/profile.ts";
import { recordFirstProfiles } from "#app/features/policy-profiles/server/profile-rows.ts";
import type { ChoicesPatch } from "../../rules/draft/choices.ts";
import { planChange } from "../changes/plan-change.ts";
import { quoteOrder } from "../drafts/quote-order.ts";
import { readDraftPage } from "../drafts/read-draft-page.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { startDraft } from "../drafts/start-draft.ts";
import { removeRecordsOf } from "../retention/remove-records.ts";
import { manuscript, upload } from "../uploads/testing-uploads.ts";
import { getOrder } from "../views/find-order.ts";
import { getOrderView } from "../views/get-order-view.ts";
import { keepPolicy, policyOfChoices, policyOfOrder } from "./order-policy.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  await world.db.deleteFrom("order_policies").execute();
  await world.db.deleteFrom("policy_profile_versions").execute();
  await transact(CLOCK, recordFirstProfiles);
});

const amara = personOf("amara");
const mei = personOf("mei");
const ada = personOf("ada");
const jonas = personOf("jonas");

const USUAL = GENERIC_PROFILES[1]!.content;
/** Publishes a version of a profile. */
async function publish(profileId: string, version: number, change: Partial<ProfileContent> = {}): Promise<string> {
  const id = newId("policyProfileVersion");
  await world.db
    .insertInto("policy_profile_versions")
    .values({
      id,
      profileId,
      version,
      status: "approved",
      content: json({
        ...USUAL,
        institution: "University of Bergen",
        generic: false,
        url: "https://uib.example/",
        ...change,
      }),
      basedOn: version - 1,
      effectiveAt: NOON,
      draftedBy: ada.uid,
      draftedAt: NOON,
      decidedBy: personOf("ben").uid,
      decidedAt: NOON,
      readBy: ada.uid,
      readOn: "2026-11-20",
    })
    .execute();
  return id;
}
const COMPLETE: ChoicesPatch = {
  service: "copyediting",
  turnaround: "7d",
  subfield: "ecology",
  variant: "UK",
  styleGuide: "apa",
  documentType: "thesis",
};
async function draft(patch: ChoicesPatch, words = 5_000, who: Person = amara): Promise<string> {
  const { id } = await startDraft(who, { fresh: true });
  await upload(who, id, `paper ${id}.docx`, manuscript(words - 1));
  await saveDraft(who, { orderId: id, patch: { ...COMPLETE, ...patch } });
  return id;
}
const quoted = async (patch: ChoicesPatch, words?: number): Promise<string> => {
  const orderId = await draft(patch, words);
  await quoteOrder(amara, { orderId });
  return orderId;
};
const fieldsOf = async (patch: ChoicesPatch, words?: number): Promise<Record<string, string>> => {
  const problem = await quoted(patch, words).catch((error: unknown) => error);
  return (problem as { fields?: Record<string, string> }).fields ?? {};
};
const policyOf = async (orderId: string) => policyOfOrder(await getOrder(orderId));

describe("an order under a policy", () => {
  test("is refused for what the policy rules out, with the reason at the field", async () => {
    await publish("bergen", 1, { minWords: 4_000, appliesTo: ["thesis"] });
    expect(await fieldsOf({ policy: "bergen", service: "substantive" })).toEqual({
      service: "This policy doesn't allow substantive editing. Choose another service.",
    });
    expect(await fieldsOf({ policy: "bergen" }, 3_999)).toEqual({
      policy: "This policy allows editing from 4,000 words on. Your manuscript has 3,999 words.",
    });
    expect(await fieldsOf({ policy: "bergen", documentType: "essay" })).toEqual({
      policy: "This policy allows editing of theses, but not of essays.",
    });
    expect(await fieldsOf({ policy: "bergen" })).toEqual({});
    // A draft of nobody isn't offered.
    expect(await fieldsOf({ policy: "otago" })).toEqual({
      policy: "This policy isn't offered anymore. Choose another one.",
    });
    // Other documents aren't assessed.
    expect(await fieldsOf({ policy: "otago", documentType: "research-article", service: "expert" })).toEqual({});
  });

  test("asks for the supervisor's consent where the policy does, and keeps it as evidence", async () => {
    await publish("bergen", 1, { demands: ["consent"] });
    expect(await fieldsOf({ policy: "bergen" })).toEqual({
      supervisorName: "Enter your supervisor's name.",
      supervisorConsent: "Confirm that your supervisor agreed.",
    });
    const orderId = await quoted({ policy: "bergen", supervisorName: "Dr. Liv Berg", supervisorConsent: true });
    const consent = { name: "Dr. Liv Berg", at: NOON };
    expect((await getOrderView(amara, orderId, { openQueries: 0 })).policy).toMatchObject({
      name: "University of Bergen",
      version: 1,
      consent,
      own: false,
    });
    expect((await getOrderView(ada, orderId, { openQueries: 0 })).policy?.consent).toEqual(consent);
    await expect(getOrderView(mei, orderId, { openQueries: 0 })).rejects.toMatchObject({ kind: "not-found" });
    // Another policy needs another consent.
    const saved = await saveDraft(amara, { orderId, patch: { policy: "generic-usual" } });
    expect(saved.choices.supervisorConsent).toBeUndefined();
  });

  test("keeps its version, and a draft follows the newest one", async () => {
    const first = await publish("bergen", 1);
    const orderId = await quoted({ policy: "bergen" });
    const open = await draft({ policy: "bergen" });
    await publish("bergen", 2, { policy: "The new rule", offered: true });
    expect(await policyOf(orderId)).toMatchObject({ versionId: first, version: 1 });
    expect(await policyOf(open)).toMatchObject({ version: 2, profile: { policy: "The new rule" } });
    await quoteOrder(amara, { orderId: open });
    await publish("bergen", 3, { offered: false });
    // A price that's held keeps its policy, too.
    await quoteOrder(amara, { orderId });
    expect(await policyOf(orderId)).toMatchObject({ version: 1 });
    expect(await policyOf(open)).toMatchObject({ version: 2 });
    await saveDraft(amara, { orderId, patch: { service: "proofreading" } });
    expect(await policyOf(orderId)).toBeNull();
    await expect(quoteOrder(amara, { orderId })).rejects.toThrow("This policy isn't offered anymore.");
  });

  test("keeps one policy when it's placed twice at once, and none when it's chosen away", async () => {
    const orderId = await draft({ policy: "generic-usual" });
    await Promise.allSettled([quoteOrder(amara, { orderId }), quoteOrder(amara, { orderId })]);
    expect(await world.db.selectFrom("order_policies").selectAll().execute()).toHaveLength(1);
    await saveDraft(amara, { orderId, patch: { policy: null } });
    await quoteOrder(amara, { orderId });
    expect(await world.db.selectFrom("order_policies").selectAll().execute()).toEqual([]);
    expect(await policyOf(orderId)).toBeNull();
  });

  test("can be under a policy that isn't listed, in the client's words", async () => {
    expect(await fieldsOf({ policy: "own" })).toEqual({ ownPolicy: "Enter your university's name." });
    const own = { institution: "Uni Trier", url: "https://uni-trier.example/", may: [], others: "forbidden" as const };
    expect(await fieldsOf({ policy: "own", ownPolicy: { ...own, url: "", others: "comment" } })).toEqual({
      ownPolicy: "Paste the address of your university's policy.",
    });
    expect((await fieldsOf({ policy: "own", ownPolicy: own }))["ownPolicy"]).toBe(
      "Tick what your university allows, or allow comments.",
    );
    const orderId = await quoted({ policy: "own", ownPolicy: { ...own, others: "comment" } });
    expect(await policyOf(orderId)).toMatchObject({ versionId: null, own: { institution: "Uni Trier" } });
    await expect(
      saveDraft(amara, { orderId, patch: { policy: "own", ownPolicy: { ...own, url: "javascript:alert(1)" } } }),
    ).rejects.toThrow("Enter the whole address, starting with https://.");
  });

  test("can't be changed by somebody else, or to a service that it rules out", async () => {
    const orderId = await draft({});
    await expect(saveDraft(mei, { orderId, patch: { policy: "generic-usual" } })).rejects.toMatchObject({
      kind: "not-found",
    });
    const { id } = await orderIn("in_progress");
    const choices = { documentType: "thesis" as const, policy: "generic-strict" };
    await transact(CLOCK, async (ctx) => keepPolicy(ctx, id, choices, await policyOfChoices(choices, ctx.tx)));
    const order = await getOrder(id);
    const wanted = { addOns: {}, newDueAt: "" };
    await expect(planChange(amara, order, { ...wanted, service: "substantive" }, NOON, world.db)).rejects.toThrow(
      "This policy doesn't allow substantive editing.",
    );
    await planChange(amara, order, { ...wanted, service: "proofreading" }, NOON, world.db);
    // Its editor sees the rule, and nothing about the supervisor.
    expect((await getOrderView(jonas, id, { openQueries: 0 })).policy).toMatchObject({ name: "Strict", consent: null });
  });

  test("shows on the order form what it rules out, before anything is placed", async () => {
    const orderId = await draft({ policy: "generic-strict" });
    const page = await readDraftPage(amara, orderId, null);
    expect(page.policy?.ruledOut.services).toEqual({
      substantive: "This policy doesn't allow substantive editing.",
      expert: "This policy doesn't allow expert editing.",
    });
    expect(page.policy?.lines[0]).toMatchObject({ label: "May change", kinds: "spelling and punctuation" });
  });

  test("forgets the supervisor when the order's records are deleted", async () => {
    await publish("bergen", 1, { demands: ["consent"] });
    const orderId = await quoted({ policy: "bergen", supervisorName: "Dr. Liv Berg", supervisorConsent: true });
    await removeRecordsOf(orderId);
    expect(JSON.stringify(await world.db.selectFrom("order_policies").selectAll().execute())).not.toContain("Liv Berg");
    expect(JSON.stringify((await getOrder(orderId)).choices)).not.toContain("Liv Berg");
    expect(await policyOf(orderId)).toMatchObject({ version: 1 });
  });
});
