import { describe, expect, test } from "vitest";
import { faultsOf } from "#app/platform/rules/core/flow.ts";
import { applicationFlow } from "../application-flow.ts";
import { detailFaults, sameName, tinFault, type KycDetails } from "./kyc-details.ts";
import { kycFlow } from "./kyc-flow.ts";
import { DOCUMENT_KINDS, type KycDocument } from "./kyc.ts";
import { kycStanding } from "./kyc-standing.ts";

test("documents and applications have sound flows: every state is reached, and every open one is left", () => {
  expect(faultsOf(kycFlow)).toEqual([]);
  expect(faultsOf(applicationFlow)).toEqual([]);
});

const NOW = new Date("2026-11-21T12:00:00Z");
const doc = (
  kind: KycDocument["kind"],
  status: KycDocument["status"],
  more: Partial<KycDocument> = {},
): KycDocument => ({
  id: `kyc_${kind}_${status}`,
  kind,
  status,
  issuedOn: null,
  expiresOn: null,
  submittedAt: NOW,
  reviewedAt: null,
  reviewedBy: null,
  note: "",
  ...more,
});
const all = DOCUMENT_KINDS.map((kind) => doc(kind, "approved"));

describe("an editor's standing", () => {
  test("is approved only with all six documents and with details that were compared with them", () => {
    expect(kycStanding(all, "checked", false, NOW)).toMatchObject({
      status: "approved",
      complete: true,
      expired: false,
    });
    expect(kycStanding(all, "saved", false, NOW)).toMatchObject({ status: "submitted", complete: false });
    expect(kycStanding(all.slice(1), "checked", false, NOW).status).toBe("needs_info");
    expect(kycStanding([], "missing", false, NOW).status).toBe("not_started");
  });
  test("is as bad as its worst open document, but a renewal in review keeps the valid one", () => {
    const without = all.filter((d) => d.kind !== "id_document");
    const with_ = (...more: KycDocument[]) => kycStanding([...without, ...more], "checked", false, NOW).status;
    expect(with_(doc("id_document", "submitted"))).toBe("submitted");
    expect(with_(doc("id_document", "in_review"))).toBe("in_review");
    expect(with_(doc("id_document", "rejected"))).toBe("rejected");
    expect(with_(doc("id_document", "approved"), doc("id_document", "submitted", { id: "kyc_z" }))).toBe("approved");
  });
  test("expires at the end of a document's last day", () => {
    const until = (expiresOn: string) =>
      kycStanding([...all.slice(1), doc("id_document", "approved", { expiresOn })], "checked", false, NOW);
    expect(until("2026-11-21").expired).toBe(false);
    expect(until("2026-11-20")).toMatchObject({ expired: true, status: "expired" });
  });
});

describe("legal details", () => {
  const details: KycDetails = {
    legalName: "Noor Haddad",
    dateOfBirth: "2008-11-21",
    addressLine: "x",
    town: "x",
    postCode: "",
    country: "NL",
    taxCountry: "NL",
    tin: "123456782",
    vatId: "",
    vatStatus: "none",
  };
  test("are of adults, born on a real day", () => {
    expect(detailFaults(details, "2026-11-21")).toEqual({});
    expect(detailFaults({ ...details, vatStatus: undefined }, "2026-11-21")).toHaveProperty("vatStatus");
    expect(detailFaults({ ...details, vatStatus: "registered" }, "2026-11-21")).toHaveProperty("vatId");
    expect(detailFaults(details, "2026-11-20")).toHaveProperty("dateOfBirth");
    expect(detailFaults({ ...details, dateOfBirth: "1990-02-30" }, "2026-11-21")).toHaveProperty("dateOfBirth");
  });
  test.each([
    ["US", "123-45-6789", true],
    ["US", "000-45-6789", false],
    ["US", "12345678", false],
    ["DE", "02476291358", true],
    ["DE", "", false],
    ["DE", "abcde", false],
  ])("take a tax number of %s written %s: %s", (country, tin, good) => {
    expect(tinFault(country, tin) === null).toBe(good);
  });
  test("match a signature whatever its case, spaces and accents", () => {
    expect(sameName("José  Núñez", "jose nunez")).toBe(true);
    expect(sameName("José Núñez", "Jose Nunes")).toBe(false);
  });
});
