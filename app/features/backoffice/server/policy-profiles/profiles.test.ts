import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { type Person, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { EDIT_KINDS } from "#app/features/documents/rules/kinds/edit-kind.ts";
import { GENERIC_PROFILES, REAL_PROFILES } from "#app/features/policy-profiles/rules/first-profiles.ts";
import type { ProfileContent } from "#app/features/policy-profiles/rules/profile.ts";
import { findProfile, listProfiles, readProfileVersion } from "#app/features/policy-profiles/server/read-profiles.ts";
import { approvePolicyProfile, proposePolicyProfile } from "./decide-profile.ts";
import { declinePolicyProfile, discardPolicyProfile, takeBackPolicyProfile } from "./profile-versions.ts";
import { confirmProfileRead, savePolicyProfile, updatePolicyProfile } from "./save-profile.ts";
import { addPolicyProfile, startPolicyProfile } from "./start-profile.ts";
import { recordFirstPolicyProfiles, watchPolicyProfiles } from "./watch-profiles.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  await world.db.deleteFrom("policy_profile_versions").execute();
  await recordFirstPolicyProfiles();
});

const ada = personOf("ada");
const ben = personOf("ben");
const cleo = personOf("cleo");
const amara = personOf("amara");
const TODAY = dayOf(NOON);
const NEXT_YEAR = "2027-11-25";

const rowOf = (id: string) =>
  world.db.selectFrom("policy_profile_versions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const seen = async (draftId: string) => ({ draftId, revision: (await rowOf(draftId)).revision });
const decided = (content: ProfileContent): ProfileContent => ({
  ...content,
  kinds: Object.fromEntries(
    EDIT_KINDS.map((kind) => [kind, content.kinds[kind] ?? "comment"]),
  ) as ProfileContent["kinds"],
  reviewOn: NEXT_YEAR,
});
const save = async (draftId: string, change: Partial<ProfileContent> = {}, by: Person = ada) => {
  const { generic: _set, ...content } = { ...decided((await rowOf(draftId)).content), ...change };
  return savePolicyProfile(by, { ...(await seen(draftId)), content });
};
const read = async (draftId: string, by: Person = ada) =>
  confirmProfileRead(by, { ...(await seen(draftId)), readOn: TODAY, whole: "yes" });
const propose = async (draftId: string, by: Person = ada) =>
  proposePolicyProfile(by, { ...(await seen(draftId)), reason: "I've read the page." });
const approve = async (draftId: string, by: Person = ben) => approvePolicyProfile(by, await seen(draftId));
async function proposed(profileId = "oxford", change: Partial<ProfileContent> = {}): Promise<string> {
  const { draftId } = await startPolicyProfile(ada, { profileId });
  await save(draftId, change);
  await read(draftId);
  await propose(draftId);
  return draftId;
}

describe("a new database", () => {
  test("has the generic profiles published and the real ones as drafts of nobody", async () => {
    expect((await listProfiles()).map((it) => it.profileId)).toEqual(GENERIC_PROFILES.map((it) => it.id));
    const rows = await world.db
      .selectFrom("policy_profile_versions")
      .selectAll()
      .where("status", "=", "draft")
      .execute();
    expect(rows.map((row) => row.profileId).sort()).toEqual(REAL_PROFILES.map((it) => it.id).sort());
    expect(rows.every((row) => row.draftedBy === null && row.readOn === null)).toBe(true);
  });

  test("records them once, also in two processes, and corrects only drafts of nobody", async () => {
    const { draftId } = await startPolicyProfile(ada, { profileId: "oxford" });
    await save(draftId, { note: "Mine." });
    await world.db
      .updateTable("policy_profile_versions")
      .set({ content: json({ ...REAL_PROFILES[1]!.content, note: "An older text." }) })
      .where("profileId", "=", REAL_PROFILES[1]!.id)
      .execute();
    await Promise.all([recordFirstPolicyProfiles(), recordFirstPolicyProfiles()]);
    const rows = await world.db.selectFrom("policy_profile_versions").selectAll().execute();
    expect(rows).toHaveLength(GENERIC_PROFILES.length + REAL_PROFILES.length);
    expect(rows.find((row) => row.id === draftId)?.content.note).toBe("Mine.");
    expect(rows.find((row) => row.profileId === REAL_PROFILES[1]!.id)?.content).toEqual(REAL_PROFILES[1]!.content);
  });
});

describe("publishing", () => {
  test("takes two people and a page that was read, and students are offered it at once", async () => {
    const { draftId } = await startPolicyProfile(ada, { profileId: "oxford" });
    await expect(propose(draftId)).rejects.toThrow(/Decide what the policy says about/);
    expect(await save(draftId)).toEqual({ changed: true });
    expect(await save(draftId)).toEqual({ changed: false });
    await expect(propose(draftId)).rejects.toThrow("Read the whole page of the policy");
    await read(draftId);
    await read(draftId);
    expect(await rowOf(draftId)).toMatchObject({ readBy: ada.uid, readOn: TODAY });
    await propose(draftId);
    expect(await findProfile("oxford")).toBeNull();
    await expect(approve(draftId, ada)).rejects.toThrow("Another admin has to decide about your profile.");
    await expect(approve(draftId, cleo)).rejects.toThrow("Only admins can decide about policy profiles.");
    expect(await approve(draftId)).toEqual({ profileId: "oxford", version: 1 });
    expect(await approve(draftId)).toEqual({ profileId: "oxford", version: 1 });
    expect(await findProfile("oxford")).toMatchObject({ version: 1, profile: { readOn: TODAY, minWords: 10_000 } });
  });

  test("needs the page read again when its address changes", async () => {
    const { draftId } = await startPolicyProfile(ada, { profileId: "oxford" });
    await save(draftId);
    await read(draftId);
    await save(draftId, { url: "https://academic.admin.ox.ac.uk/new" });
    expect((await rowOf(draftId)).readOn).toBeNull();
    await expect(propose(draftId)).rejects.toThrow("Read the whole page");
  });

  test("can be declined, corrected, taken back, and discarded", async () => {
    const draftId = await proposed();
    await expect(save(draftId, { note: "Later" })).rejects.toThrow("waiting for approval");
    await declinePolicyProfile(ben, { ...(await seen(draftId)), note: "Its minimum is missing." });
    expect(await rowOf(draftId)).toMatchObject({ status: "draft", decisionNote: "Its minimum is missing." });
    await propose(draftId);
    await takeBackPolicyProfile(ada, { draftId });
    await takeBackPolicyProfile(ada, { draftId });
    await expect(discardPolicyProfile(ben, { draftId })).rejects.toThrow("Only the person who started this draft");
    await discardPolicyProfile(ada, { draftId });
    await discardPolicyProfile(ada, { draftId });
    // What the product comes with can be taken over by somebody else.
    const next = await startPolicyProfile(ben, { profileId: "oxford" });
    expect(next.draftId).not.toBe(draftId);
    expect((await rowOf(next.draftId)).content).toEqual(REAL_PROFILES[0]!.content);
  });

  test("of two approvals at once, one counts; of two drafts, the later has to be compared", async () => {
    const first = await proposed();
    const { draftId: second } = await startPolicyProfile(ben, { profileId: "oxford" });
    await save(second, { note: "Another reading." }, ben);
    await read(second, ben);
    await propose(second, ben);
    const answers = await Promise.allSettled([approve(first, ben), approve(second, ada)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual(["fulfilled", "rejected"]);
    const late = answers[0]!.status === "rejected" ? first : second;
    const [drafter, checker] = late === first ? [ada, ben] : [ben, ada];
    await takeBackPolicyProfile(drafter, { draftId: late });
    await updatePolicyProfile(drafter, { draftId: late });
    await propose(late, drafter);
    expect(await approve(late, checker)).toMatchObject({ version: 2 });
  });

  test("what was chosen stays readable after a newer version, and when it isn't offered anymore", async () => {
    await approve(await proposed());
    const before = (await findProfile("oxford"))!;
    const { draftId } = await startPolicyProfile(ada, { profileId: "oxford" });
    await expect(propose(draftId)).rejects.toThrow("Read the whole page");
    await save(draftId, { offered: false });
    await read(draftId);
    await propose(draftId);
    await approve(draftId);
    expect(await findProfile("oxford")).toBeNull();
    expect((await listProfiles()).some((it) => it.profileId === "oxford")).toBe(false);
    expect(await readProfileVersion(before.id)).toEqual(before);
  });

  test("is for the content team and admins", async () => {
    await expect(startPolicyProfile(amara, { profileId: "oxford" })).rejects.toThrow(
      "Only admins and the content team",
    );
    await expect(startPolicyProfile(ada, { profileId: "nowhere" })).rejects.toThrow("couldn't find");
    const { draftId } = await startPolicyProfile(cleo, { profileId: "oxford" });
    await expect(save(draftId)).rejects.toThrow("Only the person who started this draft can change it.");
    await save(draftId, {}, cleo);
    await read(draftId, cleo);
    await propose(draftId, cleo);
    expect(await approve(draftId)).toMatchObject({ version: 1 });
  });

  test("refuses a day that hasn't come, a blank reading, and a save of a page that's old", async () => {
    const { draftId } = await startPolicyProfile(ada, { profileId: "oxford" });
    const at = await seen(draftId);
    await expect(confirmProfileRead(ada, { ...at, readOn: "2026-12-24", whole: "yes" })).rejects.toThrow(
      "Choose today or an earlier day.",
    );
    await expect(confirmProfileRead(ada, { ...at, readOn: TODAY, whole: "" as "yes" })).rejects.toThrow(/tick the box/);
    await save(draftId);
    const { generic: _set, ...content } = (await rowOf(draftId)).content;
    await expect(savePolicyProfile(ada, { ...at, content: { ...content, note: "Old tab" } })).rejects.toThrow(
      "changed after you opened the page",
    );
  });
});

describe("a profile of an institution that has none", () => {
  test("is added by name, once", async () => {
    const { draftId } = await addPolicyProfile(ada, { institution: "University of Bergen" });
    expect(await rowOf(draftId)).toMatchObject({ profileId: "university-of-bergen", draftedBy: ada.uid, basedOn: 0 });
    expect(Object.values((await rowOf(draftId)).content.kinds).every((rule) => rule === null)).toBe(true);
    expect(await addPolicyProfile(ada, { institution: "University of Bergen" })).toEqual({ draftId });
    await expect(addPolicyProfile(ben, { institution: "University of Bergen" })).rejects.toThrow(
      "There is a profile of University of Bergen.",
    );
    await expect(addPolicyProfile(ada, {})).rejects.toThrow("Enter the institution.");
    await expect(addPolicyProfile(amara, { institution: "Anywhere" })).rejects.toThrow("Only admins");
  });
});

describe("the next review", () => {
  test("reminds staff once, and not of a version that was replaced or isn't offered", async () => {
    await approve(await proposed());
    await approve(await proposed("leicester"));
    const { draftId } = await startPolicyProfile(ada, { profileId: "leicester" });
    await save(draftId, { reviewOn: "2029-01-01" });
    await read(draftId);
    await propose(draftId);
    await approve(draftId);
    setClock(after(NOON, 360 * DAY));
    expect(await watchPolicyProfiles(after(NOON, 360 * DAY))).toBe(0);
    setClock(new Date(`${NEXT_YEAR}T08:00:00Z`));
    expect(await watchPolicyProfiles(new Date())).toBe(1);
    expect(await watchPolicyProfiles(new Date())).toBe(0);
    const facts = await world.db
      .selectFrom("facts")
      .select("data")
      .where("kind", "=", "policy_profile.review_due")
      .execute();
    expect(facts.map((fact) => fact.data)).toEqual([
      { profileId: "oxford", name: "University of Oxford", reviewOn: NEXT_YEAR },
    ]);
  });
});

test("the database refuses one person in both roles", async () => {
  const draftId = await proposed();
  await expect(
    transact(SYSTEM, ({ tx }) =>
      tx
        .updateTable("policy_profile_versions")
        .set({ status: "approved", version: 1, effectiveAt: NOON, decidedBy: ada.uid })
        .where("id", "=", draftId)
        .execute(),
    ),
  ).rejects.toThrow(/check constraint/);
});
