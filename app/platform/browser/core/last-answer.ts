import { useState } from "react";
import { useLocation } from "react-router";

/**
 * The page's last action answer. The router forgets it as soon as the page revalidates, so on a page with live updates
 * an error could vanish before it was read. Here it stays until the next answer or until the reader navigates away.
 */
export function useLastAnswer<T>(answer: T | undefined): T | undefined {
  const { key } = useLocation();
  const [held, hold] = useState({ answer, key });
  // An answer arrives before the page's new history entry does, so it belongs to the last location it was seen at.
  if (answer !== undefined && (answer !== held.answer || key !== held.key)) hold({ answer, key });
  return answer ?? (held.key === key ? held.answer : undefined);
}

/**
 * How often one of the page's forms was accepted: as its `key`, it empties the form. The answer arrives before the
 * page's data does, so a key made of the data would empty what somebody has begun to type since.
 * @param answer from `useLastAnswer`
 */
export function useAccepted(answer: { form: string; error?: unknown } | undefined, form: string): number {
  const [seen, see] = useState({ answer, times: 0 });
  if (answer !== seen.answer)
    see({ answer, times: seen.times + Number(answer?.form === form && answer.error === undefined) });
  return seen.times;
}
