import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Tx, lockName } from "#app/platform/server/core/database.ts";
import { folded } from "../../rules/bank-files/folded.ts";
import { accountChoice, accountOf } from "#app/features/payments/rules/ledger/account-choice.ts";
import { findCompany } from "#app/features/company/server/find-company.ts";
import { isEu, placeName } from "#app/features/tax/rules/places.ts";
import { recipientLaw } from "#app/features/tax/rules/supplier-tax.ts";
import { homeRegistration } from "#app/features/tax/rules/registration.ts";
import { listRegistrations, requireAuthority } from "#app/features/tax/server/registrations.ts";
import { ASSIGNABLE, type Assignable } from "../../rules/reconciliation/reconciliation.ts";
import { DIRECTIONS, type LineTax } from "../../rules/reconciliation/suggestions.ts";

import { bookByRules } from "./book-by-rules.ts";

const MOST = 200;

/**
 * Lines with these words are suggested for this account from now on, or booked to it. The same words and direction again
 * change the rule.
 */
export const saveBankRule = command({
  input: z.object({
    words: z.string().trim().min(3, "Enter at least three characters of the line's text.").max(80),
    direction: z.enum(DIRECTIONS, "Choose whether money comes in or goes out."),
    account: accountChoice(ASSIGNABLE, "Choose the account."),
    /** The rate of the input tax in the lines' amounts in percent, such as "19"; "" if there's none. */
    inputTax: z
      .string()
      .trim()
      .regex(/^(?:\d{1,2}(?:\.\d{1,2})?)?$/, "Enter the rate in percent, such as 19 or 7.5, or leave it empty.")
      .default(""),
    /** Whether the supplier is abroad and charges no tax: the company owes it at that rate, and gets it back. */
    reverseCharge: z.boolean().default(false),
    /** Whether that supplier is in another EU country, which the return of a company in the EU tells apart. */
    supplierInEu: z.boolean().default(false),
    /** Whether lines are booked without asking: those that are open now, and later ones. */
    alone: z.boolean().default(false),
  }),
  load: (_, { tx }) => lockName(tx, "bank rules"),
  allow: (actor) => may(actor, "money") || only("money", "make rules for bank lines"),
  run: async ({ input, ...ctx }): Promise<{ booked: number }> => {
    const { tx } = ctx;
    const { account, party = "" } = accountOf(input.account);
    if (party !== "") await requireAuthority(party, tx);
    const inputTaxBp = Math.round(Number(input.inputTax) * 100) || null;
    if (input.reverseCharge && inputTaxBp === null)
      throw invalid("rate", "Enter the rate of your country, such as 19.", undefined, {
        inputTax: "Enter the rate of your country, such as 19.",
      });
    if (inputTaxBp !== null) await requireHome(input, tx);
    const row = {
      words: input.words,
      direction: input.direction,
      account: account as Assignable,
      party,
      alone: input.alone,
      inputTaxBp,
      reverseCharge: input.reverseCharge,
      supplierInEu: input.reverseCharge && input.supplierInEu,
    };
    const key = folded(input.words);
    if (key.length < 3) throw invalid("words", "Enter words of the line's text: letters or digits.");
    const rules = await tx.selectFrom("bank_rules").selectAll().execute();
    const same = rules.find((rule) => folded(rule.words) === key && rule.direction === input.direction);
    if (!same && rules.length >= MOST)
      throw conflict("too_many", `There are ${MOST} rules already.`, "Remove one that's no longer needed.");
    const id = same?.id ?? newId("bankRule");
    if (same) await tx.updateTable("bank_rules").set(row).where("id", "=", id).execute();
    else
      await tx
        .insertInto("bank_rules")
        .values({ id, ...row, createdBy: uidOf(ctx.actor), createdAt: ctx.now })
        .execute();
    await ctx.fact("books.rule_saved", { subjectId: id, data: input, topics: ["staff"] });
    return { booked: input.alone ? await bookByRules(ctx) : 0 };
  },
});

/** @throws invalid unless the company is registered at home, where input tax is given back, or nobody owes it there */
async function requireHome(
  { reverseCharge, supplierInEu }: Pick<LineTax, "reverseCharge" | "supplierInEu">,
  tx: Tx,
): Promise<void> {
  const [company, registrations] = [await findCompany(tx), await listRegistrations(tx)];
  const home = homeRegistration(company?.country, registrations);
  if (home && reverseCharge && !recipientLaw(home.place)) {
    const none = `A company in ${placeName(home.place)} that gets input tax back owes none on invoices from abroad.`;
    throw invalid("reverse_charge", none, "Save the rule without it.", { inputTax: none });
  }
  if (home && reverseCharge && supplierInEu && !isEu(home.place)) {
    const apart = "Only a company in the EU declares suppliers in the EU apart.";
    throw invalid("reverse_charge", apart, "Choose a supplier elsewhere.", { reverseCharge: apart });
  }
  if (home) return;
  const fault = "The company isn't registered for VAT at home, so nobody gives input tax back.";
  throw invalid("input_tax", fault, "Leave the rate empty.", { inputTax: fault });
}

/** Removes a rule. What was assigned by it stays. */
export const removeBankRule = command({
  input: z.object({ id: z.string().max(60) }),
  load: async ({ id }, { tx }) => {
    const rule = isId("bankRule", id)
      ? await tx.selectFrom("bank_rules").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()
      : undefined;
    if (!rule) throw notFound("rule");
    return rule;
  },
  allow: (actor) => may(actor, "money") || only("money", "remove rules for bank lines"),
  run: async ({ thing: { id, words }, tx, ...ctx }): Promise<void> => {
    await tx.deleteFrom("bank_rules").where("id", "=", id).execute();
    await ctx.fact("books.rule_removed", { subjectId: id, data: { words }, topics: ["staff"] });
  },
});
