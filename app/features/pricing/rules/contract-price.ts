/** Prices agreed with an organization: a percentage off the price list, by service, and more by turnaround and volume. */
import { type Currency, formatMoney } from "#app/platform/rules/core/money.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { SERVICES, SERVICE_LABELS, TURNAROUNDS, TURNAROUND_LABELS, type Service, type Turnaround } from "./policy.ts";
import type { StandingDiscount } from "./standing-discount.ts";

/** Waits for the second admin, in use, refused by them, or over. */
export const CONTRACT_STATES = ["proposed", "active", "declined", "ended"] as const;
export type ContractState = (typeof CONTRACT_STATES)[number];

/** Percent off by service. Services without a price of their own are missing. */
export type ContractPercents = Partial<Record<Service, number>>;
/** Percentage points off by turnaround, on top of what the service has. Services without a price of their own get them too. */
export type ContractTurnarounds = Partial<Record<Turnaround, number>>;
/** What is agreed with an organization. */
type Agreed = { percents: ContractPercents; turnarounds: ContractTurnarounds; steps: readonly VolumeStep[] };

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

/** The most percent off that an order can get: the highest service, with every point by volume and turnaround. */
export const highestPercent = ({ percents, turnarounds, steps }: Agreed): number => {
  const services = Object.values(percents);
  const service = services.length === 0 ? 0 : Math.max(...services) + (steps.at(-1)?.points ?? 0);
  return service + Math.max(0, ...Object.values(turnarounds));
};

/**
 * What an organization's orders get, in the form of any discount: the best one counts, and the floor of pay holds.
 * Those of a turnaround include what the service has.
 * @param orderedMinor what it ordered in the calendar year
 */
export function contractDiscounts(
  { id, percents, turnarounds, steps, endsAt }: Agreed & { id: string; endsAt: Date | null },
  orderedMinor: number,
): StandingDiscount[] {
  const off = (
    percent: number,
    services: readonly Service[],
    times: readonly Turnaround[] | null,
  ): StandingDiscount[] =>
    percent === 0 || services.length === 0
      ? []
      : [{ kind: "contract", id, label: CONTRACT_LABEL, percent, services, turnarounds: times, endsAt }];
  const more = volumePoints(steps, orderedMinor);
  const groups = [
    ...SERVICES.flatMap((service) => {
      const percent = percents[service];
      return percent === undefined ? [] : [{ percent: percent + more, services: [service] }];
    }),
    { percent: 0, services: SERVICES.filter((service) => percents[service] === undefined) },
  ];
  return groups.flatMap(({ percent, services }) => [
    ...off(percent, services, null),
    ...TURNAROUNDS.flatMap((turnaround) => {
      const points = turnarounds[turnaround] ?? 0;
      return points === 0 ? [] : off(percent + points, services, [turnaround]);
    }),
  ]);
}

/** "Copyediting 12%, 10 points more for 3 days (3 points more from $10,000.00 in a calendar year)" */
export function contractWords({ percents, turnarounds, steps }: Agreed, currency: Currency): string {
  const services = SERVICES.flatMap((service) => {
    const percent = percents[service];
    return percent === undefined ? [] : [`${SERVICE_LABELS[service]} ${percent}%`];
  });
  const times = TURNAROUNDS.flatMap((turnaround) => {
    const points = turnarounds[turnaround];
    if (points === undefined) return [];
    const off = services.length === 0 ? `${points}%` : `${count(points, "point")} more`;
    return [`${off} for ${TURNAROUND_LABELS[turnaround]}`];
  });
  const agreed = [...services, ...times].join(", ");
  const more = steps.map(
    ({ fromMinor, points }) => `${count(points, "point")} more from ${formatMoney(fromMinor, currency)}`,
  );
  return more.length === 0 ? agreed : `${agreed} (${more.join(", ")} in a calendar year)`;
}
