import { describe, expect, test } from "vitest";
import { checkerObjection } from "./look-alike.ts";

const RUN = { makerId: "maker", payees: ["one", "two"] };
const alike = (uid: string) => [{ uid, displayName: "Ada L.", signs: ["bank", "name"] as const }];

describe("who may approve a payout run", () => {
  test.each([
    ["the preparer", "maker", [], "You prepared this run"],
    ["a payee", "two", [], "This run pays you"],
    ["someone who looks like the preparer", "checker", alike("maker"), "Ada L. prepared this run"],
    ["someone who looks like a payee", "checker", alike("one"), "This run pays Ada L."],
  ])("not %s", (_who, uid, others, words) => {
    const said = checkerObjection(uid, RUN, others);
    expect(said).toContain(words);
    expect(said).toContain("someone else must approve it.");
    if (others.length > 0) expect(said).toContain("(same bank account and same name)");
  });

  test("anyone else, even if they look like someone the run doesn't involve", () => {
    expect(checkerObjection("checker", RUN, [])).toBeNull();
    expect(checkerObjection("checker", RUN, alike("stranger"))).toBeNull();
  });
});
