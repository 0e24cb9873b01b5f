/** The people who act in the demo's orders. */
import { personOf } from "./cast.ts";

export const amara = personOf("amara");
export const mei = personOf("mei");
export const jonas = personOf("jonas");
export const priya = personOf("priya");
export const ada = personOf("ada");
export const ben = personOf("ben");
export const sam = personOf("sam");
