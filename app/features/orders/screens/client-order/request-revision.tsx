import { Textarea } from "@mantine/core";
import { type RefObject, useEffect, useRef } from "react";
import { Form } from "react-router";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { RevisionDraft } from "../../server/revisions/version-view.ts";
import type { OrderView } from "../../server/views/get-order-view.ts";
import styles from "../../ui/order.module.css";
import { NewVersion, NewWords } from "./new-version.tsx";

/**
 * The form for a free revision of a delivery, with a new version of the manuscript if there is one. Posts
 * `intent=revision`.
 */
export function RequestRevision({
  view,
  refusal,
  draft,
  answer,
}: {
  view: OrderView;
  refusal: string | null;
  draft: RevisionDraft | null;
  answer: { error?: ShownProblem; typed?: string } | undefined;
}) {
  const { rounds } = view.deadlines;
  const note = useRef<HTMLTextAreaElement>(null);
  const keepNote = useKeptNote(`revision-note.${view.id}.${view.revisionsUsed}`, note);
  const uploaded = draft?.sources.some((source) => source.version) ?? false;
  return (
    <Fold
      id="revision"
      title="Request a revision"
      open={Boolean(answer?.error) || uploaded}
      aside={
        view.dates.revisionUntilAt && !refusal ? (
          <>
            Free until <Instant at={view.dates.revisionUntilAt} deadline />
          </>
        ) : null
      }
    >
      {refusal ? (
        <p className="soft">{refusal} Place a new order for further work.</p>
      ) : (
        <div className={styles.tight}>
          <p className="soft small">
            {rounds === 1 ? "One round is" : `${rounds} rounds are`} free, within the original scope. This is round{" "}
            {view.revisionsUsed + 1} of {rounds}.
            {draft && draft.sources.length > 0
              ? ` Changed the text since? Upload your new version: ${formatWords(draft.freeWords)} in changed and new sentences are free.`
              : ""}
          </p>
          {draft?.sources.map((source) => (
            <NewVersion key={source.sourceId} orderId={view.id} source={source} />
          ))}
          {draft && uploaded ? <NewWords draft={draft} currency={view.currency} /> : null}
          <Form method="post" className={styles.form}>
            <input type="hidden" name="expectedMinor" value={draft?.charge?.totalMinor ?? 0} />
            <Textarea
              ref={note}
              onChange={keepNote}
              name="note"
              label="What should your editor change?"
              description="Point to each place in the text. Your editor works from this note."
              autosize
              minRows={3}
              maxRows={16}
              maxLength={5_000}
              required
              defaultValue={answer?.error ? answer.typed : ""}
              error={fieldError(answer?.error, "note")}
            />
            {answer?.error ? <ErrorNote problem={answer.error} /> : null}
            <SubmitButton name="intent" value="revision" variant="default" pending="Requesting">
              {draft?.charge
                ? `Request revision (${formatMoney(draft.charge.totalMinor, view.currency)} to pay or decline)`
                : "Request revision"}
            </SubmitButton>
          </Form>
        </div>
      )}
    </Fold>
  );
}

/** Keeps what is typed in this tab, so a reload after an upload loses nothing. */
function useKeptNote(key: string, ref: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    try {
      const kept = sessionStorage.getItem(key);
      if (kept && ref.current && ref.current.value === "") ref.current.value = kept;
    } catch {
      // Storage is off: a reload loses the note.
    }
  }, [key, ref]);
  return (event: { currentTarget: { value: string } }) => {
    try {
      sessionStorage.setItem(key, event.currentTarget.value);
    } catch {
      // As above.
    }
  };
}
