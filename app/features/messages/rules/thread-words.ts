import type { Viewer } from "#app/features/orders/rules/waiting.ts";

/** Orders on which nobody works any more: our staff read what's written there. */
const OVER: readonly string[] = ["cancelled", "refunded"];
export const isThreadOver = (status: string): boolean => OVER.includes(status);

/** What the form for a message says: who reads it. */
export function threadWords(
  viewer: Viewer,
  hasEditor: boolean,
  status: string,
): { label: string; description: string | null; empty: string } {
  const empty = "Nothing has been written yet. What you write here reaches the others on this order.";
  if (viewer !== "client" && viewer !== "editor")
    return { label: "Write to author and editor", description: null, empty };
  if (isThreadOver(status))
    return {
      label: "Write to support",
      description: `This order was ${status}. Our support team reads what you write here.`,
      empty: "No messages yet.",
    };
  if (viewer === "editor") return { label: "Write to the author", description: null, empty };
  return hasEditor
    ? { label: "Write to the editor", description: null, empty }
    : {
        label: "Write to the editor who will take your order",
        description: "No one is editing it yet. Your editor will read this when they accept.",
        empty,
      };
}
