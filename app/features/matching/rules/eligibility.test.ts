import { describe, expect, test } from "vitest";
import { faultsOf } from "#app/platform/rules/core/flow.ts";
import { eligibility, mayBeInvitedNow } from "./eligibility.ts";
import { inviteFlow } from "./flow.ts";
import { missingForMatching } from "#app/features/editors/rules/qualified.ts";
import { editorFor, orderFor } from "#app/features/editors/rules/testing.ts";
import type { EditorForMatching, OrderForMatching } from "#app/features/editors/rules/editor-for-matching.ts";

const now = new Date("2026-11-24T10:00:00Z"); // a Tuesday
const reasons = (editor: Partial<EditorForMatching>, order: Partial<OrderForMatching> = {}) =>
  eligibility(editorFor(editor), orderFor(order), now).reasons;

test("an editor who meets every rule is eligible", () => {
  expect(eligibility(editorFor(), orderFor(), now)).toEqual({ eligible: true, reasons: [] });
});

test.each<[string, Partial<EditorForMatching>, Partial<OrderForMatching>, string]>([
  ["their own order", { uid: "amina" }, {}, "your own order"],
  ["no confirmed identity", { identityApproved: false }, {}, "identity"],
  ["no signed agreement", { agreementSigned: false }, {}, "agreement"],
  ["settings not complete", { matchReady: false }, {}, "settings aren't complete"],
  ["blocked by the client", { blockedByClient: true }, {}, "other editors"],
  ["declined before", {}, { declinedBy: ["ann"] }, "declined"],
  ["another service", { services: ["proofreading"] }, {}, "You don't offer copyediting."],
  ["another English", {}, { variant: "AU" }, "You don't edit Australian English."],
  ["another field", {}, { subfield: "law" }, "Your fields don't include Law (Business, economics, and law)."],
  ["expert editing without a doctorate", { doctorate: false }, { service: "expert" }, "verified doctorate"],
  ["expert editing next to the subfield", {}, { service: "expert", subfield: "oncology" }, "this exact subfield"],
  [
    "hands full",
    { parallelOrders: 1, openOrders: [{ words: 100, editorDueAt: new Date("2026-11-25T10:00:00Z") }] },
    {},
    "You have 1 open order, which is your limit.",
  ],
  [
    "too few words free",
    { weeklyWords: 4_999 },
    {},
    "You have 4,999 words free before the deadline, but this order has 5,000 words.",
  ],
  [
    "away until after the deadline",
    { daysOff: ["2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-30"] },
    {},
    "You have no words free",
  ],
  ["away today, though back in time", { daysOff: ["2026-11-24"] }, {}, "away today"],
  ["a deadline that has passed", {}, { editorDueAt: now }, "deadline has passed"],
])("not eligible: %s", (_, editor, order, sentence) => {
  const given = reasons(editor, order);
  expect(given).toHaveLength(1);
  expect(given[0]).toContain(sentence);
});

test("a related subfield is enough, except for expert editing", () => {
  expect(reasons({}, { subfield: "oncology" })).toEqual([]);
});

test("names every reason, not just the first", () => {
  expect(reasons({ identityApproved: false, services: [], variants: [] })).toHaveLength(3);
});

test("quiet hours delay an invite, across midnight and in the editor's time zone", () => {
  const quiet = { quietHours: { from: "22:00", to: "07:00" }, timeZone: "Asia/Tokyo" };
  const at = (utc: string) => mayBeInvitedNow(quiet, new Date(`2026-11-24T${utc}:00Z`));
  expect([at("12:59"), at("13:00"), at("21:59"), at("22:00")]).toEqual([true, false, false, true]);
  expect(
    mayBeInvitedNow({ quietHours: { from: "12:00", to: "14:00" }, timeZone: "UTC" }, new Date("2026-11-24T13:00:00Z")),
  ).toBe(false);
  expect(mayBeInvitedNow({ quietHours: "none", timeZone: "UTC" }, now)).toBe(true);
});

describe("matching-ready", () => {
  test("requires every setting", () => {
    expect(missingForMatching(editorFor())).toEqual([]);
    expect(
      missingForMatching({
        fields: [],
        variants: [],
        services: [],
        weeklyWords: null,
        parallelOrders: 0,
        workingDays: [],
        quietHours: null,
      }),
    ).toEqual(["Fields", "English variants", "Services", "Weekly words", "Orders at once", "Calendar", "Quiet hours"]);
  });
});

test("the invite flow is sound", () => expect(faultsOf(inviteFlow)).toEqual([]));
