import { type ListColumn, type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import {
  DOCUMENT_KINDS,
  DOCUMENT_LABELS,
  type DocumentKind,
  EXPIRES_SOON_DAYS,
  KYC_STATES,
  KYC_WORDS,
  type KycState,
} from "../kyc/kyc.ts";
import type { KycOverview } from "../kyc/kyc-overview.ts";

export type KycRow = {
  uid: string;
  displayName: string;
  email: string;
  state: KycState;
  nextExpiry: string | null;
  waitingSince: Date | null;
  overview: KycOverview;
};

const lineOf = (row: KycRow, kind: DocumentKind) => row.overview.lines.find((it) => it.kind === kind)!;
/** Two columns of each document: its state, and in the file its last day. */
const DOCUMENTS = Object.fromEntries(
  DOCUMENT_KINDS.flatMap((kind): [string, ListColumn<KycRow>][] => [
    [kind, { header: DOCUMENT_LABELS[kind], csv: (r) => KYC_WORDS[lineOf(r, kind).state] }],
    [`${kind}Until`, { header: `${DOCUMENT_LABELS[kind]} until`, csv: (r) => lineOf(r, kind).document?.expiresOn }],
  ]),
) as Record<DocumentKind, ListColumn<KycRow>>;

export const KYC_LIST = declareList<KycRow>()({
  caption: "All editors' documents",
  noun: "editor",
  home: "/admin/kyc",
  file: "kyc",
  search: "Name or email",
  defaultSort: "name",
  filters: {
    state: { label: "Status", choices: choicesOf(KYC_STATES, KYC_WORDS) },
    show: {
      label: "Show",
      any: "All",
      choices: [
        ["expiring", `Expiring within ${EXPIRES_SOON_DAYS} days`],
        ["waiting", "Waiting for review"],
      ],
    },
  },
  columns: {
    name: { header: "Editor", sort: true, csv: (r) => r.displayName },
    email: { header: "Email", csv: (r) => r.email },
    uid: { header: "Editor ID", csv: (r) => r.uid },
    state: { header: "KYC", csvHeader: "Status", sort: true, csv: (r) => KYC_WORDS[r.state] },
    ...DOCUMENTS,
    expiry: { header: "Next to expire", sort: true },
    waiting: { header: "Waiting since", sort: true, csv: (r) => r.waitingSince },
    next: { header: "Next step", csv: (r) => r.overview.nextForStaff },
  },
});
export type KycListQuery = QueryOf<typeof KYC_LIST>;

/** One document to review. */
export type KycQueueRow = {
  id: string;
  uid: string;
  displayName: string;
  email: string;
  kind: DocumentKind;
  status: KycState;
  submittedAt: Date;
  level: string;
  kycStatus: string;
};

export const KYC_QUEUE = declareList<KycQueueRow>()({
  caption: "Documents to review",
  noun: "document",
  home: "/admin/kyc-review",
  file: "kyc-queue",
  search: "Name or email",
  defaultSort: "waiting",
  filters: {
    kind: { label: "Document", choices: choicesOf(DOCUMENT_KINDS, DOCUMENT_LABELS) },
    status: { label: "Status", choices: choicesOf(["submitted", "in_review"], KYC_WORDS) },
  },
  columns: {
    name: { header: "Editor", sort: true, csv: (r) => r.displayName },
    email: { header: "Email", csv: (r) => r.email },
    uid: { header: "Editor ID", csv: (r) => r.uid },
    kind: { header: "Document", sort: true, csv: (r) => DOCUMENT_LABELS[r.kind] },
    needed: { header: "Needed", narrow: "hidden" },
    status: { header: "Status", csv: (r) => KYC_WORDS[r.status] },
    sent: { header: "Sent", csv: (r) => r.submittedAt },
    waiting: { header: "Waiting", align: "end", sort: true },
  },
});
export type KycQueueQuery = QueryOf<typeof KYC_QUEUE>;
