import { defineFlow } from "#app/platform/rules/core/flow.ts";

/** The states of an editor's earning for one order. */
export const earningFlow = defineFlow({
  name: "earning",
  start: "pending",
  states: ["pending", "available", "in_payout", "paid", "returned", "reversed"],
  ends: ["reversed"],
  moves: {
    accept: {
      from: ["pending"],
      to: "available",
      by: ["client", "clock"],
      when: "the order is accepted",
      ledger: "owed: delivered to owed: accepted",
    },
    take: {
      from: ["available", "returned"],
      to: "in_payout",
      by: ["admin"],
      when: "a payout run includes it",
      ledger: "owed: accepted to owed: in payout",
    },
    release: {
      from: ["in_payout"],
      to: "available",
      by: ["admin", "system"],
      when: "the run was canceled before it was sent, or an order in the payout is disputed",
      ledger: "owed: in payout to owed: accepted",
    },
    pay: {
      from: ["in_payout"],
      to: "paid",
      by: ["admin", "system"],
      when: "the bank paid it",
      ledger: "owed: in payout to bank",
    },
    return: {
      from: ["in_payout", "paid"],
      to: "returned",
      by: ["admin", "system"],
      when: "the bank rejected or returned it",
      ledger: "owed: accepted again",
    },
    reverse: {
      from: ["pending", "available", "returned"],
      to: "reversed",
      by: ["admin", "system"],
      when: "a refund reverses the whole earning",
      ledger: "editor pay is reversed",
    },
  },
});
export type EarningState = (typeof earningFlow.states)[number];
export type EarningMove = keyof typeof earningFlow.moves;

/** The states of one editor's payout in a run. */
export const payoutFlow = defineFlow({
  name: "payout",
  start: "prepared",
  states: ["prepared", "approved", "sent", "paid", "rejected", "returned", "cancelled"],
  ends: ["rejected", "returned", "cancelled"],
  moves: {
    approve: {
      from: ["prepared"],
      to: "approved",
      by: ["admin"],
      when: "its run is approved by someone who didn't prepare it",
    },
    reopen: {
      from: ["approved"],
      to: "prepared",
      by: ["system"],
      when: "another payout of its run was taken out before the file was sent",
    },
    cancel: {
      from: ["prepared", "approved"],
      to: "cancelled",
      by: ["admin", "system"],
      when: "its run wasn't approved, or an order it pays for is disputed before the file is sent",
      ledger: "its earnings are available again",
    },
    send: { from: ["approved"], to: "sent", by: ["admin"], when: "the bank file was downloaded" },
    pay: {
      from: ["sent"],
      to: "paid",
      by: ["admin", "system"],
      when: "the bank paid it",
      ledger: "owed: in payout to bank",
    },
    reject: {
      from: ["sent"],
      to: "rejected",
      by: ["admin", "system"],
      when: "the bank didn't carry it out",
      ledger: "its earnings are available again",
    },
    return: {
      from: ["sent", "paid"],
      to: "returned",
      by: ["admin", "system"],
      when: "the bank returned the money, or rejected a payment that was marked as paid",
      ledger: "its earnings are available again",
    },
  },
});
export type PayoutState = (typeof payoutFlow.states)[number];
export type PayoutMove = keyof typeof payoutFlow.moves;

/** The states of a payout run and its bank file. The approver is never the person who prepared it. */
export const runFlow = defineFlow({
  name: "payout run",
  start: "prepared",
  states: ["prepared", "approved", "sent", "settled", "cancelled"],
  ends: ["settled", "cancelled"],
  moves: {
    approve: {
      from: ["prepared"],
      to: "approved",
      by: ["admin"],
      when: "the approver isn't the preparer, and the file's total equals the ledger",
    },
    cancel: { from: ["prepared"], to: "cancelled", by: ["admin"], ledger: "all earnings are available again" },
    reopen: {
      from: ["approved"],
      to: "prepared",
      by: ["system"],
      when: "a payout was taken out before the file was sent",
    },
    send: {
      from: ["approved"],
      to: "sent",
      by: ["admin"],
      when: "the file was downloaded for the bank, with its hash on record",
    },
    settle: {
      from: ["sent"],
      to: "settled",
      by: ["admin", "system"],
      when: "every payout is paid, rejected, or returned",
    },
  },
});
export type RunState = (typeof runFlow.states)[number];
export type RunMove = keyof typeof runFlow.moves;

/** Whether this person may approve what that person prepared. */
export const mayCheck = (checkerUid: string, makerUid: string): boolean => checkerUid !== makerUid;

/** A run's state in a sentence: "This run is already sent". */
export const RUN_WORDS: Readonly<Record<RunState, string>> = {
  prepared: "prepared",
  approved: "approved",
  sent: "sent",
  settled: "settled",
  cancelled: "canceled",
};
