import { pricingNow } from "./read-pricing.ts";
import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { SERVICES, TURNAROUNDS } from "../rules/policy.ts";
import { couponOf, rowOf, takeCode, wrongTerm } from "./coupon-input.ts";

const whole = (message: string) => z.int(message).positive(message).nullable();

/** A coupon's terms as an admin enters them. */
export const CouponTerms = z.object({
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
  totalLimit: whole("Enter a whole number, at least 1, or leave it empty."),
  personLimit: whole("Enter a whole number, at least 1, or leave it empty."),
  firstOrderOnly: z.boolean().default(false),
});

/** Creates a coupon. Codes are unique regardless of case, and `couponDefinitionProblem` validates the rest. */
export const createCoupon = command({
  input: CouponTerms,
  load: async () => null,
  allow: (actor) => may(actor, "prices") || "Only admins can create coupons.",
  async run({ input, tx, now, fact }): Promise<{ couponId: string; code: string }> {
    const { code } = couponOf(input, true, await pricingNow({ tx, now }));
    if (input.endsAt && input.endsAt <= now) throw wrongTerm("endsOn", "This end date has already passed.");
    await takeCode(tx, code, null);
    const couponId = newId("coupon");
    await tx
      .insertInto("coupons")
      .values({ ...rowOf(input, code), id: couponId, createdAt: now })
      .execute();
    await fact("coupon.created", { subjectId: couponId, data: { couponId, code }, topics: ["staff"] });
    return { couponId, code };
  },
});
