import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { HumanCheckAnswer } from "../rules/human-check.ts";
import styles from "./human-check.module.css";

type State = { kind: "working" } | { kind: "done"; value: string } | { kind: "off" } | { kind: "failed" };

const WORDS: Record<State["kind"], string> = {
  working: "Checking that you are a person…",
  done: "Checked",
  off: "",
  failed: "The check that you are a person could not be done. It is tried again when you press the button.",
};

/** Asks for a challenge and works it out; the part that does so is loaded only then. */
async function solve(controller: AbortController): Promise<{ state: State; renewAfterMs: number }> {
  const [answer, { workOut }] = await Promise.all([
    fetch("/api/human-check", { signal: controller.signal, cache: "no-store" }),
    import("../rules/human-check.ts"),
  ]);
  if (!answer.ok) throw new Error(`The check was not given: ${answer.status}`);
  const given = (await answer.json()) as HumanCheckAnswer;
  if (given.off) return { state: { kind: "off" }, renewAfterMs: 0 };
  const solved = await workOut(given, controller);
  if (!solved) throw new Error("The check was given up");
  return { state: { kind: "done", value: solved }, renewAfterMs: given.renewAfterMs };
}

/**
 * The check that a form is sent by a person's browser: it works by itself, and a button pressed before it is done waits for it.
 * Put it inside the form; the server's part is `requireHuman`.
 * @param error the server's message for the field `humanCheck`
 * @param writeTo an address for those whose browser runs no script
 */
export function HumanCheck({ error, writeTo }: { error?: string | undefined; writeTo?: string }) {
  const [state, setState] = useState<State>({ kind: "working" });
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const form = box.current?.closest("form");
    let controller = new AbortController();
    let renewal: ReturnType<typeof setTimeout> | undefined;
    let now: State = { kind: "working" };
    let work: Promise<void> = Promise.resolve();
    let waiting = false;
    let passing = false;
    const display = (next: State) => {
      now = next;
      flushSync(() => setState(next));
    };

    const finish = async (mine: AbortController) => {
      try {
        const { state: next, renewAfterMs } = await solve(mine);
        if (mine.signal.aborted) return;
        display(next);
        if (next.kind === "done") renewal = setTimeout(again, renewAfterMs);
      } catch {
        if (!mine.signal.aborted) display({ kind: "failed" });
      }
    };
    const begin = () => {
      controller.abort();
      const mine = (controller = new AbortController());
      clearTimeout(renewal);
      work = finish(mine);
    };
    const again = () => {
      display({ kind: "working" });
      begin();
    };

    const onSubmit = (event: SubmitEvent) => {
      if (now.kind === "done" || now.kind === "off" || passing) {
        // An answer counts once: whatever becomes of this one, the next is made ready after the form has been read.
        if (now.kind === "done") setTimeout(again);
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      if (waiting) return;
      waiting = true;
      const { submitter } = event;
      if (now.kind === "failed") again();
      void work.then(() => {
        waiting = false;
        if (!form?.isConnected) return;
        // Without an answer it is sent all the same: the server says what is missing and keeps what was typed.
        passing = true;
        form.requestSubmit(submitter);
        passing = false;
      });
    };
    form?.addEventListener("submit", onSubmit, true);
    begin();
    return () => {
      controller.abort();
      clearTimeout(renewal);
      form?.removeEventListener("submit", onSubmit, true);
    };
  }, []);

  return (
    <div ref={box} className={styles.check} data-state={state.kind}>
      <input type="hidden" name="humanCheck" value={state.kind === "done" ? state.value : ""} readOnly />
      {error ? <p className={styles.error}>{error}</p> : null}
      <p className={styles.words} role="status">
        {state.kind === "done" ? <span aria-hidden>✓ </span> : null}
        {WORDS[state.kind]}
      </p>
      <noscript>
        <p className={styles.words}>
          This one form needs script, to keep machines out. If your browser runs none, write to us instead
          {writeTo ? (
            <>
              : <a href={`mailto:${writeTo}`}>{writeTo}</a>
            </>
          ) : (
            ""
          )}
          .
        </p>
      </noscript>
    </div>
  );
}
