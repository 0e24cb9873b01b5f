import { z } from "zod";
import { KEEP_DAYS } from "./retention.ts";

/** How many days files are kept, as sent by a form. */
export const KeepDaysInput = z.literal(
  KEEP_DAYS,
  `Choose ${KEEP_DAYS.slice(0, -1).join(", ")}, or ${KEEP_DAYS.at(-1)} days.`,
);
