import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { ProblemData } from "#app/platform/server/problem.ts";

/** A manuscript was dropped in this browser before signing in: it is taken over at once, or by the button where there is no script. */
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
      title="You began with a manuscript before you signed in."
      action={
        <fetcher.Form method="post" action="/order/new">
          <SubmitButton name="intent" value="claim" busy={fetcher.state !== "idle"} pending="Fetching it">
            Go on with it
          </SubmitButton>
        </fetcher.Form>
      }
    >
      Its files and choices come with you.
    </Notice>
  );
}
