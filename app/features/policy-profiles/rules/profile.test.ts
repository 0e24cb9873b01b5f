import { describe, expect, test } from "vitest";
import type { KindRule } from "#app/features/documents/rules/kinds/judge-kinds.ts";
import { EDIT_KINDS } from "#app/features/documents/rules/kinds/edit-kind.ts";
import { SERVICES } from "#app/features/pricing/rules/policy.ts";
import { GENERIC_PROFILES, REAL_PROFILES } from "./first-profiles.ts";
import { ruledOut, whyNoService, whyNoType, whyTooShort } from "./ordering.ts";
import { OwnPolicy, ownContent, ownProfile } from "./own-policy.ts";
import { type PolicyProfile, ProfileContent, isDecided, profileFaults, profileText, ruleLines } from "./profile.ts";

const named = (id: string): ProfileContent =>
  [...GENERIC_PROFILES, ...REAL_PROFILES].find((it) => it.id === id)!.content;
const decided = (id: string): PolicyProfile => {
  const content = named(id);
  const kinds = Object.fromEntries(EDIT_KINDS.map((kind) => [kind, content.kinds[kind] ?? "comment"])) as KindRule;
  return { ...content, kinds, readOn: "2026-11-25" };
};

describe("the profiles that come with the product", () => {
  test("have a valid form and an id of their own", () => {
    const all = [...GENERIC_PROFILES, ...REAL_PROFILES];
    expect(new Set(all.map((it) => it.id)).size).toBe(all.length);
    for (const { id, content } of all) {
      expect(id).toMatch(/^[a-z0-9-]+$/);
      expect(ProfileContent.parse(content)).toEqual(content);
    }
    expect(GENERIC_PROFILES).toHaveLength(3);
    expect(REAL_PROFILES.length).toBeGreaterThanOrEqual(12);
  });

  test("generic ones are complete, and real ones need somebody to read their page", () => {
    for (const { content } of GENERIC_PROFILES) {
      expect(profileFaults(content, null)).toEqual([]);
      expect(isDecided(content.kinds)).toBe(true);
    }
    for (const { id, content } of REAL_PROFILES) {
      expect(content.url, id).not.toBe("");
      expect(profileFaults(content, null).length, id).toBeGreaterThan(0);
    }
  });
});

describe("a draft", () => {
  test("can be proposed when every kind is decided, the page was read, and its next review has a date", () => {
    const content = { ...decided("oxford"), reviewOn: "2027-11-25" };
    expect(profileFaults(content, "2026-11-25")).toEqual([]);
    expect(profileFaults(content, null)).toEqual(["Read the whole page of the policy, then confirm it below."]);
    expect(profileFaults({ ...content, appliesTo: [], url: "", reviewOn: null }, "2026-11-25")).toHaveLength(3);
    expect(
      profileFaults({ ...content, kinds: { ...content.kinds, grammar: null, moved: null } }, "2026-11-25")[0],
    ).toMatch(/^Decide what the policy says about grammar and moved text\./);
  });

  test.each([
    [{ institution: " " }, "Enter the institution."],
    [{ institution: "x".repeat(161) }, "The institution can have up to 160 characters."],
    [{ policy: "" }, "Enter the policy's name."],
    [{ url: "ox.ac.uk/policy" }, "Enter the whole address, starting with https://."],
    [{ url: "javascript:alert(1)" }, "Enter the whole address, starting with https://."],
    [{ url: "https://user:secret@ox.ac.uk/" }, "Enter the whole address, starting with https://."],
    [{ minWords: 0 }, "Enter 1 or more, or leave it empty."],
    [{ reviewOn: "2027-02-30" }, "Choose a date."],
  ])("is refused with %o", (change, message) => {
    const parsed = ProfileContent.safeParse({ ...named("oxford"), ...change });
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  test("is compared line by line", () => {
    const before = profileText(named("oxford"));
    const after = profileText({ ...named("oxford"), kinds: { ...named("oxford").kinds, grammar: "comment" } });
    const differ = after.split("\n\n").filter((line) => !before.split("\n\n").includes(line));
    expect(differ).toEqual(["Grammar: as comments only"]);
  });
});

test("the rule reads as three lines", () => {
  expect(ruleLines(named("generic-strict").kinds)).toEqual([
    { rule: "allowed", label: "May change", kinds: "spelling and punctuation" },
    {
      rule: "comment",
      label: "As comments only",
      kinds:
        "formatting, capitals and spacing, grammar, reference format, word choice, citations, and figure and table labels",
    },
    {
      rule: "forbidden",
      label: "Won't change",
      kinds: "headings and structure, moved text, deleted content, rewriting, added content, and numbers and data",
    },
  ]);
  expect(ruleLines(named("swansea-taught").kinds).map((line) => line.kinds.split(",")[0])).toEqual([
    "nothing",
    "nothing",
    "formatting",
  ]);
});

describe("ordering under a policy", () => {
  test("rules out a service when all it's bought for is forbidden", () => {
    expect(SERVICES.map((service) => whyNoService(decided("oxford"), service))).toEqual([
      null,
      null,
      "This policy doesn't allow substantive editing.",
      "This policy doesn't allow expert editing.",
    ]);
    // Comments are help, too.
    expect(whyNoService(decided("monash-medicine"), "substantive")).toBeNull();
    for (const service of SERVICES)
      expect(whyNoService(decided("swansea-taught"), service)).toBe("This policy doesn't allow help from an editor.");
    for (const { content } of GENERIC_PROFILES)
      expect(whyNoService(content as PolicyProfile, "proofreading"), content.institution).toBeNull();
  });

  test("rules out document types and short texts", () => {
    expect(whyNoType(decided("oxford"), "thesis")).toBeNull();
    expect(whyNoType(decided("monash-medicine"), "essay")).toBe(
      "This policy allows editing of theses and dissertations, but not of essays.",
    );
    expect(whyTooShort(decided("oxford"), 9_999)).toBe(
      "This policy allows editing from 10,000 words on. Your manuscript has 9,999 words.",
    );
    expect(whyTooShort(decided("oxford"), 10_000)).toBeNull();
    expect(whyTooShort(decided("oxford"), 0)).toBeNull();
    expect(ruledOut(decided("oxford"), 5).services).toHaveProperty("expert");
    expect(ruledOut(decided("oxford"), 5).types).toHaveProperty("proposal");
  });
});

test("a client's own policy is a profile, with one rule for what isn't ticked", () => {
  const own = OwnPolicy.parse({
    institution: " Uni Trier ",
    url: "https://uni-trier.de/rule",
    may: ["spelling"],
    others: "forbidden",
  });
  const profile = ownProfile(own);
  expect(profile).toMatchObject({ institution: "Uni Trier", generic: false, readOn: null, offered: true });
  expect(profile.kinds).toMatchObject({ spelling: "allowed", grammar: "forbidden" });
  expect(whyNoService(profile, "proofreading")).toBeNull();
  expect(ProfileContent.parse(ownContent(own)).kinds).toEqual(profile.kinds);
  expect(OwnPolicy.safeParse({ ...own, url: "uni-trier" }).success).toBe(false);
  expect(OwnPolicy.safeParse({ ...own, may: ["poetry"] }).success).toBe(false);
});
