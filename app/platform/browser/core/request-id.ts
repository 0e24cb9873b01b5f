import { createContext, useContext } from "react";

/** The id of the request a page was rendered for, while it's being rendered. */
export const RequestIdContext = createContext<string | null>(null);

/**
 * The id people quote to support when a page failed, searchable in the log. Null for a page that failed in the browser.
 */
export function useRequestId(): string | null {
  const rendered = useContext(RequestIdContext);
  if (rendered !== null || typeof document === "undefined") return rendered;
  return document.querySelector("[data-request-id]")?.getAttribute("data-request-id") ?? null;
}
