/** A bank file's information about payouts, in any format. */

export type ReportKind = "pain.002" | "camt" | "nacha";
/** `noted` changes nothing: the payment was taken in, is pending, or the bank corrects an account. */
export type Verdict = "settled" | "rejected" | "returned" | "noted";
/** What came of a word: nothing new, no such payout, another amount than ours, or a run that wasn't sent yet. */
export type WordOutcome = "applied" | "known" | "unknown" | "differs" | "unsent" | "noted";

/** Lines for a person to check: those that contain something new but weren't booked. */
export const OPEN_OUTCOMES = ["unknown", "differs", "unsent"] as const satisfies readonly WordOutcome[];
export type OpenOutcome = (typeof OPEN_OUTCOMES)[number];
export const isOpen = (outcome: WordOutcome): outcome is OpenOutcome =>
  (OPEN_OUTCOMES as readonly WordOutcome[]).includes(outcome);

export type BankWord = {
  /**
   * Which payment: our end-to-end id, the trace number of an ACH entry, or every payment of a run that isn't named by
   * itself.
   */
  of: "payment" | "trace" | "run";
  reference: string;
  verdict: Verdict;
  /** The bank's code for why, such as AC04 or R02, or its status. */
  code: string;
  /** Null where the file gives none. */
  amountMinor: number | null;
  currency: string | null;
};

export type BankReport = {
  kind: ReportKind;
  bankId: string;
  words: BankWord[];
  /** Entries about something else than payouts. */
  others: number;
};

/** The most lines of one file that are worked through at once. */
export const MAX_WORDS = 20_000;
/** The largest file. */
export const MAX_REPORT_BYTES = 24 * 1024 * 1024;

export const REPORT_LABELS: Readonly<Record<ReportKind, string>> = {
  "pain.002": "Payment status report (pain.002)",
  camt: "Account statement (CAMT)",
  nacha: "ACH returns (NACHA)",
};

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  settled: "Paid",
  rejected: "Rejected",
  returned: "Returned",
  noted: "For information",
};

export const OUTCOME_WORDS: Readonly<Record<WordOutcome, string>> = {
  applied: "Booked",
  known: "Already booked",
  unknown: "Not booked",
  differs: "Not booked",
  unsent: "Not booked",
  noted: "Nothing to book",
};

/** Why a line wasn't booked. */
export const OPEN_REASONS: Readonly<Record<OpenOutcome, string>> = {
  unknown: "No payout has this reference.",
  differs: "The amount isn't the payout's.",
  unsent: "The run hasn't been sent to the bank.",
};
