/** Prices agreed with an organization: a percentage off the price list, by service. */
import { SERVICES, SERVICE_LABELS, type Service } from "./policy.ts";
import type { StandingDiscount } from "./standing-discount.ts";

/** Waits for the second admin, in use, refused by them, or over. */
export const CONTRACT_STATES = ["proposed", "active", "declined", "ended"] as const;
export type ContractState = (typeof CONTRACT_STATES)[number];

/** Percent off by service. Services without a price of their own are missing. */
export type ContractPercents = Partial<Record<Service, number>>;

const CONTRACT_LABEL = "Contract price";

/** What an organization's orders get, in the form of any discount: the best one counts, and the floor of pay holds. */
export const contractDiscounts = (contract: {
  id: string;
  percents: ContractPercents;
  endsAt: Date | null;
}): StandingDiscount[] =>
  SERVICES.flatMap((service) => {
    const percent = contract.percents[service];
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

/** "Copyediting 12%, proofreading 10%" */
export const percentWords = (percents: ContractPercents): string =>
  SERVICES.flatMap((service) => {
    const percent = percents[service];
    return percent === undefined ? [] : [`${SERVICE_LABELS[service]} ${percent}%`];
  }).join(", ");
