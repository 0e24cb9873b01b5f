import { describe, expect, test } from "vitest";
import { faultsOf } from "#app/platform/rules/flow.ts";
import { contactFlow, contactStep, isContactMove } from "./contact-flow.ts";
import { CONTACT_TOPICS, excerpt, isContactTopic } from "./contact-message.ts";

describe("a contact message's life", () => {
  test("is a life: every state is reached and left", () => {
    expect(faultsOf(contactFlow)).toEqual([]);
  });

  test("goes from new to open to closed and back to open", () => {
    expect(contactStep("read", "new")).toEqual({ do: "move", to: "open" });
    expect(contactStep("close", "new")).toEqual({ do: "move", to: "closed" });
    expect(contactStep("close", "open")).toEqual({ do: "move", to: "closed" });
    expect(contactStep("reopen", "closed")).toEqual({ do: "move", to: "open" });
  });

  test("a move made already is nothing; one that is out of place is refused", () => {
    expect(contactStep("read", "open")).toEqual({ do: "nothing" });
    expect(contactStep("close", "closed")).toEqual({ do: "nothing" });
    expect(contactStep("reopen", "open")).toEqual({ do: "nothing" });
    expect(contactStep("read", "closed")).toEqual({ do: "refuse" });
    expect(contactStep("reopen", "new")).toEqual({ do: "refuse" });
  });

  test("names from outside are looked up, not believed", () => {
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

test("an excerpt is one line, cut between words", () => {
  expect(excerpt("Dear all,\n\nmay I ask")).toBe("Dear all, may I ask");
  expect(excerpt("one two three four", 10)).toBe("one two…");
  expect(excerpt("x".repeat(300)).length).toBeLessThanOrEqual(121);
});
