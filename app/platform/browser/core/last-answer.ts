import { useState } from "react";
import { useLocation } from "react-router";

/**
 * What the page's action answered last. The router forgets that as soon as the page reads itself again, so on a page that follows
 * what happens a refusal could vanish before it was read; here it stays until the next answer, or until one goes elsewhere.
 */
export function useLastAnswer<T>(answer: T | undefined): T | undefined {
  const { key } = useLocation();
  const [held, hold] = useState({ answer, key });
  // An answer comes before the page's new place in the history does: it belongs to the last place it was seen at.
  if (answer !== undefined && (answer !== held.answer || key !== held.key)) hold({ answer, key });
  return answer ?? (held.key === key ? held.answer : undefined);
}
