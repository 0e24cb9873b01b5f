import { z } from "zod";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { payoutsAt } from "../earnings/read-payout-policy.ts";
import { hashOfToken, lockBank, readBankChange } from "./bank-changes.ts";
import { loadBankOwner, mayChangeBank } from "./bank-owner.ts";

/**
 * An editor confirms new bank details by the link in the email, signed in as themselves. They replace the current ones,
 * and nothing is paid for three days.
 * @throws gone when the link was used, replaced by a newer one or has expired
 */
export const confirmBankChange = command({
  input: z.object({
    uid: z.string(),
    token: z.string().max(200, "This link isn't complete. Open it from the email again."),
  }),
  load: async ({ uid }, { tx }) => {
    await lockBank(tx, uid);
    return loadBankOwner(tx, uid);
  },
  allow: (actor, owner) => mayChangeBank(actor, owner.uid) || "Only the editor can confirm these bank details.",
  run: async ({ input: { token }, thing: { uid }, tx, now, fact }): Promise<{ usableAt: Date }> => {
    const change = await readBankChange(uid, tx);
    if (!change || change.tokenHash !== hashOfToken(token))
      throw new Problem(
        "gone",
        "bank_link",
        "This link was already used, or there's a newer one.",
        "Use the link in the newest email, or enter your bank details again.",
      );
    if (change.expiresAt <= now)
      throw new Problem("gone", "bank_link_expired", "This link has expired.", "Enter your bank details again.");
    const { details } = change;
    const usableAt = after(now, (await payoutsAt(now, tx)).bankFrozenMs);
    await tx
      .updateTable("bank_details")
      .set({ replacedAt: now })
      .where("uid", "=", uid)
      .where("replacedAt", "is", null)
      .execute();
    await tx
      .insertInto("bank_details")
      .values({
        id: newId("bank"),
        uid,
        currency: details.currency,
        holder: details.holder,
        iban: details.iban,
        bic: details.bic,
        routingNumber: details.routingNumber,
        clearingSystem: details.clearingSystem,
        clearingCode: details.clearingCode,
        accountNumber: details.accountNumber,
        accountType: details.accountType,
        holderType: details.holderType,
        bankName: details.bankName,
        addressLine: details.addressLine,
        postCode: details.postCode,
        town: details.town,
        country: details.country,
        confirmedAt: now,
        usableAt,
        createdAt: now,
      })
      .execute();
    await tx.deleteFrom("bank_changes").where("uid", "=", uid).execute();
    await fact("bank.confirmed", {
      subjectId: uid,
      data: { uid, usableAt: usableAt.toISOString() },
      topics: [`user:${uid}`, "staff"],
    });
    return { usableAt };
  },
});
