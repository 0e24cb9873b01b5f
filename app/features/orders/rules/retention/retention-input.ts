import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { z } from "zod";
import { KEEP_DAYS } from "./retention.ts";

/** How many days files are kept, as sent by a form. */
export const KeepDaysInput = z.literal(KEEP_DAYS, `Choose ${joinWords(KEEP_DAYS.map(String), "or")} days.`);
