import type { ProfileTexts } from "#app/features/editors/rules/profile-texts.ts";
import type { PayoutState } from "#app/features/payouts/rules/flow.ts";
import type { EditorKyc } from "#app/features/editors/server/kyc/find-kyc.ts";
import type { LevelStanding } from "#app/features/editors/rules/levels.ts";
import type { Pause } from "#app/features/editors/rules/pause.ts";
import type { Judgement } from "#app/features/matching/server/list-invites.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import type { BankHistoryRow } from "#app/features/payouts/server/bank/bank-changes.ts";
import type { EditorBalance } from "#app/features/payouts/server/earnings/list-earnings.ts";
import type { PersonNote } from "#app/features/accounts/server/people/list-person-notes.ts";
import type { PersonAccount } from "#app/features/accounts/server/people/find-person-account.ts";
import type { PersonTicket } from "#app/features/support/server/tickets/list-person-tickets.ts";
import type { EditorRow } from "#app/features/backoffice/rules/lists/editor-list.ts";

export type EditorOrder = {
  id: string;
  number: string;
  title: string;
  status: OrderStatus;
  words: number;
  dueAt: Date | null;
  deliveredAt: Date | null;
  late: boolean;
};
export type EditorInvite = {
  id: string;
  orderId: string;
  number: string;
  wave: number;
  status: string;
  payMinor: number;
  currency: string;
  sentAt: Date;
  respondedAt: Date | null;
};
export type EditorFile = {
  row: EditorRow;
  profile: ProfileTexts & {
    timeZone: string;
    approvedAt: Date | null;
    agreementSignedAt: Date | null;
    confidentialitySignedAt: Date | null;
    doctorateVerifiedAt: Date | null;
  };
  settings: {
    fields: string[];
    variants: string[];
    services: string[];
    weeklyWords: number | null;
    parallelOrders: number | null;
    workdays: number[];
    away: string[];
    quietHours: { from: string; to: string } | "none" | null;
    missing: string[];
  };
  level: LevelStanding;
  pause: Pause | null;
  kyc: EditorKyc;
  current: EditorOrder[];
  past: EditorOrder[];
  pastTotal: number;
  invites: EditorInvite[];
  inviteOutcomes: { status: string; n: number }[];
  judgements: Judgement[];
  balances: EditorBalance[];
  account: PersonAccount;
  tickets: PersonTicket[];
  notes: PersonNote[];
  pendingBank: { account: string; createdAt: Date; expired: boolean } | null;
  /** Makes resent forms count once. */
  formKey: string;
  bankHistory: BankHistoryRow[];
  payouts: {
    id: string;
    runNumber: string;
    status: PayoutState;
    amountMinor: number;
    currency: string;
    paidAt: Date | null;
    invoiceId: string | null;
    invoiceNumber: string | null;
  }[];
  ratings: { orderId: string; number: string; overall: number; comment: string; at: Date }[];
  reviews: {
    orderId: string;
    number: string;
    status: string;
    total: number | null;
    note: string;
    reviewer: string | null;
    at: Date;
  }[];
  trail: {
    id: string;
    at: Date;
    title: string;
    detail: string;
    who: string | null;
    orderId: string | null;
    number: string | null;
  }[];
};
