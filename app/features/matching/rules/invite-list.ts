import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { subfieldLabel } from "#app/features/pricing/rules/taxonomy.ts";
import { type QueryOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";

/** Labels for how an invite ended. */
export const INVITE_OUTCOMES = {
  accepted: "Accepted",
  declined: "Declined",
  expired: "Expired",
  lost: "Taken by another editor",
  withdrawn: "Withdrawn",
} as const;
export type InviteOutcome = keyof typeof INVITE_OUTCOMES;

export type PastInvite = {
  id: string;
  orderId: string;
  number: string;
  service: string;
  field: string;
  words: number;
  payMinor: number;
  currency: string;
  sentAt: Date;
  endedAt: Date;
  outcome: InviteOutcome;
  own: boolean;
};

const serviceOf = (r: PastInvite): string => (isService(r.service) ? SERVICE_LABELS[r.service] : "");

export const PAST_INVITES_LIST = declareList<PastInvite>()({
  caption: "Past invites",
  noun: "invite",
  home: "/editor/invites",
  file: "invites",
  search: "Order number",
  defaultSort: "-sent",
  filters: { outcome: { label: "Outcome", choices: Object.entries(INVITE_OUTCOMES) } },
  columns: {
    number: { header: "Order", csv: (r) => r.number },
    service: { header: "Service", csv: serviceOf },
    field: { header: "Field", narrow: "hidden", csv: (r) => subfieldLabel(r.field) },
    words: { header: "Words", align: "end", sort: true, csv: (r) => r.words },
    pay: { header: "Pay", align: "end", sort: true, csv: (r) => decimalMoney(r.payMinor, r.currency) },
    currency: { header: "Currency", csv: (r) => r.currency },
    sent: { header: "Invited", sort: true, csv: (r) => r.sentAt },
    ended: { header: "Ended", csv: (r) => r.endedAt },
    outcome: { header: "Outcome", csv: (r) => INVITE_OUTCOMES[r.outcome] },
  },
});
export type PastInvitesQuery = QueryOf<typeof PAST_INVITES_LIST>;
