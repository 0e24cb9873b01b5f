import { useEffect, useRef, useState } from "react";
import { useSubmit } from "react-router";

/** A form that's sent after a few seconds unless its sender clicks Undo. */
export type Held = { words: string; undo: () => void; sendNow: () => void };

const HELD_MS = 6_000;

const urlEncoded = (data: FormData): URLSearchParams =>
  new URLSearchParams([...data].filter((entry): entry is [string, string] => typeof entry[1] === "string"));

/**
 * Delays sending a form by a few seconds, for actions that can't be undone once others have been notified. Leaving the
 * page sends it at once.
 * @returns the held form, and a function that holds one
 */
export function useHeld(): { held: Held | null; hold: (data: FormData, words: string) => void } {
  const submit = useSubmit();
  const [waiting, setWaiting] = useState<{ data: FormData; words: string } | null>(null);
  const unsent = useRef<FormData | null>(null);
  useEffect(() => {
    if (!waiting) return undefined;
    unsent.current = waiting.data;
    const url = location.pathname + location.search;
    const leave = () => {
      if (unsent.current) void fetch(url, { method: "POST", body: urlEncoded(unsent.current), keepalive: true });
      unsent.current = null;
    };
    const timer = setTimeout(() => {
      unsent.current = null;
      setWaiting(null);
      void submit(waiting.data, { method: "post", preventScrollReset: true });
    }, HELD_MS);
    addEventListener("pagehide", leave);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [waiting, submit]);
  const drop = () => {
    unsent.current = null;
    setWaiting(null);
  };
  return {
    held: waiting && {
      words: waiting.words,
      undo: drop,
      sendNow: () => {
        drop();
        void submit(waiting.data, { method: "post", preventScrollReset: true });
      },
    },
    hold: (data, words) => setWaiting({ data, words }),
  };
}
