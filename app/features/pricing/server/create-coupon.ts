import { z } from "zod";
import { isAdmin } from "#app/platform/rules/actor.ts";
import { invalid } from "#app/platform/rules/errors.ts";
import { newId } from "#app/platform/rules/ids.ts";
import { command } from "#app/platform/server/command.ts";
import { json, lockName } from "#app/platform/server/database.ts";
import { type Coupon, couponDefinitionProblem, normaliseCode } from "../rules/coupon.ts";
import { SERVICES, TURNAROUNDS } from "../rules/policy.ts";

const whole = (message: string) => z.int(message).positive(message).nullable();

/** A new coupon. Its code is unique whatever the case; what may stand in it is `couponDefinitionProblem`'s to say. */
export const createCoupon = command({
  input: z.object({
    code: z.string().max(60, "A code has at most 40 characters."),
    label: z.string().trim().min(1, "Say what it is for.").max(80, "Keep it to 80 characters."),
    percent: whole("A percentage is a whole number."),
    fixedMinor: whole("An amount has at most two decimals."),
    capMinor: whole("An amount has at most two decimals."),
    minimumMinor: whole("An amount has at most two decimals."),
    startsAt: z.date().nullable(),
    endsAt: z.date().nullable(),
    services: z.array(z.enum(SERVICES)).min(1).nullable(),
    turnarounds: z.array(z.enum(TURNAROUNDS)).min(1).nullable(),
    totalLimit: whole("A limit is a whole number."),
    personLimit: whole("A limit is a whole number."),
  }),
  load: ({ code }, { tx }) => lockName(tx, `coupon ${normaliseCode(code)}`),
  allow: (actor) => isAdmin(actor) || "Only an admin makes coupons.",
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
    if (problem) throw invalid("coupon", problem, "Correct it and send it again.", fieldOf(coupon, problem));
    if (input.endsAt && input.endsAt <= now)
      throw invalid("coupon", "This coupon would have ended already.", "Choose a later last day.", {
        endsOn: "Choose a later last day.",
      });
    const known = await tx
      .selectFrom("coupons")
      .select("id")
      .where((e) => e.fn("upper", ["code"]), "=", code)
      .executeTakeFirst();
    if (known)
      throw invalid("coupon_exists", `There is a coupon ${code} already.`, "Choose another code.", {
        code: "This code exists already.",
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

/** The form's field that a problem belongs to. */
function fieldOf(coupon: Coupon, message: string): Record<string, string> {
  if (message.startsWith("A code")) return { code: message };
  if (/percentage/.test(message) && coupon.percent !== null) return { amount: message };
  if (/amount/.test(message)) return { amount: message };
  return /ends after/.test(message) ? { endsOn: message } : {};
}
