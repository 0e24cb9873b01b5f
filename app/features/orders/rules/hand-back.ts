import { type OrderStatus, orderFlow } from "./flow.ts";

/** Why an editor can't hand an order back on their own, or null when they can. */
export function handBackRefusal(status: OrderStatus): { message: string; advice: string } | null {
  if ((orderFlow.moves.release.from as readonly OrderStatus[]).includes(status)) return null;
  return {
    message: "This order can't be handed back at this point.",
    advice: "If you can't continue, ask support under Messages.",
  };
}
