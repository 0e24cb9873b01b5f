import type { MouseEvent } from "react";
import { Link, useNavigate } from "react-router";
import { useSession } from "#app/platform/browser/core/session.ts";

/**
 * A link to the request for a custom quote, with this draft's files and choices.
 * @param why what the request says the reason is
 * @param saveNow saves what was just typed
 */
export function AskQuote({
  orderId,
  why,
  saveNow,
}: {
  orderId: string;
  why: "too_long" | "no_editor" | "language" | "wish";
  saveNow: () => Promise<boolean>;
}) {
  const session = useSession();
  const navigate = useNavigate();
  // A visitor's draft is found by their browser's key.
  const to = `/order/custom-quote?${new URLSearchParams({ ...(session ? { order: orderId } : {}), why })}`;
  // The request starts with the saved choices, so they're saved before it opens.
  const leave = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void saveNow().then(() => navigate(to));
  };
  return (
    <Link to={to} onClick={leave}>
      Ask for a custom quote
    </Link>
  );
}
