/**
 * The bank files of 100,000 payouts, including checks, compared with hashing the same bytes, and reading back a status
 * report on 20,000 of them.
 */
import { createHash } from "node:crypto";
import { readBankReport } from "#app/features/payouts/rules/read-bank-report.ts";
import { type AchPayment, nacha } from "#app/features/payouts/rules/nacha.ts";
import { type BatchPayment, pain001 } from "#app/features/payouts/rules/pain001.ts";
import { pain002 } from "#app/features/payouts/testing/bank-report-samples.ts";
import type { Measure, Row } from "../row.ts";

const PAYOUTS = 100_000;
const AT = new Date("2026-12-16T09:00:00Z");
const ids = Array.from({ length: PAYOUTS }, (_, i) => `PYO-${String(i).padStart(26, "0")}`);

const transfers = ids.map((endToEndId, i): BatchPayment => ({
  endToEndId,
  name: "Jonas Weber",
  address: { street: "Hauptstraße 5", postcode: "10115", town: "Berlin", country: "DE" },
  account: { iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
  amountMinor: 2_500 + (i % 90_000),
  remittance: `Stet SB-K7Q2M9-${String(i).padStart(6, "0")}`,
}));
const entries = ids.map((_, i): AchPayment => ({
  traceNumber: `02100002${String(i + 1).padStart(7, "0")}`,
  name: "Jonas Weber",
  routingNumber: "011401533",
  accountNumber: "123456789",
  accountType: "checking",
  holderType: "person",
  amountMinor: 2_500 + (i % 90_000),
  reference: `SB-K7Q2M9-${String(i % 10_000).padStart(4, "0")}`,
}));

function timed(name: string, make: () => string): Measure {
  const begun = performance.now();
  const made = make();
  const took = performance.now() - begun;
  const again = performance.now();
  createHash("sha256").update(made).digest("hex");
  return {
    name,
    value: took / 1000,
    unit: "s",
    against: `its SHA-256 (${(made.length / 1e6).toFixed(0)} MB)`,
    ratio: took / (performance.now() - again),
  };
}

export default {
  name: "payouts",
  async run() {
    const debtor = {
      name: "Stet Editing Ltd",
      address: { town: "Frankfurt am Main", country: "DE" },
      iban: "DE89370400440532013000",
      bic: "COBADEFFXXX",
    };
    const report = pain002(
      "RUN-2026-0001",
      ids.slice(0, 20_000).map((id) => ({ id, status: "ACSC", amount: "25.00" })),
    );
    return [
      timed("pain.001 of 100,000 payouts", () =>
        pain001({
          messageId: "RUN-2026-0001",
          createdAt: AT,
          executionDay: "2026-12-16",
          scheme: "cross-border",
          currency: "USD",
          debtor,
          payments: transfers,
        }),
      ),
      timed("NACHA of 100,000 payouts", () =>
        nacha({
          createdAt: AT,
          executionDay: "2026-12-16",
          filesBefore: 0,
          company: { name: "Stet Editing Ltd", id: "1234567890" },
          bank: { name: "Example Bank", routingNumber: "021000021" },
          payments: entries,
        }),
      ),
      timed("pain.002 of 20,000 payouts read", () => JSON.stringify(readBankReport(report).words)),
    ];
  },
} satisfies Row;
