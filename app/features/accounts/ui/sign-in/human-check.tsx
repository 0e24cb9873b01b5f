import { fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { HumanCheckAnswer } from "../../rules/human-check.ts";
import styles from "./human-check.module.css";

type State = { kind: "working" } | { kind: "done"; value: string } | { kind: "off" } | { kind: "failed" };

const WORDS: Record<State["kind"], string> = {
  working: "Checking that you're human…",
  done: "Human check passed",
  off: "",
  failed: "We couldn't check that you're human. We'll try again when you submit the form.",
};

/** Requests a challenge and solves it. The solver loads only when needed. */
async function solve(controller: AbortController): Promise<{ state: State; renewAfterMs: number }> {
  const [answer, { workOut }] = await Promise.all([
    fetchInTime("/api/human-check", { signal: controller.signal, cache: "no-store" }),
    import("../../rules/human-check.ts"),
  ]);
  if (!answer.ok) throw new Error(`No challenge was given: ${answer.status}`);
  const given = (await answer.json()) as HumanCheckAnswer;
  if (given.off) return { state: { kind: "off" }, renewAfterMs: 0 };
  const solved = await workOut(given, controller);
  if (!solved) throw new Error("The check was canceled");
  return { state: { kind: "done", value: solved }, renewAfterMs: given.renewAfterMs };
}

/**
 * Checks that a real browser sends the form. It runs by itself, and submitting waits until it's done.
 * Put it inside the form; the server's part is `requireHuman`.
 * @param error the server's message for the field `humanCheck`
 * @param writeTo an email address to show when the browser runs no script
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
        // A solution works once, so prepare the next one after the form has been read.
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
        // Send the form even without a solution: the server explains and keeps what was typed.
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
          This form needs JavaScript to keep bots out. If you can't turn it on, email us instead
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
