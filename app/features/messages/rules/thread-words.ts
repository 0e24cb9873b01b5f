import type { Viewer } from "#app/features/orders/rules/waiting/waiting-facts.ts";

/** Orders no one works on anymore; messages there go to support. */
const OVER: readonly string[] = ["cancelled", "refunded"];
export const isThreadOver = (status: string): boolean => OVER.includes(status);

/** Labels of the message form, saying who reads it. */
export function threadWords(
  viewer: Viewer,
  hasEditor: boolean,
  status: string,
): { label: string; description: string | null; empty: string } {
  const empty = "No messages yet. Messages you write here go to everyone on this order.";
  if (viewer !== "client" && viewer !== "editor")
    return { label: "Message the author and editor", description: null, empty };
  if (isThreadOver(status))
    return {
      label: "Message support",
      description: `This order was ${status === "cancelled" ? "canceled" : status}. Messages you write here go to our support team.`,
      empty: "No messages yet.",
    };
  if (viewer === "editor") return { label: "Message the author", description: null, empty };
  return hasEditor
    ? { label: "Message the editor", description: null, empty }
    : {
        label: "Message your future editor",
        description: "No one is editing it yet. Your editor will read this when they accept.",
        empty,
      };
}
