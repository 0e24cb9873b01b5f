import { useState } from "react";
import { useLocation } from "react-router";

/**
 * What the page's action last answered, for as long as one stays on the page. A page that reads itself again when something
 * happens elsewhere forgets its action data with that; an error must not vanish while it is being read.
 */
export function useAnswer<T>(actionData: T | undefined): T | undefined {
  const { key } = useLocation();
  const [kept, keep] = useState({ key, answer: actionData });
  if (actionData !== undefined && actionData !== kept.answer) keep({ key, answer: actionData });
  return actionData ?? (kept.key === key ? kept.answer : undefined);
}
