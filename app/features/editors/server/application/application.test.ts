import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, type CastName, personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { currentVersion } from "#app/features/accounts/server/legal/legal-documents.ts";
import { listAcceptances } from "#app/features/accounts/server/legal/record-acceptance.ts";
import { type ApplicationInput, SAMPLE_PARAGRAPH } from "../../rules/application.ts";
import { specimenPdf } from "#db/seed/specimen.ts";
import {
  attachToApplication,
  listApplicationFiles,
  openApplicationFileEndpoint,
  removeApplicationFile,
} from "./application-files.ts";
import { finishSample, startSample } from "./sample-edit.ts";
import { decideApplication } from "./decide-application.ts";
import { findApplication, findOwnApplication, listApplications } from "./find-application.ts";
import { minutesTaken } from "../../rules/samples.ts";
import { saveApplication, submitApplication } from "./save-application.ts";
import { APPLICATION_LIST } from "#app/features/editors/rules/lists/application-list.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.deleteFrom("editor_applications").execute();
  await world.db.deleteFrom("legal_acceptances").execute();
  await world.db.deleteFrom("editors").where("uid", "in", [CAST.amara.uid, CAST.mei.uid]).execute();
  for (const who of ["amara", "mei"] as const) {
    await world.db
      .updateTable("users")
      .set({ role: "client", isEditor: false })
      .where("uid", "=", CAST[who].uid)
      .execute();
    await world.db.updateTable("auth_user").set({ claims: null }).where("id", "=", CAST[who].uid).execute();
  }
});

const answers: ApplicationInput = {
  degree: "PhD, Forestry",
  institution: "University of Ghana",
  subfields: ["ecology", "agriculture"],
  services: ["proofreading", "copyediting"],
  variants: ["UK"],
  years: 6,
  headline: "Forest ecologist",
  bio: "I have edited articles in forestry and soil science for colleagues and for two journals.",
  sample: SAMPLE_PARAGRAPH.replace("is often", "are often"),
  sampleNote: "The last claim is too strong.",
};
const agreement = () => currentVersion("editor-agreement");
const RUBRIC_20 = { language: 17, restraint: 15, meaning: 18, queries: 12, style: 16 };
/** Everything except sending: the fields, evidence, and the sample, started and edited. */
const prepare = async (who: CastName, of: ApplicationInput = answers) => {
  await saveApplication(personOf(who), { answers: of });
  await attachToApplication(personOf(who), [
    { kind: "cv", bytes: specimenPdf(["CV"]) },
    { kind: "degree", bytes: specimenPdf(["PhD"]) },
  ]);
  await startSample(personOf(who), {});
  await saveApplication(personOf(who), { answers: of });
};
const apply = async (who: CastName, of: ApplicationInput = answers) => {
  await prepare(who, of);
  await submitApplication(personOf(who), { agreement: await agreement() });
};
const asked = (search: string) => readListQuery(new URLSearchParams(search), APPLICATION_LIST);
const ada = personOf("ada");

describe("writing an application", () => {
  test("keeps each file once, however often the form sends it with its buttons", async () => {
    const cv = { kind: "cv" as const, bytes: specimenPdf(["The same CV"]) };
    const degree = { kind: "degree" as const, bytes: specimenPdf(["The same degree"]) };
    await saveApplication(personOf("amara"), { answers });
    for (let n = 0; n < 3; n += 1) await attachToApplication(personOf("amara"), [cv, degree]);
    await Promise.all([1, 2].map(() => attachToApplication(personOf("amara"), [cv, degree, cv])));
    const rows = await world.db
      .selectFrom("application_files")
      .select(["kind", "storageKey"])
      .where("uid", "=", CAST.amara.uid)
      .where("removedAt", "is", null)
      .execute();
    expect(rows.map((row) => row.kind).toSorted()).toEqual(["cv", "degree"]);
  });
  test("stores each save, private to the applicant", async () => {
    await saveApplication(personOf("amara"), { answers: { degree: "PhD" } });
    await saveApplication(personOf("amara"), { answers: { degree: "PhD, Forestry", years: 6 } });
    expect(await findOwnApplication(CAST.amara.uid)).toMatchObject({
      status: "draft",
      answers: { degree: "PhD, Forestry", years: 6, headline: "" },
    });
    expect(await findApplication(CAST.amara.uid)).toBeNull();
    expect((await listApplications(asked(""))).total).toBe(0);
  });

  test.each<CastName>(["jonas", "uma"])("is refused to %s, an editor or unverified", async (who) => {
    await expect(saveApplication(personOf(who), { answers: {} })).rejects.toMatchObject({ kind: "refused" });
    await expect(submitApplication(personOf(who), { agreement: await agreement() })).rejects.toMatchObject({
      kind: "refused",
    });
  });

  test("is refused to visitors", async () => {
    await expect(saveApplication(NOBODY, { answers: {} })).rejects.toMatchObject({ kind: "refused" });
  });

  test("reports errors by field", async () => {
    await expect(
      saveApplication(personOf("amara"), { answers: { ...answers, headline: "x".repeat(100) } }),
    ).rejects.toMatchObject({
      kind: "invalid",
      fields: { "answers.headline": "Shorten this to 80 characters or fewer." },
    });
  });
});

describe("sending an application", () => {
  test("stores the accepted agreement version and notifies admins", async () => {
    await apply("amara");
    expect(await findApplication(CAST.amara.uid)).toMatchObject({
      status: "submitted",
      displayName: "Dr. Amara Osei",
      agreementVersion: await agreement(),
      submittedAt: NOON,
      answers: { subfields: ["ecology", "agriculture"] },
    });
    expect(await listAcceptances(CAST.amara.uid)).toEqual([
      {
        document: "editor-agreement",
        version: await agreement(),
        context: "editor application",
        acceptedAt: NOON,
        textSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    await drainJobs();
    expect(
      await world.db
        .selectFrom("notifications")
        .select(["title", "link"])
        .where("kind", "=", "application.submitted")
        .where("forRole", "=", "admin")
        .execute(),
    ).toEqual([{ title: "Dr. Amara Osei applied to be an editor", link: `/admin/editors/${CAST.amara.uid}` }]);
  });

  test("names what's missing, including the agreement, and sends nothing", async () => {
    await prepare("amara", { ...answers, headline: "", sample: SAMPLE_PARAGRAPH });
    await expect(submitApplication(personOf("amara"), { agreement: null })).rejects.toMatchObject({
      kind: "invalid",
      fields: {
        headline: "Enter a short headline.",
        sample: "Edit the paragraph.",
        agreement: "Accept the editor agreement to apply.",
      },
    });
    expect(await findOwnApplication(CAST.amara.uid)).toMatchObject({ status: "draft", submittedAt: null });
    expect(await listAcceptances(CAST.amara.uid)).toEqual([]);
  });

  test("refuses an outdated agreement", async () => {
    await prepare("amara");
    await expect(submitApplication(personOf("amara"), { agreement: "2020-01-01" })).rejects.toMatchObject({
      fields: { agreement: expect.stringContaining("changed since") as string },
    });
  });

  test("happens once, even when sent twice at once, and can't be changed afterward", async () => {
    await expect(submitApplication(personOf("amara"), { agreement: await agreement() })).rejects.toMatchObject({
      kind: "invalid",
      code: "application_empty",
    });
    await prepare("amara");
    const input = { agreement: await agreement() };
    const both = await Promise.allSettled([1, 2].map(() => submitApplication(personOf("amara"), input)));
    expect(both.map((r) => r.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(saveApplication(personOf("amara"), { answers: {} })).rejects.toMatchObject({
      code: "application_sent",
    });
    expect(await findApplication(CAST.amara.uid)).toMatchObject({ answers: { degree: "PhD, Forestry" } });
  });
});

describe("deciding on an application", () => {
  test("approval makes the applicant a trial editor with their application data and notifies them", async () => {
    await apply("amara");
    await decideApplication(ada, { uid: CAST.amara.uid, decision: "approved", note: "Welcome.", rubric: RUBRIC_20 });
    expect(await findApplication(CAST.amara.uid)).toMatchObject({
      status: "approved",
      decidedBy: ada.uid,
      deciderName: "Ada Lindqvist",
      note: "Welcome.",
    });
    expect(
      await world.db
        .selectFrom("editors")
        .select([
          "level",
          "headline",
          "degree",
          "fields",
          "services",
          "variants",
          "timeZone",
          "kycStatus",
          "matchReady",
          "identityApprovedAt",
          "agreementSignedAt",
        ])
        .where("uid", "=", CAST.amara.uid)
        .executeTakeFirst(),
    ).toEqual({
      level: "trial",
      headline: "Forest ecologist",
      degree: "PhD, Forestry, University of Ghana",
      fields: ["ecology", "agriculture"],
      services: ["proofreading", "copyediting"],
      variants: ["UK"],
      timeZone: "Africa/Accra",
      kycStatus: "not_started",
      matchReady: false,
      identityApprovedAt: null,
      agreementSignedAt: null,
    });
    expect(
      await world.db
        .selectFrom("users")
        .select(["role", "isEditor"])
        .where("uid", "=", CAST.amara.uid)
        .executeTakeFirst(),
    ).toEqual({ role: "editor", isEditor: true });
    await drainJobs();
    expect(
      await world.db
        .selectFrom("notifications")
        .select(["title", "link"])
        .where("kind", "=", "application.decided")
        .where("userId", "=", CAST.amara.uid)
        .execute(),
    ).toEqual([{ title: "Your editor application was approved", link: "/editor" }]);
  });

  test("declining requires a note, which the applicant can read; they stay a client", async () => {
    await apply("mei");
    await expect(decideApplication(ada, { uid: CAST.mei.uid, decision: "declined", note: "  " })).rejects.toMatchObject(
      { fields: { note: "Explain why. The applicant will see this." } },
    );
    await decideApplication(ada, {
      uid: CAST.mei.uid,
      decision: "declined",
      note: "The sample leaves the overclaim standing.",
    });
    expect(await findOwnApplication(CAST.mei.uid)).toMatchObject({
      status: "declined",
      note: "The sample leaves the overclaim standing.",
    });
    expect(await world.db.selectFrom("editors").select("uid").where("uid", "=", CAST.mei.uid).execute()).toEqual([]);
    expect(
      await world.db
        .selectFrom("users")
        .select(["role", "isEditor"])
        .where("uid", "=", CAST.mei.uid)
        .executeTakeFirst(),
    ).toEqual({ role: "client", isEditor: false });
  });

  test("keeps the applicant's other roles", async () => {
    await world.db
      .updateTable("auth_user")
      .set({ claims: JSON.stringify({ support: true }) })
      .where("id", "=", CAST.mei.uid)
      .execute();
    await apply("mei");
    await decideApplication(ada, { uid: CAST.mei.uid, decision: "approved", note: "", rubric: RUBRIC_20 });
    expect(
      await world.db.selectFrom("auth_user").select("claims").where("id", "=", CAST.mei.uid).executeTakeFirst(),
    ).toMatchObject({ claims: { admin: false, editor: true, support: true } });
  });

  test.each<CastName>(["amara", "mei", "jonas", "sam"])("is refused to %s", async (who) => {
    await apply("amara");
    await expect(
      decideApplication(personOf(who), { uid: CAST.amara.uid, decision: "approved", rubric: RUBRIC_20 }),
    ).rejects.toMatchObject({ kind: "refused" });
  });

  test("is refused to admins for their own application", async () => {
    await apply("ben");
    await expect(
      decideApplication(personOf("ben"), { uid: CAST.ben.uid, decision: "approved", rubric: RUBRIC_20 }),
    ).rejects.toMatchObject({ kind: "refused", message: "Another admin has to review your application." });
  });

  test("happens once, even by two admins at once, and never on a draft", async () => {
    await prepare("amara");
    await expect(
      decideApplication(ada, { uid: CAST.amara.uid, decision: "approved", rubric: RUBRIC_20 }),
    ).rejects.toMatchObject({
      kind: "not-found",
    });
    await submitApplication(personOf("amara"), { agreement: await agreement() });
    const both = await Promise.allSettled([
      decideApplication(ada, { uid: CAST.amara.uid, decision: "approved", rubric: RUBRIC_20 }),
      decideApplication(personOf("ben"), { uid: CAST.amara.uid, decision: "declined", note: "No." }),
    ]);
    expect(both.filter((r) => r.status === "fulfilled")).toHaveLength(1);
    await expect(
      decideApplication(ada, { uid: CAST.amara.uid, decision: "declined", note: "No." }),
    ).rejects.toMatchObject({ code: "application_decided" });
  });
});

describe("the list of applications", () => {
  test("can be searched, filtered by status and field, sorted and counted", async () => {
    await apply("amara");
    await apply("mei", { ...answers, subfields: ["linguistics"], headline: "Linguist" });
    await decideApplication(ada, { uid: CAST.mei.uid, decision: "declined", note: "No." });
    const names = async (search: string) => (await listApplications(asked(search))).rows.map((r) => r.displayName);
    expect(await names("sort=name")).toEqual(["Dr. Amara Osei", "Mei-Ling Tan"]);
    expect(await names("sort=-name")).toEqual(["Mei-Ling Tan", "Dr. Amara Osei"]);
    expect(await names("status=submitted")).toEqual(["Dr. Amara Osei"]);
    expect(await names("field=humanities")).toEqual(["Mei-Ling Tan"]);
    expect(await names("field=life-sciences")).toEqual(["Dr. Amara Osei"]);
    expect(await names("q=linguist")).toEqual(["Mei-Ling Tan"]);
    expect(await names("q=%25")).toEqual([]);
    expect(await listApplications(asked("page=9"))).toMatchObject({ total: 2, page: 1, pages: 1 });
  });
});

describe("the timed sample", () => {
  const amara = personOf("amara");
  const own = async () => (await findOwnApplication(CAST.amara.uid))!;

  test("is chosen by the first field and starts once, and its clock keeps running while the applicant is away", async () => {
    await expect(startSample(amara, {})).rejects.toMatchObject({ fields: { subfields: expect.any(String) } });
    await saveApplication(amara, { answers: { ...answers, subfields: ["law", "ecology"], sample: "typed too early" } });
    expect((await own()).answers.sample, "nothing to edit before the start").toBe("");
    await startSample(amara, {});
    setClock(after(NOON, 20 * MINUTE));
    await startSample(amara, {});
    await saveApplication(amara, { answers: { ...answers, subfields: ["ecology"] } });
    expect(await own()).toMatchObject({ sampleId: "subsidy", sampleStartedAt: NOON, sampleFinishedAt: null });
    setClock(after(NOON, 52 * MINUTE));
    await finishSample(amara, {});
    const { sampleStartedAt, sampleFinishedAt } = await own();
    expect(minutesTaken(sampleStartedAt, sampleFinishedAt)).toBe(52);
    setClock(NOON);
  });

  test("can't be submitted unchanged, nor changed after it was submitted", async () => {
    await expect(finishSample(amara, {})).rejects.toMatchObject({ kind: "conflict" });
    await prepare("amara", { ...answers, sample: SAMPLE_PARAGRAPH });
    await expect(finishSample(amara, {})).rejects.toMatchObject({ fields: { sample: "Edit the paragraph." } });
    await saveApplication(amara, { answers });
    await finishSample(amara, {});
    await saveApplication(amara, { answers: { ...answers, headline: "New headline", sample: "Rewritten later." } });
    expect((await own()).answers).toMatchObject({ headline: "New headline", sample: answers.sample });
  });
});

describe("evidence", () => {
  const amara = personOf("amara");
  test("is required, checked by content, encrypted, and opened only by admins, with each opening logged", async () => {
    await saveApplication(amara, { answers });
    await expect(submitApplication(amara, { agreement: await agreement() })).rejects.toMatchObject({
      fields: { cv: "Attach your CV.", degreeFile: "Attach evidence of your degree.", sample: expect.any(String) },
    });
    await expect(attachToApplication(amara, [{ kind: "cv", bytes: Buffer.from("<html>") }])).rejects.toMatchObject({
      fields: { cv: "This isn't an image or PDF." },
    });
    await apply("amara");
    const [cv] = await listApplicationFiles(CAST.amara.uid);
    const open = (by: typeof ada) =>
      openApplicationFileEndpoint(new Request("http://localhost/x", { method: "POST" }), {
        actor: by,
        params: { id: cv!.id },
      });
    for (const who of ["sam", "amara", "jonas"] as const)
      await expect(open(personOf(who))).rejects.toMatchObject({ kind: "refused" });
    expect(
      Buffer.from(await (await open(ada)).arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    const logged = await world.db
      .selectFrom("facts")
      .select("data")
      .where("kind", "=", "application.file_opened")
      .execute();
    expect(logged.at(-1)!.data).toMatchObject({ fileId: cv!.id });
    await expect(removeApplicationFile(amara, { fileId: cv!.id })).rejects.toMatchObject({ kind: "conflict" });
  });
});

describe("asking for more", () => {
  const amara = personOf("amara");
  test("needs a reason, reopens the application but not the sample, and can be answered once", async () => {
    await apply("amara");
    const ask = (note: string) => decideApplication(ada, { uid: CAST.amara.uid, decision: "needs_info", note });
    await expect(ask("")).rejects.toMatchObject({ fields: { note: expect.any(String) } });
    await ask("Which journals?");
    await expect(ask("Again?")).rejects.toMatchObject({ kind: "conflict" });
    await saveApplication(amara, {
      answers: { ...answers, headline: "Forest ecologist, editor of two journals", sample: "x" },
    });
    await submitApplication(amara, { agreement: await agreement() });
    expect(await findApplication(CAST.amara.uid)).toMatchObject({
      status: "submitted",
      answers: { headline: "Forest ecologist, editor of two journals", sample: answers.sample },
    });
    await drainJobs();
    expect(
      await world.db
        .selectFrom("notifications")
        .select("body")
        .where("userId", "=", CAST.amara.uid)
        .where("kind", "=", "application.asked")
        .execute(),
    ).toEqual([{ body: "Which journals?" }]);
  });

  test("approval needs points for the sample, which are stored", async () => {
    await apply("amara");
    await expect(decideApplication(ada, { uid: CAST.amara.uid, decision: "approved" })).rejects.toMatchObject({
      fields: { rubric: expect.any(String) },
    });
    await expect(
      decideApplication(ada, { uid: CAST.amara.uid, decision: "approved", rubric: { ...RUBRIC_20, style: 21 } }),
    ).rejects.toMatchObject({ kind: "invalid" });
    await decideApplication(ada, { uid: CAST.amara.uid, decision: "approved", rubric: RUBRIC_20 });
    expect((await findApplication(CAST.amara.uid))!.rubric).toEqual(RUBRIC_20);
  });
});
