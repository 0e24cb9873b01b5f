import { describe, expect, test } from "vitest";
import { checkerObjection } from "./look-alike.ts";

const RUN = { makerId: "maker", payees: ["one", "two"] };
const alike = (uid: string) => [{ uid, displayName: "Ada L.", signs: ["bank", "name"] as const }];

describe("who may approve a payout run", () => {
  test.each([
    ["the maker", "maker", [], "You prepared this run"],
    ["somebody it pays", "two", [], "This run pays you"],
    ["somebody who looks like the maker", "checker", alike("maker"), "Ada L. prepared this run"],
    ["somebody who looks like a payee", "checker", alike("one"), "This run pays Ada L."],
  ])("not %s", (_who, uid, others, words) => {
    const said = checkerObjection(uid, RUN, others);
    expect(said).toContain(words);
    expect(said).toContain("another admin has to approve it.");
    if (others.length > 0) expect(said).toContain("(same bank account and same name)");
  });

  test("anybody else, though they look like somebody the run does not concern", () => {
    expect(checkerObjection("checker", RUN, [])).toBeNull();
    expect(checkerObjection("checker", RUN, alike("stranger"))).toBeNull();
  });
});
