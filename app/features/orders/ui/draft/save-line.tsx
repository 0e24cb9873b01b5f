import { useFetcher } from "react-router";
import type { SaveState, Saving } from "#app/platform/browser/core/save-soon.ts";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import styles from "./save-line.module.css";

const SAYS: Record<SaveState, string> = {
  saved: "Saved",
  unsaved: "Saving…",
  saving: "Saving…",
  trying: "Couldn't save. Trying again…",
  "signed-out": "Not saved",
  stopped: "Not saved",
};

/** Shows whether changes are saved and, if not, what to do. @param from the page to come back to after signing in */
export function SaveLine({
  state,
  problem,
  fromElsewhere,
  orderId,
  from,
}: Saving & {
  fromElsewhere: boolean;
  orderId: string;
  from: string;
}) {
  const fetcher = useFetcher();
  return (
    <>
      <span role="status" className={styles.line} data-state={state}>
        {SAYS[state]}
        {fromElsewhere ? " (updated with changes from another tab)" : ""}
      </span>
      {state === "signed-out" ? (
        <div className={styles.wide} role="alert">
          {/* A full load, so the page starts with the new session. Unsaved changes stay in this browser. */}
          <Notice
            tone="attention"
            title="Your session ended. Sign in to continue. Nothing is lost."
            action={<a href={`/signin?from=${encodeURIComponent(from)}`}>Sign in</a>}
          >
            Your changes are kept in this browser until we can save them.
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
                    pending="Opening"
                  >
                    Change order
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
