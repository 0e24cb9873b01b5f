import type { OrderStatus } from "./flow.ts";

/** Taken, with nothing submitted yet. */
const OPEN: readonly OrderStatus[] = ["assigned", "in_progress"];

/** Why an editor can't hand an order back on their own, or null when they can. */
export function handBackRefusal(order: {
  status: string;
  progressWords: number;
  /** Edited copies of any round. */
  uploads: number;
}): { message: string; advice: string } | null {
  if (!OPEN.includes(order.status as OrderStatus))
    return {
      message: "This order can't be handed back at this point.",
      advice: "If you can't continue, ask support under Messages.",
    };
  if (order.progressWords > 0 || order.uploads > 0)
    return {
      message: "You've already done part of this order.",
      advice: "Ask support under Messages to hand it over, so that your part isn't lost.",
    };
  return null;
}
