import { Link } from "react-router";
import { useSession } from "#app/platform/browser/core/session.ts";

/**
 * A link to a new support ticket about an order, in the reader's own support area. Nothing for support staff: they're
 * the ones to ask.
 */
export function AskSupport({ orderId }: { orderId: string }) {
  const session = useSession();
  if (session?.isSupport && !session.isAdmin) return null;
  const base = session?.isEditor && !session.isAdmin ? "/editor/support" : "/support";
  return (
    <p className="small">
      <Link to={`${base}?new&order=${orderId}`}>Ask support about this order</Link>
    </p>
  );
}
