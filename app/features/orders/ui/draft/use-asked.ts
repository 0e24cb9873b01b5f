import { useEffect, useRef, useState } from "react";

const WAIT_MS = 350;
/** After a failed request. The server prices the order again before anything is charged. */
const AGAIN_MS = 5_000;

/** Runs `ask` a moment after `key` changes from its initial value, and drops answers to outdated requests. */
export function useAsked<T>(
  key: string,
  ask: () => Promise<T>,
): { answer: T | null; last: { key: string; answer: T } | null; asking: boolean } {
  const [known, setKnown] = useState<{ key: string; answer: T } | null>(null);
  const [first] = useState(key);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (key === first) return undefined;
    let over = false;
    let timer: ReturnType<typeof setTimeout>;
    const inAMoment = (ms: number) => {
      timer = setTimeout(() => {
        latest.current().then(
          (answer) => {
            if (!over) setKnown({ key, answer });
          },
          () => {
            if (!over) inAMoment(AGAIN_MS);
          },
        );
      }, ms);
    };
    inAMoment(WAIT_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [key, first]);
  const current = known?.key === key ? known.answer : null;
  return { answer: current, last: known, asking: key !== first && current === null };
}
