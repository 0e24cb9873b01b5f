/** Why banks don't pay, in words an editor can act on. ISO 20022 reason codes and ACH return codes. */

/**
 * Who can fix it: `account` needs other bank details, `ask` may be right or wrong and the editor says which, and
 * `ours` is nothing to do with the editor: it's simply paid again.
 */
export type FixedBy = "account" | "ask" | "ours";
type Reason = { says: string; fixedBy: FixedBy };

const CLOSED: Reason = { says: "the account is closed", fixedBy: "account" };
const UNKNOWN: Reason = { says: "the account number isn't right", fixedBy: "account" };
const BLOCKED: Reason = { says: "the account is blocked", fixedBy: "account" };
const KIND: Reason = { says: "this kind of account doesn't accept transfers", fixedBy: "account" };
const BANK: Reason = { says: "the bank's code isn't right", fixedBy: "account" };
const NAME: Reason = { says: "the name doesn't match the account", fixedBy: "account" };
const DEATH: Reason = { says: "the account holder's bank reports a death", fixedBy: "account" };
const REFUSED: Reason = { says: "the account holder or their bank refused it", fixedBy: "ask" };
const NO_REASON: Reason = { says: "the bank gave no reason", fixedBy: "ask" };
const OURS: Reason = { says: "our file or our bank had a problem", fixedBy: "ours" };

const CODES: Readonly<Record<string, Reason>> = {
  AC01: UNKNOWN,
  AC02: OURS,
  AC03: UNKNOWN,
  AC04: CLOSED,
  AC06: BLOCKED,
  AC07: CLOSED,
  AC13: KIND,
  AC14: KIND,
  AG01: KIND,
  AG02: OURS,
  AM02: REFUSED,
  AM04: OURS,
  AM05: OURS,
  BE01: NAME,
  BE04: { says: "the holder's address is missing or wrong", fixedBy: "account" },
  BE06: UNKNOWN,
  CUST: OURS,
  DUPL: OURS,
  DT01: OURS,
  FF01: OURS,
  FOCR: OURS,
  MD07: DEATH,
  MS02: REFUSED,
  MS03: NO_REASON,
  RC01: BANK,
  RC03: OURS,
  RC04: BANK,
  RR02: OURS,
  RR03: { says: "the holder's name or address is missing", fixedBy: "account" },
  RR04: { says: "a rule of the receiving country stopped it", fixedBy: "ask" },
  TECH: OURS,
  TM01: OURS,
  R02: CLOSED,
  R03: { says: "no such account, or not this holder's", fixedBy: "account" },
  R04: UNKNOWN,
  R06: OURS,
  R12: { says: "the bank branch was sold", fixedBy: "account" },
  R13: BANK,
  R14: DEATH,
  R15: DEATH,
  R16: BLOCKED,
  R17: UNKNOWN,
  R18: OURS,
  R19: OURS,
  R20: KIND,
  R23: REFUSED,
  R24: OURS,
  R25: OURS,
  R26: OURS,
  R27: OURS,
  R28: BANK,
  R30: OURS,
  R31: REFUSED,
  R34: BANK,
};

/** A code's reason; a code we don't know counts as given without a reason. */
export const reasonOf = (code: string): Reason => (Object.hasOwn(CODES, code) ? CODES[code]! : NO_REASON);

/** Reasons that an admin can give for a return that was reported by phone or seen on a statement. */
export const ADMIN_CODES = ["AC04", "AC01", "AC06", "BE01", "RC01", "MS03", "AM04"] as const;

/** "Account closed (AC04)": for lists of admins. */
export function reasonLabel(code: string): string {
  const { says } = reasonOf(code);
  return `${says[0]!.toUpperCase()}${says.slice(1)} (${code})`;
}

/** A sentence that asks the editor to do something about a payout that didn't arrive. */
export const WHAT_TO_DO: Readonly<Record<FixedBy, string>> = {
  account: "Enter other bank details under Payouts. We'll pay it again with the next run after they can be used.",
  ask: "Check your bank details under Payouts and enter them again, the same or others. We'll pay it again with the next run after they can be used.",
  ours: "You don't need to do anything. We'll pay it again with the next run.",
};
