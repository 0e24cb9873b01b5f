import { describe, expect, test } from "vitest";
import { faultsOf } from "#app/platform/rules/core/flow.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import {
  ApplicationAnswers,
  EMPTY_ANSWERS,
  SAMPLE_PARAGRAPH,
  answersFromForm,
  answersOf,
  degreeLine,
  missingAnswers,
} from "./application.ts";
import { applicationFlow, canApplication } from "./application-flow.ts";
import { sampleChanges } from "./sample-changes.ts";

const whole: ApplicationAnswers = {
  degree: "PhD, Forestry",
  institution: "University of Freiburg",
  subfields: ["ecology"],
  services: ["copyediting"],
  variants: ["UK"],
  years: 4,
  headline: "Forest ecologist",
  bio: "I have edited articles in forestry and soil science for colleagues and for two journals.",
  sample: SAMPLE_PARAGRAPH.replace("is often", "are often"),
  sampleNote: "",
};

describe("an application", () => {
  test("has no dead ends", () => {
    expect(faultsOf(applicationFlow)).toEqual([]);
  });
  test("can be saved incomplete, and says what's missing before sending", () => {
    expect(ApplicationAnswers.parse({})).toEqual(EMPTY_ANSWERS);
    expect(Object.keys(missingAnswers(EMPTY_ANSWERS))).toEqual([
      "degree",
      "subfields",
      "services",
      "variants",
      "years",
      "headline",
      "bio",
      "sample",
    ]);
    expect(missingAnswers(whole)).toEqual({});
  });
  test("requires the whole sample, edited", () => {
    expect(missingAnswers({ ...whole, sample: `  ${SAMPLE_PARAGRAPH.replace(" is", "\n is")} ` }).sample).toBe(
      "Edit the paragraph.",
    );
    expect(missingAnswers({ ...whole, sample: "I would shorten it." }).sample).toBe(
      "Enter the whole paragraph with your edits.",
    );
  });
  test("accepts only existing fields, services and variants, each once", () => {
    expect(ApplicationAnswers.parse({ subfields: ["ecology", "ecology"] }).subfields).toEqual(["ecology"]);
    expect(ApplicationAnswers.safeParse({ subfields: ["alchemy"] }).error?.issues[0]).toMatchObject({
      path: ["subfields", 0],
      message: "Choose subfields from the list.",
    });
    expect(ApplicationAnswers.safeParse({ services: ["ghostwriting"] }).success).toBe(false);
    expect(ApplicationAnswers.safeParse({ years: Number("many") }).success).toBe(false);
    expect(ApplicationAnswers.safeParse({ headline: "x".repeat(81) }).error?.issues[0]?.message).toBe(
      "Shorten this to 80 characters or fewer.",
    );
  });
  test("can be read from a plain form", () => {
    const form = new FormData();
    for (const [name, value] of [
      ["degree", "PhD"],
      ["subfields", "ecology"],
      ["subfields", "geology"],
      ["years", ""],
      ["bio", "One.\r\nTwo."],
    ] as const)
      form.append(name, value);
    const answers = ApplicationAnswers.parse(answersFromForm(form));
    expect(answers).toMatchObject({
      degree: "PhD",
      subfields: ["ecology", "geology"],
      services: [],
      years: null,
      bio: "One.\nTwo.",
    });
  });
  test("stored by an older version leaves newer questions unanswered", () => {
    expect(answersOf({ degree: "MA" })).toEqual({ ...EMPTY_ANSWERS, degree: "MA" });
    expect(answersOf(null)).toEqual(EMPTY_ANSWERS);
  });
  test("gives a degree line for the profile", () => {
    expect(degreeLine(whole)).toBe("PhD, Forestry, University of Freiburg");
    expect(degreeLine({ degree: "MA, History", institution: "" })).toBe("MA, History");
  });
});

describe("who may do what to an application", () => {
  const person = (uid: string, of: Partial<Person>): Person => ({
    kind: "person",
    uid,
    email: `${uid}@example.org`,
    emailVerified: true,
    displayName: uid,
    role: "client",
    isAdmin: false,
    isEditor: false,
    isSupport: false,
    photoURL: null,
    claims: {},
    timeZone: null,
    ...of,
  });
  test("a verified user who isn't an editor can write their own", () => {
    expect(canApplication.write(person("a", {}), "a")).toBe(true);
    expect(canApplication.write(person("a", {}), "b")).toBe(false);
    expect(canApplication.write(person("a", { emailVerified: false }), "a")).toBe(false);
    expect(canApplication.write(person("a", { isEditor: true, role: "editor" }), "a")).toBe(false);
    expect(canApplication.write({ kind: "guest", guestKeyHash: null }, "a")).toBe(false);
  });
  test("an admin can decide, but not on their own; support can't", () => {
    expect(canApplication.decide(person("x", { isAdmin: true, role: "admin" }), "a")).toBe(true);
    expect(canApplication.decide(person("a", { isAdmin: true, role: "admin" }), "a")).toBe(false);
    expect(canApplication.decide(person("x", { isSupport: true }), "a")).toBe(false);
  });
});

describe("changes in the sample", () => {
  test("are shown as deletions and insertions in place", () => {
    expect(sampleChanges("Trees are old.", "Trees is old.")).toEqual([
      { kind: "same", text: "Trees " },
      { kind: "del", text: "is" },
      { kind: "ins", text: "are" },
      { kind: "same", text: " old." },
    ]);
    expect(sampleChanges("Trees.", "Trees.")).toEqual([{ kind: "same", text: "Trees." }]);
  });
  test("unchanged text plus deletions gives the original, plus insertions the edited paragraph", () => {
    const edited = "Urban trees are often planted without regard to the soil they will grow in. This is new.";
    const changes = sampleChanges(edited);
    expect(
      changes
        .filter((c) => c.kind !== "ins")
        .map((c) => c.text)
        .join(""),
    ).toBe(SAMPLE_PARAGRAPH);
    expect(
      changes
        .filter((c) => c.kind !== "del")
        .map((c) => c.text)
        .join(""),
    ).toBe(edited);
  });
});
