import { missingForMatching } from "./qualified.ts";
import type { MatchingSettings } from "./editor-for-matching.ts";

/** Between these an editor chooses. */
export const WEEKLY_WORDS = { least: 1_000, most: 200_000 } as const;
export const PARALLEL_ORDERS = { least: 1, most: 20 } as const;

/** Whether everything is set that matching asks for; with it goes the menu's "setup" badge. */
export const isMatchReady = (settings: MatchingSettings): boolean => missingForMatching(settings).length === 0;

/** Quiet hours as the table keeps them. "None" is kept as hours that end when they begin, which no instant lies in. */
export const NO_QUIET_HOURS = { from: "00:00", to: "00:00" } as const;
export const quietHoursOf = (kept: { from: string; to: string } | null): MatchingSettings["quietHours"] =>
  kept === null ? null : kept.from === kept.to ? "none" : kept;

export type ReadinessStep = {
  /** Where on the settings page it is done: the id of its part. */
  key:
    | "identity"
    | "agreement"
    | "fields"
    | "variants"
    | "services"
    | "weeklyWords"
    | "parallelOrders"
    | "calendar"
    | "quietHours"
    | "confidentiality";
  label: string;
  done: boolean;
  /** What it opens up: `orders` is asked of everyone, `samples` only to see a sample with an invite. */
  opens: "orders" | "samples";
};

const LABELS = {
  fields: "Fields",
  variants: "English variants",
  services: "Services",
  weeklyWords: "Weekly words",
  parallelOrders: "Orders at once",
  calendar: "Calendar",
  quietHours: "Quiet hours",
} as const;

/** The checklist an editor reads: everything that has to be done before orders are offered, done or not, in the order of the page. */
export function readinessSteps(
  settings: MatchingSettings,
  kyc: { identityApproved: boolean; agreementSigned: boolean; confidentialitySigned: boolean },
): ReadinessStep[] {
  const missing = missingForMatching(settings);
  return [
    { key: "identity", label: "Identity confirmed", done: kyc.identityApproved, opens: "orders" },
    { key: "agreement", label: "Editor agreement signed", done: kyc.agreementSigned, opens: "orders" },
    ...(Object.keys(LABELS) as (keyof typeof LABELS)[]).map((key): ReadinessStep => ({
      key,
      label: LABELS[key],
      done: !missing.includes(LABELS[key]),
      opens: "orders",
    })),
    {
      key: "confidentiality",
      label: "Confidentiality agreement signed",
      done: kyc.confidentialitySigned,
      opens: "samples",
    },
  ];
}
