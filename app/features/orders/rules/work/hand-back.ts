import { type OrderStatus, orderFlow } from "../flow.ts";

/**
 * The flag of an order whose author left a blocking question unanswered for so long that its editor may hand it back
 * without it counting.
 */
export const UNANSWERED = "unanswered";

/** Why an editor can't hand an order back on their own, or null when they can. */
export function handBackRefusal(status: OrderStatus): { message: string; advice: string } | null {
  if ((orderFlow.moves.release.from as readonly OrderStatus[]).includes(status)) return null;
  return {
    message: "This order can't be handed back at this point.",
    advice: "If you can't continue, ask support under Messages.",
  };
}
