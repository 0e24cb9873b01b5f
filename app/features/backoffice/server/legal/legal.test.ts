import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { actorContext } from "#app/context.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { NOBODY, type Person, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { hub } from "#app/platform/server/live/live.ts";
import { PAGES_TOPIC } from "#app/platform/server/public-pages/html-cache.ts";
import type { LegalDocument } from "#app/features/accounts/rules/legal.ts";
import {
  currentVersion,
  listOwnLegalTexts,
  shownLegalVersions,
} from "#app/features/accounts/server/legal/legal-documents.ts";
import {
  findAcceptedText,
  listAcceptances,
  recordAcceptance,
} from "#app/features/accounts/server/legal/record-acceptance.ts";
import { loader as legalPage } from "#app/features/marketing/screens/legal-document.tsx";
import { listNotifications } from "#app/features/notifications/server/list-notifications.ts";
import { loader as previewPage } from "../../screens/admin-legal-preview.tsx";
import { approvePolicyDraft } from "../policy/decide-draft.ts";
import { proposePolicyDraft } from "../policy/propose-draft.ts";
import { savePolicyDraft } from "../policy/save-draft.ts";
import { startPolicyDraft } from "../policy/start-draft.ts";
import { recordFirstPolicy } from "../policy/watch-policy.ts";
import { asFact } from "#app/platform/server/core/facts.ts";
import { mailLegalVersion } from "#app/features/accounts/server/legal/mail-legal-version.ts";
import { cancelLegalVersion } from "./cancel-legal-version.ts";
import { approveLegalDraft } from "./decide-legal-draft.ts";
import { proposeLegalDraft } from "./propose-legal-draft.ts";
import { readLegalDocument, readLegalDraft, readLegalOverview, readLegalVersionPage } from "./read-legal-page.ts";
import { saveLegalDraft } from "./save-legal-draft.ts";
import { startLegalDraft } from "./start-legal-draft.ts";
import { watchLegalTexts } from "./watch-legal-texts.ts";
import { declineLegalDraft, discardLegalDraft, takeBackLegalDraft } from "./legal-versions.ts";
import { updateLegalDraft } from "./update-legal-draft.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({}, { live: true });
  await seedAccounts(world.db, NOON);
  await recordFirstPolicy();
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  await world.db.deleteFrom("legal_versions").execute();
  await world.db.deleteFrom("legal_acceptances").execute();
});

const ada = personOf("ada");
const ben = personOf("ben");
const amara = personOf("amara");
const jonas = personOf("jonas");
const sam = personOf("sam");
const FIRST = "2026-11-21";
const own = (document: LegalDocument) => listOwnLegalTexts(document)[0]!;

type Text = { document?: LegalDocument; body?: string; summary?: string; announce?: "yes" | ""; by?: Person };
const added = (document: LegalDocument, line: string) => `${own(document).body}\n\n${line}`;
async function drafted({ document = "terms", by = ada, ...text }: Text = {}): Promise<string> {
  const { draftId } = await startLegalDraft(by, { document });
  await saveLegalDraft(by, {
    draftId,
    revision: (await readLegalDraft(by, draftId)).revision,
    body: text.body ?? added(document, "Nothing else applies."),
    summary: text.summary ?? "Nothing else applies.",
    announce: text.announce ?? "",
  });
  return draftId;
}
const propose = async (draftId: string, effectiveOn = "", by: Person = ada) =>
  proposeLegalDraft(by, {
    draftId,
    revision: (await readLegalDraft(by, draftId)).revision,
    reason: "Our lawyer asked for it.",
    effectiveOn,
  });
const approve = async (draftId: string, by: Person = ben) =>
  approveLegalDraft(by, { draftId, revision: (await readLegalDraft(by, draftId)).revision });
async function approved(text: Text, effectiveOn = ""): Promise<string> {
  const draftId = await drafted(text);
  await propose(draftId, effectiveOn);
  return (await approve(draftId)).version;
}
/** The text on the public page. */
const shown = async (path: string) => {
  const url = new URL(path, "http://localhost:3000");
  return legalPage({ url } as unknown as Parameters<typeof legalPage>[0]);
};

describe("a new version", () => {
  test("applies from its date by the clock, and the page names both before", async () => {
    const version = await approved({ body: added("terms", "Something **new** applies.") }, "2026-12-01");
    expect(version).toBe("2026-12-01");
    expect(await shown("/terms")).toMatchObject({
      version: FIRST,
      state: "in force",
      next: { version, effectiveOn: "2026-12-01" },
      versions: [
        { version, isNext: true, summary: "Nothing else applies." },
        { version: FIRST, isNext: false },
      ],
    });
    const early = await shown(`/terms?version=${version}`);
    expect(early).toMatchObject({ state: "to come", version });
    expect(early.html).toContain("Something <strong>new</strong> applies.");
    setClock(after(new Date("2026-12-01T00:00:00Z"), -1));
    expect(await currentVersion("terms")).toBe(FIRST);
    setClock(new Date("2026-12-01T00:00:00Z"));
    expect(await currentVersion("terms")).toBe(version);
    expect(await shown("/terms")).toMatchObject({ version, state: "in force", next: null });
    const earlier = await shown(`/terms?version=${FIRST}`);
    expect(earlier.state).toBe("earlier");
    expect(earlier.html).not.toContain("Something");
    expect(await currentVersion("privacy")).toBe(FIRST);
  });

  test("applies at once if it has no date, and two on one day have different names", async () => {
    expect(await approved({ body: added("terms", "One.") })).toBe("2026-11-21-2");
    setClock(after(NOON, MINUTE));
    expect(await approved({ body: added("terms", "Two.") })).toBe("2026-11-21-3");
    expect((await shown("/terms")).html).toContain("Two.");
    expect((await shown("/terms?version=2026-11-21-2")).html).toContain("One.");
    expect((await readLegalDocument(ada, "terms")).history.map((v) => [v.version, v.state])).toEqual([
      ["2026-11-21-3", "in effect"],
      ["2026-11-21-2", "replaced"],
      [FIRST, "replaced"],
    ]);
    // Another empty database's text: the repository's is the only one there is.
    await world.db.deleteFrom("legal_versions").execute();
    expect(await shown("/terms")).toMatchObject({ version: FIRST, versions: [] });
  });

  test("clears cached pages when it's approved, when it takes effect, and when it's canceled", async () => {
    await hub().start();
    let cleared = 0;
    const off = hub().on(PAGES_TOPIC, () => cleared++);
    try {
      await approved({ body: added("terms", "New.") }, "2026-12-01");
      await expect.poll(() => cleared).toBe(1);
      expect(await watchLegalTexts(NOON)).toBe(0);
      setClock(new Date("2026-12-01T00:00:00Z"));
      expect(await Promise.all([watchLegalTexts(NOON), watchLegalTexts(NOON)])).toEqual(expect.arrayContaining([0, 1]));
      await expect.poll(() => cleared).toBe(2);
      const version = await approved({ body: added("terms", "Newer.") }, "2026-12-05");
      await expect.poll(() => cleared).toBe(3);
      await cancelLegalVersion(ada, { document: "terms", version, note: "Not needed." });
      await expect.poll(() => cleared).toBe(4);
    } finally {
      off();
      await hub().stop();
    }
  });

  test("is noted in the audit trail", async () => {
    await approved({ body: added("terms", "New.") });
    const kinds = await world.db
      .selectFrom("facts")
      .select("kind")
      .where("kind", "like", "legal.%")
      .orderBy("seq")
      .execute();
    expect(kinds.slice(-4).map((f) => f.kind)).toEqual([
      "legal.draft_started",
      "legal.draft_saved",
      "legal.proposed",
      "legal.approved",
    ]);
  });
});

describe("two people", () => {
  test("are needed: nobody approves their own draft, and nobody else changes it", async () => {
    const draftId = await drafted();
    await expect(
      saveLegalDraft(ben, { draftId, revision: 2, body: "Mine.", summary: "", announce: "" }),
    ).rejects.toMatchObject({ kind: "refused" });
    await propose(draftId);
    await expect(approve(draftId, ada)).rejects.toMatchObject({ kind: "refused" });
    await expect(declineLegalDraft(ada, { draftId, revision: 3, note: "No." })).rejects.toMatchObject({
      kind: "refused",
    });
    // Whatever the code does, the database refuses one person in both roles.
    await expect(
      world.db
        .updateTable("legal_versions")
        .set({ status: "approved", version: "2026-12-01", effectiveAt: NOON, decidedBy: ada.uid })
        .where("id", "=", draftId)
        .execute(),
    ).rejects.toThrow("check constraint");
    await approve(draftId);
  });

  test("content drafts and proposes, and only an admin decides", async () => {
    const [cleo, farah] = [personOf("cleo"), personOf("farah")];
    const draftId = await drafted({ by: cleo });
    await propose(draftId, "", cleo);
    await expect(approve(draftId, cleo)).rejects.toThrow("Only admins can decide about legal texts.");
    const others = await drafted({ document: "privacy" });
    await propose(others);
    await expect(approve(others, cleo)).rejects.toThrow("Only admins can decide about legal texts.");
    // Its page offers each reader what they may do.
    const offers = async (by: Person) => {
      const { own, decides } = await readLegalDraft(by, others);
      return { own, decides };
    };
    expect([await offers(cleo), await offers(ben)]).toEqual([
      { own: false, decides: false },
      { own: false, decides: true },
    ]);
    await expect(approve(draftId, farah)).rejects.toThrow("Only admins and the content team can see the legal texts.");
    expect((await approve(draftId, ada)).version).toBe("2026-11-21-2");
    await expect(
      cancelLegalVersion(cleo, { document: "terms", version: "2026-11-21-2", note: "A mistake." }),
    ).rejects.toThrow("Only admins can change legal texts.");
  });

  test("nobody else may read or change anything", async () => {
    const draftId = await drafted();
    for (const actor of [NOBODY, amara, jonas, sam, personOf("uma")]) {
      await expect(startLegalDraft(actor, { document: "terms" })).rejects.toMatchObject({ kind: "refused" });
      await expect(approveLegalDraft(actor, { draftId, revision: 2 })).rejects.toMatchObject({ kind: "refused" });
      for (const read of [
        readLegalOverview(actor),
        readLegalDocument(actor, "terms"),
        readLegalDraft(actor, draftId),
        readLegalVersionPage(actor, "terms", FIRST),
      ])
        await expect(read).rejects.toMatchObject({ kind: "refused" });
    }
    await expect(startLegalDraft(ada, { document: "imprint" })).rejects.toMatchObject({ kind: "not-found" });
    await expect(readLegalVersionPage(ada, "terms", "2020-01-01")).rejects.toMatchObject({ kind: "not-found" });
  });

  test("have their own drafts, and the one approved second has to be compared with the first", async () => {
    const [first, again, other] = await Promise.all([
      startLegalDraft(ada, { document: "terms" }),
      startLegalDraft(ada, { document: "terms" }),
      startLegalDraft(ben, { document: "terms" }),
    ]);
    expect(again.draftId).toBe(first.draftId);
    expect(other.draftId).not.toBe(first.draftId);
    await drafted({ body: added("terms", "From Ada.") });
    await drafted({ body: added("terms", "From Ben."), by: ben });
    await propose(first.draftId);
    await propose(other.draftId, "", ben);
    await approve(first.draftId);
    setClock(after(NOON, HOUR));
    await expect(approve(other.draftId, ada)).rejects.toMatchObject({ code: "newer_version" });
    await takeBackLegalDraft(ben, { draftId: other.draftId });
    await expect(propose(other.draftId, "", ben)).rejects.toMatchObject({ code: "newer_version" });
    expect((await readLegalDraft(ben, other.draftId)).changes).toContainEqual({ kind: "removed", text: "From Ada." });
    await Promise.all([updateLegalDraft(ben, other), updateLegalDraft(ben, other)]);
    await propose(other.draftId, "", ben);
    await approve(other.draftId, ada);
    const { html } = await shown("/terms");
    expect(html).toContain("From Ben.");
  });

  test("a save from a page that is out of date overwrites nothing, and approving twice approves once", async () => {
    const { draftId } = await startLegalDraft(ada, { document: "terms" });
    const save = (body: string, revision: number) =>
      saveLegalDraft(ada, { draftId, revision, body, summary: "Shorter.", announce: "" });
    const both = await Promise.allSettled([save("## One\n\nText.", 1), save("## Two\n\nText.", 1)]);
    expect(both.map((it) => it.status).sort()).toEqual(["fulfilled", "rejected"]);
    const { body, revision } = await readLegalDraft(ada, draftId);
    expect(await save(body, 1)).toEqual({ changed: false });
    await propose(draftId);
    await expect(approveLegalDraft(ben, { draftId, revision })).rejects.toMatchObject({ code: "draft_changed" });
    const twice = await Promise.all([approve(draftId), approve(draftId)]);
    expect(twice[0]).toEqual(twice[1]);
    await expect(save("## Late\n\nText.", revision + 1)).rejects.toMatchObject({ code: "draft_approved" });
    expect((await readLegalDocument(ada, "terms")).history).toHaveLength(2);
  });

  test("declining keeps the draft and tells its author why", async () => {
    const draftId = await drafted();
    await propose(draftId);
    const { revision } = await readLegalDraft(ben, draftId);
    await declineLegalDraft(ben, { draftId, revision, note: "The second sentence is unclear." });
    expect(await readLegalDraft(ada, draftId)).toMatchObject({
      state: "draft",
      note: "The second sentence is unclear.",
      decider: ben.displayName,
    });
    await discardLegalDraft(ada, { draftId });
    await discardLegalDraft(ada, { draftId });
    expect((await readLegalOverview(ada)).documents.flatMap((it) => it.drafts)).toEqual([]);
  });
});

describe("a text", () => {
  test("can't name a figure that doesn't exist, and stays as it was typed", async () => {
    const body = added("terms", "We answer within {{answer.weeks}} weeks.");
    const draftId = await drafted({ body });
    expect(await readLegalDraft(ada, draftId)).toMatchObject({
      body,
      faults: [expect.stringContaining("{{answer.weeks}}") as string],
    });
    await expect(propose(draftId)).rejects.toMatchObject({ kind: "invalid", code: "text" });
    const args = {
      params: { draftId },
      url: new URL("http://localhost:3000/"),
      request: new Request("http://localhost:3000/"),
      context: new RouterContextProvider(),
    };
    args.context.set(actorContext, ada);
    const { html } = await previewPage(args as unknown as Parameters<typeof previewPage>[0]);
    expect(html).toContain("{{answer.weeks}}");
    expect(html).not.toContain("{{seller}}");
  });

  test("follows the policy, and keeps a figure that the policy no longer has", async () => {
    await approved({
      body: added("terms", "Held for {{quote.days}} days, {{old.figure}} times.").replace("{{old.figure}}", "two"),
    });
    expect((await shown("/terms")).html).toContain("Held for 7 days, two times.");
    await world.db
      .updateTable("legal_versions")
      .set((e) => ({
        body: e.fn<string>("replace", ["body", e.val("two times"), e.val("{{old.figure}} times")]),
        figures: JSON.stringify({ "old.figure": "three", "quote.days": "1" }),
      }))
      .execute();
    expect((await shown("/terms")).html).toContain("Held for 7 days, three times.");
  });

  test("is sanitized, wherever it's shown", async () => {
    const hostile = [
      "<script>alert(1)</script>",
      '<img src=x onerror="alert(1)">',
      "[here](javascript:alert(1))",
      "![pixel](https://evil.example/p.gif)",
      "[data](data:text/html,<script>alert(1)</script>)",
      "## <b onmouseover=alert(1)>Heading</b>",
    ].join("\n\n");
    await approved({ body: hostile, summary: "<script>alert(2)</script>" });
    const page = await shown("/terms");
    expect(page.html).not.toMatch(/<script|<img|<b |href="(?:javascript|data):/i);
    expect(page.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    // React escapes it on the page.
    expect(page.summary).toBe("<script>alert(2)</script>");
  });

  test("has to change something, say what, and be of a size", async () => {
    const { draftId } = await startLegalDraft(ada, { document: "terms" });
    await expect(propose(draftId)).rejects.toMatchObject({ code: "no_changes" });
    await drafted({ summary: "" });
    await expect(propose(draftId)).rejects.toMatchObject({ code: "summary" });
    await expect(
      saveLegalDraft(ada, { draftId, revision: 2, body: "x".repeat(60_001), summary: "", announce: "" }),
    ).rejects.toMatchObject({ kind: "invalid", fields: { body: expect.any(String) as string } });
    // Line ends of other systems, and blanks at the end, change nothing.
    const body = own("terms").body.replaceAll("\n", "\r\n") + " \n";
    await saveLegalDraft(ada, { draftId, revision: 2, body, summary: "Something.", announce: "" });
    await expect(propose(draftId)).rejects.toMatchObject({ code: "no_changes" });
  });

  test.each([
    ["a date that has passed", "2026-11-20", "from tomorrow"],
    ["today, whose start has passed", "2026-11-21", "from tomorrow"],
    ["a date in more than a year", "2027-12-01", "within a year"],
    ["no date", "2026-02-30", "Choose a date"],
    ["nonsense", "soon", "Choose a date"],
  ])("is refused for %s", async (_what, day, said) => {
    const draftId = await drafted();
    await expect(propose(draftId, day)).rejects.toMatchObject({
      fields: { effectiveOn: expect.stringContaining(said) as string },
    });
  });

  test("whose date passes while it waits has to get another one", async () => {
    const draftId = await drafted();
    await propose(draftId, "2026-11-22");
    setClock(new Date("2026-11-22T00:00:00Z"));
    await expect(approve(draftId)).rejects.toMatchObject({ code: "date_passed" });
  });

  test("can't take effect before the one it builds on", async () => {
    await approved({ body: added("terms", "One.") }, "2026-12-10");
    const draftId = await drafted({ body: added("terms", "Two.") });
    await expect(propose(draftId, "2026-12-10")).rejects.toMatchObject({ code: "effective" });
    await propose(draftId);
    await expect(approve(draftId)).rejects.toMatchObject({ code: "scheduled_first" });
  });
});

describe("undoing", () => {
  test("a scheduled version can be canceled until a minute before, and its name isn't given again", async () => {
    const version = await approved({ body: added("terms", "New.") }, "2026-12-01");
    const cancel = (by = ada) => cancelLegalVersion(by, { document: "terms", version, note: "Not needed." });
    await expect(cancelLegalVersion(sam, { document: "terms", version, note: "No." })).rejects.toMatchObject({
      kind: "refused",
    });
    setClock(new Date("2026-11-30T23:59:00Z"));
    await expect(cancel()).rejects.toMatchObject({ code: "in_effect" });
    setClock(new Date("2026-11-30T23:58:59Z"));
    await Promise.all([cancel(), cancel(ben)]);
    expect(await shown("/terms")).toMatchObject({ version: FIRST, next: null, versions: [] });
    await expect(shown(`/terms?version=${version}`)).rejects.toMatchObject({ init: { status: 404 } });
    expect(await readLegalVersionPage(ada, "terms", version)).toMatchObject({ state: "canceled", note: "Not needed." });
    setClock(after(NOON, HOUR));
    expect(await approved({ body: added("terms", "Newer.") }, "2026-12-01")).toBe("2026-12-01-2");
  });

  test("a version that others build on is canceled after them", async () => {
    const first = await approved({ body: added("terms", "One.") }, "2026-12-01");
    const second = await approved({ body: added("terms", "Two.") }, "2026-12-02");
    const cancel = (version: string) => cancelLegalVersion(ada, { document: "terms", version, note: "Not needed." });
    await expect(cancel(first)).rejects.toMatchObject({ code: "built_upon" });
    await cancel(second);
    await cancel(first);
    expect(await currentVersion("terms", new Date("2027-01-01T00:00:00Z"))).toBe(FIRST);
  });

  test("an earlier text can be used again, as a new version", async () => {
    await approved({ body: added("terms", "Wrong.") });
    setClock(after(NOON, HOUR));
    const { draftId } = await startLegalDraft(ada, { document: "terms", revertTo: FIRST });
    await expect(startLegalDraft(ada, { document: "terms", revertTo: FIRST })).rejects.toMatchObject({
      code: "draft_open",
    });
    await expect(startLegalDraft(ben, { document: "terms", revertTo: "2030-01-01" })).rejects.toMatchObject({
      code: "version",
    });
    const draft = await readLegalDraft(ada, draftId);
    expect(draft).toMatchObject({ body: own("terms").body, reason: "Back to the version of November 21, 2026." });
    await saveLegalDraft(ada, { draftId, revision: 1, body: draft.body, summary: "As before.", announce: "" });
    await propose(draftId);
    const { version } = await approve(draftId);
    const page = await shown("/terms");
    expect(page).toMatchObject({ version, summary: "As before." });
    expect(page.html).not.toContain("Wrong.");
  });
});

describe("telling account holders", () => {
  const told = async (person: Person) => (await listNotifications(person)).map((n) => [n.title, n.link]);
  beforeEach(() => world.db.deleteFrom("notifications").execute());

  test("needs 15 days, reaches everyone, and is withdrawn with the version", async () => {
    const draftId = await drafted({ announce: "yes", summary: "Prices are held longer." });
    for (const day of ["", "2026-12-06"])
      await expect(propose(draftId, day)).rejects.toMatchObject({ code: "effective" });
    await propose(draftId, "2026-12-08");
    setClock(after(NOON, 2 * DAY));
    await expect(approve(draftId)).rejects.toMatchObject({ code: "notice_too_short" });
    setClock(after(NOON, DAY));
    const { version } = await approve(draftId);
    const notice = [["Terms: new version from December 8, 2026", `/terms?version=${version}`]];
    expect([await told(amara), await told(jonas)]).toEqual([notice, notice]);
    await cancelLegalVersion(ada, { document: "terms", version, note: "Not needed." });
    expect([await told(amara), await told(jonas)]).toEqual([[], []]);
  });

  test("is required for the editor agreement, and reaches editors", async () => {
    const draftId = await drafted({ document: "editor-agreement", announce: "" });
    await expect(propose(draftId)).rejects.toMatchObject({ code: "effective" });
    await propose(draftId, "2026-12-31");
    await approve(draftId);
    expect(await told(amara)).toEqual([]);
    expect(await told(jonas)).toHaveLength(1);
  });

  test("is left out if the draft doesn't ask for it", async () => {
    await approved({});
    expect(await told(amara)).toEqual([]);
  });
});

describe("an email about a contract", () => {
  const factOf = async (kind: "legal.approved" | "legal.canceled", subjectId: string) =>
    asFact(
      await world.db
        .selectFrom("facts")
        .selectAll()
        .where("kind", "=", kind)
        .where("subjectId", "=", subjectId)
        .executeTakeFirstOrThrow(),
    );
  const mailed = async (what: string) =>
    (
      await world.db
        .selectFrom("mail")
        .select(["to", "subject", "key"])
        .where("key", "like", `legal:${what}:%`)
        .execute()
    )
      .map((it) => it.to)
      .sort();
  /** On a separate day, because emails stay in the outbox and name the version. */
  const announced = async (document: LegalDocument, day: string) => {
    const draftId = await drafted({ document, announce: "yes" });
    await propose(draftId, day);
    const { version } = await approve(draftId);
    return { draftId, version };
  };

  test("reaches everyone who can sign in, once, and so does its cancellation", async () => {
    const { draftId, version } = await announced("terms", "2026-12-15");
    const fact = await factOf("legal.approved", draftId);
    await Promise.all([mailLegalVersion(fact), mailLegalVersion(fact)]);
    await mailLegalVersion(fact);
    const holders = await world.db
      .selectFrom("users as u")
      .innerJoin("auth_user as a", "a.id", "u.uid")
      .select("u.email")
      .where("a.emailVerified", "=", true)
      .execute();
    const everyone = holders.map((it) => it.email).sort();
    expect(everyone).toContain(amara.email);
    expect(await mailed(`terms:${version}:new`)).toEqual(everyone);
    const letter = await world.db
      .selectFrom("mail")
      .select(["subject", "text"])
      .where("key", "=", `legal:terms:${version}:new:${amara.uid}`)
      .executeTakeFirstOrThrow();
    expect(letter.subject).toBe("Terms: new version from December 15, 2026");
    expect(letter.text).toContain("Nothing else applies.");
    expect(letter.text).toContain(`/terms?version=${version}`);
    await cancelLegalVersion(ada, { document: "terms", version, note: "Not needed." });
    const canceled = await factOf("legal.canceled", draftId);
    await mailLegalVersion(canceled);
    await mailLegalVersion(canceled);
    expect(await mailed(`terms:${version}:canceled`)).toEqual(everyone);
  });

  test("isn't sent for a version that was canceled before its turn came", async () => {
    const { draftId, version } = await announced("terms", "2026-12-16");
    await cancelLegalVersion(ada, { document: "terms", version, note: "Not needed." });
    await mailLegalVersion(await factOf("legal.approved", draftId));
    await mailLegalVersion(await factOf("legal.canceled", draftId));
    expect(await mailed(`terms:${version}:new`)).toEqual([]);
    expect(await mailed(`terms:${version}:canceled`)).toEqual([]);
  });

  test("about the editor agreement reaches editors; other documents are announced only", async () => {
    const { draftId, version } = await announced("editor-agreement", "2026-12-17");
    await mailLegalVersion(await factOf("legal.approved", draftId));
    const to = await mailed(`editor-agreement:${version}:new`);
    expect(to).toContain(jonas.email);
    expect(to).not.toContain(amara.email);
    const privacy = await announced("privacy", "2026-12-17");
    await mailLegalVersion(await factOf("legal.approved", privacy.draftId));
    expect(await mailed("privacy:")).toEqual([]);
    // One that isn't announced is a correction.
    const quiet = await drafted({ body: added("terms", "A typo.") });
    await propose(quiet);
    const approval = await approve(quiet);
    await mailLegalVersion(await factOf("legal.approved", quiet));
    expect(await mailed(`terms:${approval.version}:new`)).toEqual([]);
  });
});

describe("what a person accepted", () => {
  const accept = (uid: string) =>
    transact(SYSTEM, (ctx) => recordAcceptance(ctx, { uid, documents: ["terms"], context: "sign-up" }));

  test("stays in the words of that version, with its figures, whatever changes later", async () => {
    await accept("usr_amara");
    const [before] = await listAcceptances("usr_amara");
    expect(before).toMatchObject({ version: FIRST, acceptedAt: NOON });
    const { draftId } = await startPolicyDraft(ada, {});
    await savePolicyDraft(ada, { draftId, revision: 1, typed: { "pricing.quoteHeldMs": "21" } });
    await proposePolicyDraft(ada, { draftId, revision: 2, reason: "A test.", effectiveAt: "" });
    await approvePolicyDraft(ben, { draftId, revision: 3 });
    setClock(after(NOON, HOUR));
    const version = await approved({ body: added("terms", "Something new applies.") });
    await accept("usr_amara");
    await accept("usr_jonas");
    await accept("usr_jonas");
    const [later, first] = await listAcceptances("usr_amara");
    expect(first).toEqual(before);
    expect(later).toMatchObject({ version, acceptedAt: after(NOON, HOUR) });
    expect((await listAcceptances("usr_jonas")).map((a) => a.textSha256)).toEqual([later!.textSha256]);
    const old = await shown(`/terms?text=${first!.textSha256}`);
    expect(old).toMatchObject({ state: "accepted", version: FIRST });
    expect(old.html).toContain("The price is held for 7 days.");
    expect(old.html).not.toContain("Something new");
    expect((await shown(`/terms?version=${FIRST}`)).html).toContain("The price is held for 21 days.");
    const newest = await shown(`/terms?text=${later!.textSha256}`);
    expect(newest.html).toContain("The price is held for 21 days.");
    expect(newest.html).toContain("Something new applies.");
  });

  test("is found by its own document and hash alone", async () => {
    await accept("usr_amara");
    const textSha256 = (await listAcceptances("usr_amara"))[0]!.textSha256!;
    expect(await findAcceptedText("terms", textSha256)).not.toBeNull();
    for (const [document, hash] of [
      ["privacy", textSha256],
      ["terms", "0".repeat(64)],
      ["terms", "' or true"],
    ] as const) {
      expect(await findAcceptedText(document, hash)).toBeNull();
      await expect(shown(`/${document}?text=${encodeURIComponent(hash)}`)).rejects.toMatchObject({
        init: { status: 404 },
      });
    }
  });

  test("the version in force at that moment is recorded, to the millisecond", async () => {
    const version = await approved({ body: added("terms", "New.") }, "2026-12-01");
    setClock(new Date("2026-11-30T23:59:59.999Z"));
    await accept("usr_amara");
    setClock(new Date("2026-12-01T00:00:00Z"));
    await accept("usr_jonas");
    expect((await listAcceptances("usr_amara")).map((a) => a.version)).toEqual([FIRST]);
    expect((await listAcceptances("usr_jonas")).map((a) => a.version)).toEqual([version]);
  });
});

test("a page of a version in the far future sets one timer, as late as timers can fire", async () => {
  await approved({ body: added("terms", "New.") }, "2027-11-01");
  const timers = vi.spyOn(globalThis, "setTimeout");
  try {
    await shownLegalVersions("terms");
    const delays = timers.mock.calls.map(([, ms]) => ms);
    expect(delays.filter((ms) => ms === 2 ** 31 - 1)).toHaveLength(1);
    expect(delays.filter((ms) => ms !== undefined && ms > 2 ** 31 - 1)).toEqual([]);
  } finally {
    timers.mockRestore();
  }
});

test("the page shows the last text read while the database is unavailable", async () => {
  const version = await approved({ body: added("terms", "New.") });
  expect((await shownLegalVersions("terms"))[0]!.version).toBe(version);
  vi.spyOn(database(), "selectFrom").mockImplementation(() => {
    throw new Error("away");
  });
  try {
    expect((await shownLegalVersions("terms"))[0]!.version).toBe(version);
    // Never read by this process: the product's own.
    expect((await shownLegalVersions("academic-disclaimer"))[0]!.version).toBe(FIRST);
  } finally {
    vi.restoreAllMocks();
  }
});
