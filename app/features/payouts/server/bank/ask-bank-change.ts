import { randomBytes } from "node:crypto";
import { z } from "zod";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { HOUR, after, formatDays } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { sealJson } from "#app/platform/server/files/sealing.ts";
import { type EmailText, renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";
import { payoutsAt } from "../earnings/read-payout-policy.ts";
import {
  BankForm,
  CONFIRM_HOURS,
  bankDetails,
  bankFaults,
  holderAtBank,
  maskAccount,
} from "../../rules/bank-details.ts";
import type { PaidCurrency } from "../../rules/exchange.ts";
import { meansOf } from "../../rules/scheme.ts";
import { reasonOf } from "../../rules/return-codes.ts";
import { bankChangeOf, hashOfToken, lockBank } from "./bank-changes.ts";
import { findBank } from "../earnings/list-earnings.ts";
import { loadBankOwner, mayChangeBank } from "./bank-owner.ts";

/** Asks an editor to confirm new bank details. @param it.frozenMs how long we wait before paying to them */
export function bankConfirmation(
  to: { email: string; name: string },
  it: { account: string; holder: string; currency: PaidCurrency; token: string; frozenMs: number },
): EmailText {
  const { siteName, origins } = config();
  return {
    key: "bank.confirm",
    reader: to,
    values: { account: it.account, holder: it.holder },
    heading: "Confirm your new bank details",
    paragraphs: [
      `Hello ${to.name},`,
      `You asked us to pay you ${it.currency === "EUR" ? "in euros " : ""}to the account ${it.account}. Open the link and click the button there to confirm it.`,
      `The name your bank gets with each payment is “${it.holder}”. If your bank wouldn't recognize it, enter the name again as it spells it.`,
      `The link works for ${CONFIRM_HOURS} hours. Until you confirm it, nothing changes. After that, we wait ${formatDays(it.frozenMs)} before we pay to the new account.`,
      "If this wasn't you, don't open the link. Change your password and contact support.",
    ],
    button: {
      label: "Confirm bank details",
      url: `${origins.app}/editor/editor-payouts?confirm=${encodeURIComponent(it.token)}#bank`,
    },
    footer: `You're getting this email because new bank details were entered for your editor account at ${siteName}.`,
  };
}

/**
 * An editor enters new bank details. They replace the current ones only once confirmed by the link in an email; until
 * then, payouts go on as before. The page requires a recent sign-in first.
 * @returns the address the link was sent to
 * @throws invalid by field
 */
export const askBankChange = command({
  input: BankForm.extend({ uid: z.string() }),
  load: async ({ uid }, { tx }) => {
    await lockBank(tx, uid);
    return loadBankOwner(tx, uid);
  },
  allow: (actor, owner) => mayChangeBank(actor, owner.uid) || "Only the editor can change these bank details.",
  run: async ({ input: { uid, ...form }, thing: owner, tx, now, fact }): Promise<string> => {
    const faults = bankFaults(form, config().debtor.iban);
    if (form.currency === "EUR" && !meansOf(config().debtor).hasSepa)
      faults.currency ??= "We can't pay in euros. Choose US dollars.";
    if (Object.keys(faults).length > 0)
      throw invalid("bank_details", Object.values(faults)[0]!, "Correct the marked fields and try again.", faults);
    const details = bankDetails(form);
    const current = await findBank(uid, tx);
    if (current && (Object.keys(details) as (keyof typeof details)[]).every((key) => details[key] === current[key])) {
      const refused = current.refusedCode === null ? null : reasonOf(current.refusedCode);
      // An editor may say that details a bank sent money back from are right after all, unless it said what is wrong.
      if (!refused)
        throw invalid("bank_same", "These are already your bank details.", "Enter other details to change them.");
      if (refused.fixedBy === "account")
        throw invalid(
          "bank_refused",
          `Your bank sent back a payout to this account: ${refused.says}.`,
          "Enter another account, or correct the details.",
        );
    }
    const token = randomBytes(32).toString("base64url");
    const row = {
      sealed: sealJson(details, bankChangeOf(uid)),
      tokenHash: hashOfToken(token),
      expiresAt: after(now, CONFIRM_HOURS * HOUR),
      createdAt: now,
    };
    await tx
      .insertInto("bank_changes")
      .values({ uid, ...row })
      .onConflict((c) => c.column("uid").doUpdateSet(row))
      .execute();
    await post(tx, {
      key: `bank:${row.tokenHash}`,
      to: owner.email,
      subject: "Confirm your new bank details",
      kind: "bank.confirm",
      ...(await renderEmail(
        bankConfirmation(
          { email: owner.email, name: owner.displayName },
          {
            account: maskAccount(details),
            holder: holderAtBank(details),
            currency: details.currency,
            token,
            frozenMs: (await payoutsAt(now, tx)).bankFrozenMs,
          },
        ),
      )),
    });
    await fact("bank.changed", { subjectId: uid, data: { uid }, topics: [`user:${uid}`] });
    return owner.email;
  },
});

/** An editor discards details that aren't confirmed yet. @throws not-found when there are none */
export const cancelBankChange = command({
  input: z.object({ uid: z.string() }),
  load: async ({ uid }, { tx }) => {
    await lockBank(tx, uid);
    return loadBankOwner(tx, uid);
  },
  allow: (actor, owner) => mayChangeBank(actor, owner.uid) || "Only the editor can change these bank details.",
  run: async ({ thing: { uid }, tx, fact }): Promise<void> => {
    const gone = await tx.deleteFrom("bank_changes").where("uid", "=", uid).returning("uid").executeTakeFirst();
    if (!gone) throw notFound("change of bank details");
    await fact("bank.change_cancelled", { subjectId: uid, data: { uid }, topics: [`user:${uid}`] });
  },
});
