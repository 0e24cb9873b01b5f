import { z } from "zod";

/** An amount in cents from a form, in which null is an amount that nobody could read. */
export const AmountTyped = z
  .preprocess(
    (value) => (typeof value === "string" && value !== "" ? Number(value) : value),
    z.int("Enter an amount such as 25 or 25.50."),
  )
  .pipe(z.number().positive("Enter an amount above zero."));
