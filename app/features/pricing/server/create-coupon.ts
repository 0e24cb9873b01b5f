import { z } from "zod";
import { isAdmin } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json, lockName } from "#app/platform/server/core/database.ts";
import { type Coupon, couponDefinitionProblem, normaliseCode } from "../rules/coupon.ts";
import { SERVICES, TURNAROUNDS } from "../rules/policy.ts";

const whole = (message: string) => z.int(message).positive(message).nullable();

/** Creates a coupon. Codes are unique regardless of case, and `couponDefinitionProblem` validates the rest. */
export const createCoupon = command({
  input: z.object({
    code: z.string().max(60, "Keep the code to 40 characters."),
    label: z.string().trim().min(1, "Enter a description.").max(80, "Keep it to 80 characters."),
    percent: whole("Enter the percentage as a whole number."),
    fixedMinor: whole("Use at most two decimals."),
    capMinor: whole("Use at most two decimals."),
    minimumMinor: whole("Use at most two decimals."),
    startsAt: z.date().nullable(),
    endsAt: z.date().nullable(),
    services: z.array(z.enum(SERVICES)).min(1).nullable(),
    turnarounds: z.array(z.enum(TURNAROUNDS)).min(1).nullable(),
    totalLimit: whole("Enter the limit as a whole number."),
    personLimit: whole("Enter the limit as a whole number."),
  }),
  load: ({ code }, { tx }) => lockName(tx, `coupon ${normaliseCode(code)}`),
  allow: (actor) => isAdmin(actor) || "Only admins can create coupons.",
  async run({ input, tx, now, fact }): Promise<{ couponId: string; code: string }> {
    const code = normaliseCode(input.code);
    const coupon: Coupon = {
      ...input,
      code,
      active: true,
      minimumSpendMinor: input.minimumMinor,
      perPersonLimit: input.personLimit,
    };
    const problem = couponDefinitionProblem(coupon);
    if (problem) throw invalid("coupon", problem, "Correct the marked fields and try again.", fieldOf(coupon, problem));
    if (input.endsAt && input.endsAt <= now)
      throw invalid("coupon", "This end date has already passed.", "Choose a later end date.", {
        endsOn: "Choose a later end date.",
      });
    const known = await tx
      .selectFrom("coupons")
      .select("id")
      .where((e) => e.fn("upper", ["code"]), "=", code)
      .executeTakeFirst();
    if (known)
      throw invalid("coupon_exists", `A coupon with the code ${code} already exists.`, "Choose another code.", {
        code: "This code already exists.",
      });
    const couponId = newId("coupon");
    const { services, turnarounds, ...rest } = input;
    await tx
      .insertInto("coupons")
      .values({
        ...rest,
        id: couponId,
        code,
        services: services ? json(services) : null,
        turnarounds: turnarounds ? json(turnarounds) : null,
        createdAt: now,
      })
      .execute();
    await fact("coupon.created", { subjectId: couponId, data: { couponId, code }, topics: ["staff"] });
    return { couponId, code };
  },
});

/** The form field of a problem. */
function fieldOf(coupon: Coupon, message: string): Record<string, string> {
  if (message.startsWith("A code")) return { code: message };
  if (/percentage/.test(message) && coupon.percent !== null) return { amount: message };
  if (/amount/.test(message)) return { amount: message };
  return /ends after/.test(message) ? { endsOn: message } : {};
}
