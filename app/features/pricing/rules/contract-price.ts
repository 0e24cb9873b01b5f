/** Prices agreed with an organization: a percentage off the price list, by service, and more of it by volume. */
import { type Currency, formatMoney } from "#app/platform/rules/core/money.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { SERVICES, SERVICE_LABELS, type Service } from "./policy.ts";
import type { StandingDiscount } from "./standing-discount.ts";

/** Waits for the second admin, in use, refused by them, or over. */
export const CONTRACT_STATES = ["proposed", "active", "declined", "ended"] as const;
export type ContractState = (typeof CONTRACT_STATES)[number];

/** Percent off by service. Services without a price of their own are missing. */
export type ContractPercents = Partial<Record<Service, number>>;

/**
 * Once so much was ordered in a calendar year (UTC), in minor units of the organization's currency and less refunds,
 * each service has so many percentage points more off. Rising in both.
 */
export type VolumeStep = { fromMinor: number; points: number };
/** The steps that a contract can have, by number. */
export const STEP_NUMBERS = [1, 2, 3] as const;

/** The points that count after so much was ordered in the year. */
export const volumePoints = (steps: readonly VolumeStep[], orderedMinor: number): number =>
  steps.findLast((step) => orderedMinor >= step.fromMinor)?.points ?? 0;

const CONTRACT_LABEL = "Contract price";

/**
 * What an organization's orders get, in the form of any discount: the best one counts, and the floor of pay holds.
 * @param orderedMinor what it ordered in the calendar year
 */
export const contractDiscounts = (
  contract: { id: string; percents: ContractPercents; steps: readonly VolumeStep[]; endsAt: Date | null },
  orderedMinor: number,
): StandingDiscount[] =>
  SERVICES.flatMap((service) => {
    const agreed = contract.percents[service];
    const percent = agreed === undefined ? undefined : agreed + volumePoints(contract.steps, orderedMinor);
    return percent === undefined
      ? []
      : [
          {
            kind: "contract" as const,
            id: contract.id,
            label: CONTRACT_LABEL,
            percent,
            services: [service],
            endsAt: contract.endsAt,
          },
        ];
  });

/** "Copyediting 12%, proofreading 10% (3 points more from $10,000.00 in a calendar year)" */
export function contractWords(
  { percents, steps }: { percents: ContractPercents; steps: readonly VolumeStep[] },
  currency: Currency,
): string {
  const agreed = SERVICES.flatMap((service) => {
    const percent = percents[service];
    return percent === undefined ? [] : [`${SERVICE_LABELS[service]} ${percent}%`];
  }).join(", ");
  const more = steps.map(
    ({ fromMinor, points }) => `${count(points, "point")} more from ${formatMoney(fromMinor, currency)}`,
  );
  return more.length === 0 ? agreed : `${agreed} (${more.join(", ")} in a calendar year)`;
}
