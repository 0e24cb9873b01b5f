import { expect, test } from "vitest";
import { factWords } from "#app/fact-words.ts";
import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { auditLine } from "./audit-line.ts";

const line = (kind: string, data: object) => auditLine(factWords, { kind, data }, (m) => formatMoney(m, CURRENCY));

test("labels every kind of fact, even one that only an older version knew", () => {
  expect(line("invite.lost", {}).title).toBe("Invite closed: taken by another editor or withdrawn");
  expect(line("payout_run.prepared", { totalMinor: 1 }).title).toBe("Payout run prepared");
  expect(line("payout.returned_late", { reason: "Unknown" })).toEqual({ title: "Payout: returned late", detail: "" });
  expect(line("constructor", {}).title).toBe("Constructor");
});

test("shows a fact's amounts and reasons, but no ids", () => {
  expect(line("invite.sent", { inviteId: "inv_1", payMinor: 4_250, wave: 2 }).detail).toBe("$42.50, wave 2");
  expect(line("order.released", { editorId: "usr_1", reason: "Ill until Friday" }).detail).toBe("Ill until Friday");
  expect(
    line("account.roles_changed", {
      before: { admin: false, editor: true, support: false },
      after: { admin: false, editor: true, support: true },
      reason: "Covers the desk",
    }).detail,
  ).toBe("from editor to editor and support, Covers the desk");
  expect(line("setup.confirmed", { step: "legal", item: "terms" }).detail).toBe("Legal texts, Terms");
  expect(line("setup.confirmed", { step: "email", item: "" }).detail).toBe("Email");
  expect(line("company.changed", { changed: ["legalName", "vatId"] }).detail).toBe("legal name, VAT ID");
  expect(line("order.progress", { words: 10, note: "" }).detail).toBe("");
  expect(line("order.started", {}).detail).toBe("");
});
