import { ownPlace } from "#app/features/accounts/rules/client-pages.ts";
import { Link } from "react-router";
import { useSession } from "#app/platform/browser/core/session.ts";

/**
 * A link to a new support ticket about an order, in the reader's own support area. Nothing for support staff: they're
 * the ones to ask.
 */
export function AskSupport({ orderId }: { orderId: string }) {
  const session = useSession();
  const place = session ? ownPlace(session) : "client";
  if (place === "support") return null;
  const base = place === "editor" ? "/editor/support" : "/support";
  return (
    <p className="small">
      <Link to={`${base}?new&order=${orderId}`}>Ask support about this order</Link>
    </p>
  );
}
