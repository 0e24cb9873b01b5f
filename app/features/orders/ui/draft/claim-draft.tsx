import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { ProblemData } from "#app/platform/server/requests/problem.ts";

/**
 * Claims the draft that was started in this browser before signing in: automatically, or with the button if there is no
 * script.
 */
export function ClaimDraft() {
  const fetcher = useFetcher<{ error?: ProblemData }>();
  const asked = useRef(false);
  const { submit } = fetcher;
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void submit({ intent: "claim" }, { method: "post", action: "/order/new" });
  }, [submit]);
  if (fetcher.data?.error) return <ErrorNote problem={fetcher.data.error} />;
  return (
    <Notice
      tone="info"
      title="You added a manuscript before you signed in."
      action={
        <fetcher.Form method="post" action="/order/new">
          <SubmitButton name="intent" value="claim" busy={fetcher.state !== "idle"} pending="Loading">
            Continue with it
          </SubmitButton>
        </fetcher.Form>
      }
    >
      We'll keep its files and your choices.
    </Notice>
  );
}
