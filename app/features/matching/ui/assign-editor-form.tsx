import { count } from "#app/platform/rules/core/count.ts";
import { TextInput } from "@mantine/core";
import { Form } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { LEVEL_LABELS } from "#app/features/pricing/rules/editor-pay.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { Candidate } from "../server/list-candidates.ts";
import styles from "./assign-editor-form.module.css";

const words = new Intl.NumberFormat("en-US");
const percent = (share: number): string => `${Math.round(share * 100)}%`;
const INVITES: Record<string, string> = {
  sent: "invited now",
  accepted: "accepted",
  declined: "declined",
  expired: "let the invite expire",
  lost: "taken by another editor",
  withdrawn: "invite withdrawn",
};

/**
 * Manual assignment: eligible editors by rank with their score components, then the rest with reasons. Posts
 * `intent=assign`, `editorId` and `reason` to the page that shows it.
 */
export function AssignEditorForm({
  candidates,
  problem,
  typed,
}: {
  candidates: readonly Candidate[];
  problem?: ShownProblem | undefined;
  typed?: { editorId?: string; reason?: string } | undefined;
}) {
  const eligible = candidates.filter((c) => c.eligible);
  const others = candidates.filter((c) => !c.eligible);
  return (
    <Form method="post" className={styles.form}>
      <fieldset className={styles.group}>
        <legend>Matching editors, best first</legend>
        {eligible.length > 0 ? (
          eligible.map((c) => <Choice key={c.uid} candidate={c} checked={c.uid === typed?.editorId} />)
        ) : (
          <EmptyState title="No editors match right now" mark="stet">
            See the reasons below. You can still assign an editor if you give a reason.
          </EmptyState>
        )}
      </fieldset>
      {others.length > 0 ? (
        <details
          className={styles.others}
          open={eligible.length === 0 || others.some((c) => c.uid === typed?.editorId) || undefined}
        >
          <summary>{count(others.length, "editor")} not matching</summary>
          <fieldset className={styles.group}>
            <legend className="unseen">Editors who don't match</legend>
            {others.map((c) => (
              <Choice key={c.uid} candidate={c} checked={c.uid === typed?.editorId} />
            ))}
          </fieldset>
        </details>
      ) : null}
      <TextInput
        id="reason"
        name="reason"
        label="Reason"
        description="Required for an editor who doesn't match. It's stored with the order."
        maxLength={500}
        defaultValue={typed?.reason ?? ""}
        error={fieldError(problem, "reason")}
      />
      <ErrorNote problem={problem} />
      <div>
        <SubmitButton name="intent" value="assign" pending="Assigning">
          Assign this editor
        </SubmitButton>
      </div>
    </Form>
  );
}

function Choice({ candidate: c, checked }: { candidate: Candidate; checked: boolean }) {
  const facts = [
    LEVEL_LABELS[c.level as keyof typeof LEVEL_LABELS] ?? c.level,
    count(c.openOrders, "open order"),
    c.freeWords === null ? null : `${words.format(c.freeWords)} words free`,
    c.quietNow ? "quiet hours now" : null,
    c.invite ? (INVITES[c.invite.status] ?? c.invite.status) : null,
  ].filter(Boolean);
  return (
    <label className={styles.choice}>
      <input type="radio" name="editorId" value={c.uid} defaultChecked={checked} required />
      <span className={styles.words}>
        <span className={styles.name}>
          {c.rank === null ? null : <span className="figures">{c.rank}. </span>}
          {c.displayName}
        </span>
        <span className={styles.facts}>{facts.join(" · ")}</span>
        {c.eligible ? (
          <span className={`${styles.facts} figures`}>
            Fit {percent(c.fit)} × quality {percent(c.quality)} × fairness {percent(c.fairness)}. Quality: QA{" "}
            {percent(c.parts.qa)}, rating {percent(c.parts.rating)}, on time {percent(c.parts.onTime)}, response{" "}
            {percent(c.parts.response)}, repeat clients {percent(c.parts.repeat)}.
          </span>
        ) : (
          <span className={styles.reasons}>As shown to them: {c.reasons.join(" ")}</span>
        )}
      </span>
      <span className={`${styles.figures} figures`}>
        <b>{c.eligible ? percent(c.score) : ""}</b>
        <span>{formatMoney(c.payMinor, c.currency)}</span>
      </span>
    </label>
  );
}
