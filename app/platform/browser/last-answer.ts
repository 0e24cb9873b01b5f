import { useState } from "react";
import { useLocation } from "react-router";

/**
 * What the page's action answered last. The router forgets that as soon as the page reads itself again, so on a page that follows
 * what happens a refusal could vanish before it was read; here it stays until the next answer, or until one goes elsewhere.
 */
export function useLastAnswer<T>(answer: T | undefined): T | undefined {
  const { key } = useLocation();
  const [held, hold] = useState({ answer, key });
  if (answer !== undefined && answer !== held.answer) hold({ answer, key });
  return answer ?? (held.key === key ? held.answer : undefined);
}
