import { describe, expect, test } from "vitest";
import { faultsOf } from "#app/platform/rules/flow.ts";
import type { Person } from "#app/platform/rules/actor.ts";
import {
  ApplicationAnswers,
  EMPTY_ANSWERS,
  SAMPLE_PARAGRAPH,
  answersFromForm,
  answersOf,
  degreeLine,
  lackingIn,
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
  test("is a life without dead ends", () => {
    expect(faultsOf(applicationFlow)).toEqual([]);
  });
  test("may be saved with anything missing, and says what is missing before it can be sent", () => {
    expect(ApplicationAnswers.parse({})).toEqual(EMPTY_ANSWERS);
    expect(Object.keys(lackingIn(EMPTY_ANSWERS))).toEqual([
      "degree",
      "subfields",
      "services",
      "variants",
      "years",
      "headline",
      "bio",
      "sample",
    ]);
    expect(lackingIn(whole)).toEqual({});
  });
  test("wants the sample edited, and the whole of it", () => {
    expect(lackingIn({ ...whole, sample: `  ${SAMPLE_PARAGRAPH.replace(" is", "\n is")} ` }).sample).toBe(
      "Edit the paragraph.",
    );
    expect(lackingIn({ ...whole, sample: "I would shorten it." }).sample).toBe(
      "Enter the whole paragraph with your edits.",
    );
  });
  test("takes only fields, services and variants that exist, each once", () => {
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
  test("is read from a plain form", () => {
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
  test("kept by an older version has the newer questions unanswered", () => {
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
  test("a verified person who is no editor writes their own", () => {
    expect(canApplication.write(person("a", {}), "a")).toBe(true);
    expect(canApplication.write(person("a", {}), "b")).toBe(false);
    expect(canApplication.write(person("a", { emailVerified: false }), "a")).toBe(false);
    expect(canApplication.write(person("a", { isEditor: true, role: "editor" }), "a")).toBe(false);
    expect(canApplication.write({ kind: "guest", guestKeyHash: null }, "a")).toBe(false);
  });
  test("an admin decides, never on their own; support does not", () => {
    expect(canApplication.decide(person("x", { isAdmin: true, role: "admin" }), "a")).toBe(true);
    expect(canApplication.decide(person("a", { isAdmin: true, role: "admin" }), "a")).toBe(false);
    expect(canApplication.decide(person("x", { isSupport: true }), "a")).toBe(false);
  });
});

describe("what was changed in the sample", () => {
  test("is shown as deletions and insertions where they stand", () => {
    expect(sampleChanges("Trees are old.", "Trees is old.")).toEqual([
      { kind: "same", text: "Trees " },
      { kind: "del", text: "is" },
      { kind: "ins", text: "are" },
      { kind: "same", text: " old." },
    ]);
    expect(sampleChanges("Trees.", "Trees.")).toEqual([{ kind: "same", text: "Trees." }]);
  });
  test("deletions and what stays make up the paragraph that was given, insertions and what stays the one that came back", () => {
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
