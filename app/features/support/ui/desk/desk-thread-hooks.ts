import { useEffect } from "react";
import { useFetcher, useLocation } from "react-router";
import type { Desk } from "../../rules/desk.ts";

/** The list this thread was opened from, with its filters. */
export function useQueue(desk: Desk): { label: string; to: string } {
  const state: unknown = useLocation().state;
  const search =
    typeof state === "object" && state !== null && "queue" in state && typeof state.queue === "string"
      ? state.queue
      : "";
  return {
    label: desk === "/admin/support" ? "Tickets" : "Ticket queue",
    to: `${desk}${search.startsWith("?") ? search : ""}`,
  };
}

/** Marks the thread as read after hydration, because a GET must not write. */
export function useMarkRead(unread: boolean): void {
  const { submit } = useFetcher();
  useEffect(() => {
    if (unread) void submit({ intent: "read" }, { method: "post" });
  }, [unread, submit]);
}
