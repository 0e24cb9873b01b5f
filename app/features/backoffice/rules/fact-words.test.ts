import { expect, test } from "vitest";
import { formatMoney } from "#app/platform/rules/money.ts";
import { factDetail, factWords } from "./fact-words.ts";

test("every kind of fact can be said, also one nobody gave words to", () => {
  expect(factWords("invite.lost")).toBe("Invite lost to another, or taken back");
  expect(factWords("payout_run.prepared")).toBe("Payout run: prepared");
});

test("of what a fact carries, people read amounts and reasons and no ids", () => {
  expect(factDetail({ inviteId: "inv_1", payMinor: 4_250, wave: 2 }, (m) => formatMoney(m))).toBe("$42.50, wave 2");
  expect(factDetail({ editorId: "usr_1", reason: "Ill until Friday" }, (m) => formatMoney(m))).toBe("Ill until Friday");
  expect(
    factDetail(
      {
        before: { admin: false, editor: true, support: false },
        after: { admin: false, editor: true, support: true },
        reason: "Covers the desk",
      },
      String,
    ),
  ).toBe("from editor to editor and support, Covers the desk");
  expect(factDetail({}, (m) => formatMoney(m))).toBe("");
});
