import { describe, expect, test } from "vitest";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { DOCUMENT_KINDS, type DocumentKind, type KycDocument, neededForWords } from "./kyc.ts";
import { type KycFacts, expiryWords, kycOverview, stateOf } from "./kyc-overview.ts";

const now = new Date("2026-11-21T12:00:00Z");
const day = (n: number): string =>
  after(now, n * DAY)
    .toISOString()
    .slice(0, 10);
const document = (kind: DocumentKind, more: Partial<KycDocument> = {}): KycDocument => ({
  id: `kyc_${kind}`,
  kind,
  status: "approved",
  issuedOn: null,
  expiresOn: null,
  submittedAt: after(now, -100 * DAY),
  reviewedAt: after(now, -99 * DAY),
  reviewedBy: "usr_ada",
  note: "",
  ...more,
});
const nothing: KycFacts = {
  kycStatus: "not_started",
  identityApprovedAt: null,
  agreementSignedAt: null,
  doctorateVerifiedAt: null,
};
const done: KycFacts = {
  kycStatus: "approved",
  identityApprovedAt: now,
  agreementSignedAt: now,
  doctorateVerifiedAt: now,
};
const all = DOCUMENT_KINDS.map((kind) => document(kind));
const line = (view: ReturnType<typeof kycOverview>, kind: DocumentKind) => view.lines.find((l) => l.kind === kind)!;

describe("an editor's KYC", () => {
  test("starts with the identity document and the agreement", () => {
    const view = kycOverview(nothing, [], now);
    expect(view).toMatchObject({
      state: "not_started",
      mayWork: false,
      mayBePaid: false,
      missing: [...DOCUMENT_KINDS],
    });
    expect(view.nextForEditor).toBe("To accept orders, send us your identity document and signed agreement.");
    expect(view.nextForStaff).toBe("Waiting for the editor to send the identity document and signed agreement.");
  });
  test("counts an agreement signed on the site without a scan", () => {
    const view = kycOverview({ ...nothing, agreementSignedAt: now }, [], now);
    expect(line(view, "signed_agreement")).toMatchObject({ state: "approved", inForce: true, document: null });
    expect(view.missing).not.toContain("signed_agreement");
  });
  test("waits for the reviewer once the required documents are sent, and says how long", () => {
    const view = kycOverview(
      { ...nothing, kycStatus: "submitted", agreementSignedAt: now },
      [document("id_document", { status: "submitted", submittedAt: after(now, -2 * DAY) })],
      now,
    );
    expect(view.nextForEditor).toBe("Nothing to do. We're reviewing your identity document.");
    expect(view.nextForStaff).toBe("Review the identity document, waiting for 2 days.");
    expect(view.waiting).toEqual(["id_document"]);
  });
  test("asks for the rest before payouts", () => {
    const view = kycOverview(
      { ...done, kycStatus: "submitted" },
      [document("id_document"), document("signed_agreement")],
      now,
    );
    expect(view).toMatchObject({ mayWork: true, mayBePaid: false });
    expect(view.nextForEditor).toBe(
      "To get paid, send us your proof of address, degree certificate, tax form, and proof of bank account.",
    );
  });
  test("repeats the reviewer's request", () => {
    const view = kycOverview(
      { ...nothing, kycStatus: "needs_info" },
      [document("id_document", { status: "needs_info", note: "The corner with the date is cut off." })],
      now,
    );
    expect(view.nextForEditor).toBe("We need another identity document from you: The corner with the date is cut off.");
    expect(view.nextForStaff).toBe("Waiting for the editor to send another identity document.");
  });
  test("is done when everything is approved, and warns sixty days before an expiry", () => {
    expect(kycOverview(done, all, now)).toMatchObject({
      state: "approved",
      missing: [],
      nextForEditor: "Nothing to do. All your documents are approved.",
      nextForStaff: "Nothing to do. Everything is approved.",
    });
    const expiring = (in_: number) =>
      kycOverview(
        done,
        [...all.filter((d) => d.kind !== "id_document"), document("id_document", { expiresOn: day(in_) })],
        now,
      );
    expect(line(expiring(60), "id_document")).toMatchObject({ expiresSoon: true, expiry: "expires in 60 days" });
    expect(expiring(60).nextForEditor).toBe("Your identity document expires in 60 days. Please have a new one ready.");
    expect(line(expiring(61), "id_document").expiresSoon).toBe(false);
  });
  test("expires the day after a document's last day, unless a newer one is valid", () => {
    const old = document("id_document", { expiresOn: day(-1), submittedAt: after(now, -400 * DAY) });
    const rest = all.filter((d) => d.kind !== "id_document");
    expect(kycOverview(done, [old, ...rest], now)).toMatchObject({
      state: "expired",
      nextForEditor: "Your identity document has expired. Please send a new one.",
    });
    expect(
      kycOverview(done, [old, document("id_document", { id: "kyc_new", expiresOn: day(900) }), ...rest], now).state,
    ).toBe("approved");
  });
  test("keeps a valid document while its successor is reviewed", () => {
    const view = kycOverview(
      done,
      [...all, document("tax_form", { id: "kyc_new", status: "submitted", submittedAt: now })],
      now,
    );
    expect(line(view, "tax_form")).toMatchObject({ state: "submitted", inForce: true });
    expect(view).toMatchObject({
      state: "approved",
      missing: [],
      waiting: ["tax_form"],
      nextForStaff: "Review the tax form, sent today.",
    });
  });
  test("flags a proof of address that was too old when sent", () => {
    const sent = (days: number) =>
      line(
        kycOverview(
          nothing,
          [document("proof_of_address", { status: "submitted", submittedAt: now, issuedOn: day(-days) })],
          now,
        ),
        "proof_of_address",
      ).remark;
    expect([sent(90), sent(91)]).toEqual([null, "More than 90 days old when sent."]);
  });
});

test("a document is valid on its last day", () => {
  const on = (n: number) => stateOf({ status: "approved", expiresOn: day(n) }, now);
  expect([on(1), on(0), on(-1)]).toEqual(["approved", "approved", "expired"]);
  expect([1, 0, -1, 41, -3].map(expiryWords)).toEqual([
    "expires tomorrow",
    "expires today",
    "expired yesterday",
    "expires in 41 days",
    "expired 3 days ago",
  ]);
  expect([366, 400, 770].map(expiryWords)).toEqual([
    "expires in 366 days",
    "expires in more than a year",
    "expires in more than 2 years",
  ]);
});

test("each kind says what it's needed for", () => {
  expect(neededForWords("id_document")).toBe("to accept orders and to be paid");
  expect(neededForWords("degree_certificate")).toBe("for expert editing and to be paid");
  expect(neededForWords("tax_form")).toBe("to be paid");
});
