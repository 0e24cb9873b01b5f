import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    /** `what` names the registration: "Germany, VAT". */
    "tax.registration_proposed": { what: string; number: string; from: string };
    "tax.registration_decided": { what: string; approved: boolean };
    "tax.end_proposed": { what: string; endDay: string };
    "tax.threshold_reached": {
      name: string;
      crossed: boolean;
      measured: string;
      sales: number;
      threshold: string;
      period: string;
    };
    "tax.frequency_set": { what: string; often: string };
    /** `period` is in words: "Q3 2026". */
    "tax.return_filed": { what: string; period: string; due: string; reference: string };
    "tax.return_paid": { what: string; period: string; paidOn: string };
    "tax.return_unpaid": { what: string; period: string; paidOn: string; reason: string };
    "tax.return_withdrawn": { what: string; period: string; reference: string; reason: string };
    /** A certificate of an organization. `what` is its tax; `uids` are told: its owners and managers. */
    "organization.exemption_changed": {
      organizationId: string;
      name: string;
      exemptionId: string;
      what: string;
      certificate: string;
      lastDay: string;
      change: "asked" | "verified" | "declined" | "ended" | "expiring";
      reason: string;
      uids: string[];
    };
    "tax.end_decided": { what: string; endDay: string; approved: boolean };
  }
}
