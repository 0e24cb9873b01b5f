import { expect, test } from "vitest";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { factDetail, factWords } from "./fact-words.ts";

test("labels every kind of fact, even one without a label of its own", () => {
  expect(factWords("invite.lost")).toBe("Invite closed: taken by another editor or withdrawn");
  expect(factWords("payout_run.prepared")).toBe("Payout run: prepared");
});

test("shows a fact's amounts and reasons, but no ids", () => {
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
