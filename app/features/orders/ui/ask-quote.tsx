import { Link } from "react-router";
import { useSession } from "#app/platform/browser/core/session.ts";

/** A link to the request for a custom quote, with this draft's files and choices. @param why what the request says the reason is */
export function AskQuote({ orderId, why }: { orderId: string; why: "too_long" | "no_editor" | "wish" }) {
  const session = useSession();
  // A visitor's draft is found by their browser's key.
  const search = new URLSearchParams({ ...(session ? { order: orderId } : {}), why });
  return <Link to={`/order/custom-quote?${search}`}>Ask for a custom quote</Link>;
}
