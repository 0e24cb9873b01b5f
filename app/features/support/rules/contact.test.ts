import { describe, expect, test } from "vitest";
import { faultsOf } from "#app/platform/rules/core/flow.ts";
import { contactFlow, contactStep, isContactMove } from "./contact-flow.ts";
import { CONTACT_TOPICS, excerpt, isContactTopic } from "./contact-message.ts";

describe("contact message states", () => {
  test("every state can be reached and left", () => {
    expect(faultsOf(contactFlow)).toEqual([]);
  });

  test("goes from new to open to closed and back to open", () => {
    expect(contactStep("read", "new")).toEqual({ do: "move", to: "open" });
    expect(contactStep("close", "new")).toEqual({ do: "move", to: "closed" });
    expect(contactStep("close", "open")).toEqual({ do: "move", to: "closed" });
    expect(contactStep("reopen", "closed")).toEqual({ do: "move", to: "open" });
  });

  test("ignores a repeated move and refuses one that doesn't fit", () => {
    expect(contactStep("read", "open")).toEqual({ do: "nothing" });
    expect(contactStep("close", "closed")).toEqual({ do: "nothing" });
    expect(contactStep("reopen", "open")).toEqual({ do: "nothing" });
    expect(contactStep("read", "closed")).toEqual({ do: "refuse" });
    expect(contactStep("reopen", "new")).toEqual({ do: "refuse" });
  });

  test("checks untrusted move names against the table", () => {
    expect(["read", "close", "reopen", "toString", "", null].map(isContactMove)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect([...CONTACT_TOPICS, "constructor", undefined].map(isContactTopic)).toEqual([
      ...CONTACT_TOPICS.map(() => true),
      false,
      false,
    ]);
  });
});

test("cuts an excerpt to one line between words", () => {
  expect(excerpt("Dear all,\n\nmay I ask")).toBe("Dear all, may I ask");
  expect(excerpt("one two three four", 10)).toBe("one two…");
  expect(excerpt("x".repeat(300)).length).toBeLessThanOrEqual(121);
});
