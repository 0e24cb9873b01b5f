/** What the finance team does with a tax return: files it, pays it, and takes back what was a mistake. */
import { z } from "zod";
import { dayOf, isDay } from "#app/platform/rules/core/day.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import { formatMoney, minor } from "#app/platform/rules/core/money.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { json, lockName } from "#app/platform/server/core/database.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { authorityName, isAuthority } from "#app/features/tax/rules/authority.ts";
import { lackedBy, periodWords } from "#app/features/tax/rules/returns.ts";
import { type FiledReturn, findReturn } from "./returns.ts";

const Day = z.string().refine(isDay, "Choose a date.");
const about = (it: Pick<FiledReturn, "authority" | "from" | "until">) => ({
  what: authorityName(it.authority),
  period: periodWords(it),
});

/** One lock for all: each return declares what others lack. */
async function lockReturn({ tx }: Pick<CommandContext, "tx">, id: string): Promise<FiledReturn> {
  await lockName(tx, "tax returns");
  const row = isId("taxReturn", id)
    ? await tx.selectFrom("tax_returns").selectAll().where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!row) throw notFound("tax return");
  return row;
}

/**
 * Notes that a return was filed with the authority, and keeps its figures as they were.
 * @throws conflict if it's filed already, its period isn't over, a rate is missing, or the figures aren't those shown
 */
export const fileReturn = command({
  input: z.object({
    authority: z.string().refine(isAuthority, "Choose the authority."),
    from: Day,
    /** What was due on the page. */
    dueMinor: z.coerce.number().int(),
    reference: z.string().trim().min(2, "Enter the number that the office gave the return.").max(100),
  }),
  load: (_input, { tx }) => lockName(tx, "tax returns"),
  allow: (actor) => may(actor, "money") || only("money", "file tax returns"),
  async run({ input: { authority, from, dueMinor, reference }, ...ctx }): Promise<{ id: string }> {
    const found = await findReturn(authority, from, ctx.now, ctx.tx);
    const { filed, period, figures, late } = found;
    if (filed) {
      if (filed.reference === reference && filed.dueMinor === dueMinor) return { id: filed.id };
      throw conflict("filed", "This return is filed already.", "Reload the page to see by whom.");
    }
    if (period.state === "running")
      throw conflict("running", `The period runs until ${period.until}.`, "File it once it's over.");
    if (figures.lacking > 0)
      throw conflict(
        "rates",
        "The figures aren't complete, because a reference rate is missing.",
        "Import the ECB's rates, then file it.",
      );
    if (found.dueMinor !== dueMinor)
      throw conflict(
        "changed",
        `The figures have changed: ${formatMoney(found.dueMinor, figures.currency)} is due now.`,
        "Reload the page and compare them with what you filed.",
      );
    const id = newId("taxReturn");
    await ctx.tx
      .insertInto("tax_returns")
      .values({
        id,
        authority,
        from,
        until: period.until,
        figures: json(figures),
        late: json(late),
        dueMinor: minor(dueMinor),
        reference,
        filedBy: uidOf(ctx.actor),
        filedAt: ctx.now,
      })
      .execute();
    await ctx.fact("tax.return_filed", {
      subjectId: id,
      data: {
        ...about({ authority, from, until: period.until }),
        due: formatMoney(dueMinor, figures.currency),
        reference,
      },
      topics: ["staff"],
    });
    return { id };
  },
});

/** Notes when a filed return was paid or what was overpaid came back. Another day corrects the first. */
export const payReturn = command({
  input: z.object({ id: z.string().max(60), paidOn: Day }),
  load: ({ id }, ctx) => lockReturn(ctx, id),
  allow: (actor) => may(actor, "money") || only("money", "mark tax returns as paid"),
  async run({ input: { id, paidOn }, thing: it, ...ctx }): Promise<void> {
    if (it.paidOn === paidOn) return;
    if (it.dueMinor === 0) throw conflict("nothing", "Nothing was due with this return.");
    const fault =
      paidOn > dayOf(ctx.now)
        ? "Choose today or a day before it."
        : paidOn < it.from
          ? "Choose a day after the period began."
          : null;
    if (fault) throw invalid("paid", fault, undefined, { paidOn: fault });
    await ctx.tx
      .updateTable("tax_returns")
      .set({ paidOn, paidBy: uidOf(ctx.actor), paidAt: ctx.now })
      .where("id", "=", id)
      .execute();
    await ctx.fact("tax.return_paid", { subjectId: id, data: { ...about(it), paidOn }, topics: ["staff"] });
  },
});

const Reason = reasonText("Say why, for people who read the returns later.", 5);

/**
 * Takes back that a return was paid: it was another one, or the bank refused it. What's booked stays with the bank line.
 * @throws conflict if it isn't paid, or somebody corrected the day in the meantime
 */
export const unpayReturn = command({
  input: z.object({
    id: z.string().max(60),
    /** The day that was shown. */
    paidOn: Day,
    reason: Reason,
  }),
  load: ({ id }, ctx) => lockReturn(ctx, id),
  allow: (actor) => may(actor, "money") || only("money", "take payments of tax returns back"),
  async run({ input: { id, paidOn, reason }, thing: it, ...ctx }): Promise<void> {
    if (it.paidOn === null) throw conflict("unpaid", "This return isn't marked as paid.", "Reload the page.");
    if (it.paidOn !== paidOn)
      throw conflict("changed", `Somebody corrected the day to ${it.paidOn}.`, "Reload the page and look at it again.");
    await ctx.tx
      .updateTable("tax_returns")
      .set({ paidOn: null, paidBy: null, paidAt: null })
      .where("id", "=", id)
      .execute();
    await ctx.fact("tax.return_unpaid", { subjectId: id, data: { ...about(it), paidOn, reason }, topics: ["staff"] });
  },
});

/**
 * Takes a filing back that was a mistake: the period is open again, with the figures of today. The audit trail keeps
 * it. @throws conflict once it's paid, or a later return declares what it lacked or corrects it
 */
export const withdrawReturn = command({
  input: z.object({
    id: z.string().max(60),
    reason: Reason,
  }),
  load: async ({ id }, ctx) => {
    await lockName(ctx.tx, "tax returns");
    return isId("taxReturn", id)
      ? await ctx.tx.selectFrom("tax_returns").selectAll().where("id", "=", id).executeTakeFirst()
      : undefined;
  },
  allow: (actor) => may(actor, "money") || only("money", "take tax returns back"),
  async run({ input: { id, reason }, thing: it, ...ctx }): Promise<void> {
    // Taken back by somebody else, or twice.
    if (!it) throw conflict("withdrawn", "This return was taken back already, or never filed.", "Reload the page.");
    if (it.paidOn !== null)
      throw conflict(
        "paid",
        "This return is paid.",
        "Take the payment back first, or declare what changed with the next one.",
      );
    const later = await ctx.tx
      .selectFrom("tax_returns")
      .select(["from", "figures", "late"])
      .where("authority", "=", it.authority)
      .where("id", "<>", id)
      .execute();
    if (later.some((other) => other.late.some((one) => lackedBy(one) === it.from)))
      throw conflict("declared", "A later return already declares what this one lacked.", "Take that one back first.");
    // A correction names what was declared so far.
    if (later.some((other) => other.figures.corrections.some((one) => one.until === it.until)))
      throw conflict("corrected", "A later return already corrects this one.", "Take that one back first.");
    await ctx.tx.deleteFrom("tax_returns").where("id", "=", id).execute();
    await ctx.fact("tax.return_withdrawn", {
      subjectId: id,
      data: { ...about(it), reference: it.reference, reason },
      topics: ["staff"],
    });
  },
});
