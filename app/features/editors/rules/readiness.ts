import { missingForMatching } from "./qualified.ts";
import type { MatchingSettings } from "./editor-for-matching.ts";

/** The limits an editor can choose between. */
export const WEEKLY_WORDS = { least: 1_000, most: 200_000 } as const;
export const PARALLEL_ORDERS = { least: 1, most: 20 } as const;

/** Whether all matching settings are complete, which hides the menu's "setup" badge. */
export const isMatchReady = (settings: MatchingSettings): boolean => missingForMatching(settings).length === 0;

/** Quiet hours as stored. "None" is stored as hours that end when they start, which contain no instant. */
export const NO_QUIET_HOURS = { from: "00:00", to: "00:00" } as const;
export const quietHoursOf = (kept: { from: string; to: string } | null): MatchingSettings["quietHours"] =>
  kept === null ? null : kept.from === kept.to ? "none" : kept;

export type ReadinessStep = {
  /** The id of its section on the settings page. */
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
  /** What it's needed for: `orders` for everyone, `samples` only to see samples with invites. */
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

/** The editor's checklist: every step before invites, done or not, in page order. */
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
