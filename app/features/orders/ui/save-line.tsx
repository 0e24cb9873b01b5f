import { useFetcher } from "react-router";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { SaveProblem, SaveState } from "./use-draft.ts";
import styles from "./save-line.module.css";

const SAYS: Record<SaveState, string> = {
  saved: "Saved",
  saving: "Saving…",
  trying: "Could not save: will try again",
  "signed-out": "Not saved",
  stopped: "Not saved",
};

/** Whether what was typed is safe. Where the person must act it says how. @param from the page to come back to after signing in */
export function SaveLine({
  state,
  problem,
  fromElsewhere,
  orderId,
  from,
}: {
  state: SaveState;
  problem: SaveProblem | null;
  fromElsewhere: boolean;
  orderId: string;
  from: string;
}) {
  const fetcher = useFetcher();
  return (
    <>
      <span role="status" className={styles.line} data-state={state}>
        {SAYS[state]}
        {fromElsewhere ? "; changes from another tab were taken over" : ""}
      </span>
      {state === "signed-out" ? (
        <div className={styles.wide} role="alert">
          {/* A full load, so that the page begins anew with the new session; what is not saved waits in this browser. */}
          <Notice
            tone="attention"
            title="Your session ended. Sign in and go on: nothing is lost."
            action={<a href={`/signin?from=${encodeURIComponent(from)}`}>Sign in</a>}
          >
            What you typed is kept in this browser until it is saved.
          </Notice>
        </div>
      ) : null}
      {state === "stopped" && problem ? (
        <div className={styles.wide} role="alert">
          <Notice
            tone="attention"
            title={problem.message}
            action={
              problem.code === "payment_open" ? (
                <fetcher.Form method="post" action="/order/new">
                  <input type="hidden" name="orderId" value={orderId} />
                  <SubmitButton
                    name="intent"
                    value="reopen"
                    variant="default"
                    busy={fetcher.state !== "idle"}
                    pending="Opening it"
                  >
                    Change the order
                  </SubmitButton>
                </fetcher.Form>
              ) : null
            }
          >
            {problem.advice}
          </Notice>
        </div>
      ) : null}
    </>
  );
}
