import { plural } from "#app/platform/rules/core/count.ts";
import { joinWords } from "#app/platform/rules/text/join-words.ts";
import type { ReactNode } from "react";
import { Link, href } from "react-router";
import { STATUS_WORDS } from "#app/features/orders/rules/flow.ts";
import { statusTone } from "#app/features/orders/rules/status-tone.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS, type Turnaround, isService } from "#app/features/pricing/rules/policy.ts";
import { ENGLISH_VARIANT_LABELS, type EnglishVariant, subfieldLabel } from "#app/features/pricing/rules/taxonomy.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ErrorNote, Notice, type ShownProblem } from "#app/ui/notice.tsx";
import { Columns, Sheet } from "#app/ui/page.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { Search, SearchStep } from "../server/find-search.ts";
import type { Candidate } from "../server/list-candidates.ts";
import { AssignEditorForm } from "./assign-editor-form.tsx";
import styles from "./search-panel.module.css";

const INVITES: Record<string, [string, StatusTone]> = {
  sent: ["Invited", "waiting"],
  accepted: ["Accepted", "done"],
  declined: ["Declined", "stopped"],
  expired: ["Expired", "stopped"],
  lost: ["Taken by another editor", "neutral"],
  withdrawn: ["Withdrawn", "neutral"],
};

/**
 * One order's search: candidates, forecast and invites. The forms post `intent=assign` and `intent=release` to the page
 * that shows it.
 * @param release the content of the release confirmation
 */
export function SearchPanel({
  search: s,
  candidates,
  answer,
  release,
}: {
  search: Search;
  candidates: readonly Candidate[];
  answer: { form: string; error?: ShownProblem; typed?: Record<string, string> } | undefined;
  release: ReactNode;
}) {
  return (
    <section className={styles.panel} aria-labelledby="picked">
      <div className={styles.head}>
        <h2 id="picked">
          <Link to={href("/admin/orders/:orderId", { orderId: s.id })}>{s.number}</Link> {s.title}
        </h2>
        <StatusBadge tone={statusTone(s.status)}>{STATUS_WORDS[s.status]}</StatusBadge>
      </div>
      {s.reassign ? (
        <div className={styles.notice}>
          <Notice tone="late" title="Offer to reassign">
            {s.reassign}
          </Notice>
        </div>
      ) : null}
      {answer?.form === "release" ? (
        <div className={styles.notice}>
          <ErrorNote problem={answer.error} />
        </div>
      ) : null}
      <Columns
        main={
          <div className={styles.stack}>
            {s.looking ? (
              <Sheet title="Assign an editor">
                <AssignEditorForm
                  candidates={candidates}
                  problem={answer?.form === "assign" ? answer.error : undefined}
                  typed={answer?.form === "assign" ? answer.typed : undefined}
                />
              </Sheet>
            ) : (
              <Sheet title={s.editorName ? `Assigned to ${s.editorName}` : "Not looking for an editor"}>
                <p>
                  {s.mayRelease
                    ? "To reassign this order, remove its editor first. We'll then look for another, or you can assign one here."
                    : `An order with the status “${STATUS_WORDS[s.status]}” can't be reassigned.`}
                </p>
                {s.mayRelease ? (
                  <ConfirmButton
                    stops
                    title={`Remove ${s.editorName ?? "the editor"} from this order?`}
                    confirm={`Remove ${s.editorName ?? "editor"} and re-offer`}
                    pending="Removing"
                    fields={{ intent: "release" }}
                    body={release}
                  >
                    Remove editor
                  </ConfirmButton>
                ) : null}
              </Sheet>
            )}
            {s.looking ? (
              <Sheet title="If no one accepts">
                <NextSteps steps={s.next} inPool={s.inPool} />
              </Sheet>
            ) : null}
            <Sheet title="Invited editors">
              {s.invites.length === 0 ? (
                <p className="soft">No one yet.</p>
              ) : (
                <ul className={styles.invites}>
                  {s.invites.map((i) => (
                    <li key={i.id}>
                      <span>
                        {i.name}
                        <br />
                        <span className={styles.under}>
                          {i.wave === 0 ? "Preferred" : `Wave ${i.wave}`}, <Instant at={i.sentAt} />
                        </span>
                        {i.why ? <span className={styles.under}>“{i.why}”</span> : null}
                      </span>
                      <StatusBadge tone={INVITES[i.status]?.[1] ?? "neutral"}>
                        {INVITES[i.status]?.[0] ?? i.status}
                      </StatusBadge>
                    </li>
                  ))}
                </ul>
              )}
            </Sheet>
          </div>
        }
        side={
          <Sheet title="Order">
            <KeyValue
              items={[
                { label: "Service", value: isService(s.service) ? SERVICE_LABELS[s.service] : s.service },
                { label: "Turnaround", value: TURNAROUND_LABELS[s.turnaround as Turnaround] ?? s.turnaround },
                { label: "Words", value: s.words.toLocaleString("en-US") },
                { label: "Subfield", value: subfieldLabel(s.field) },
                { label: "English", value: ENGLISH_VARIANT_LABELS[s.variant as EnglishVariant] ?? s.variant },
                { label: "Author", value: s.clientName ?? "" },
                { label: "Author's due date", value: <Instant at={s.dueAt} /> },
                s.editorDueAt ? { label: "Editor's due date", value: <Instant at={s.editorDueAt} /> } : null,
                s.looking ? { label: "Looking since", value: <Instant at={s.beganAt} /> } : null,
                s.looking ? { label: "Support notified", value: <Instant at={s.supportAt} /> } : null,
                s.looking ? { label: "Author gets options", value: <Instant at={s.clientChoiceAt} /> } : null,
              ]}
            />
          </Sheet>
        }
      />
    </section>
  );
}

function NextSteps({ steps, inPool }: { steps: readonly SearchStep[]; inPool: boolean }) {
  if (steps.length === 0)
    return (
      <p className="soft">
        {inPool
          ? "This order is in the open pool, visible to every matching editor. No more invites will be sent."
          : "No further steps."}
      </p>
    );
  return (
    <>
      <ol className={styles.steps}>
        {steps.map((s) => (
          <li key={`${s.do}${s.at.getTime()}`}>
            {s.do === "wait" ? (
              <p>
                Open invites expire <Instant at={s.until!} />.
              </p>
            ) : s.do === "open-pool" ? (
              <p>
                Open pool. Every matching editor sees the order, and the first to accept gets it.
                <br />
                <span className={styles.under}>
                  From <Instant at={s.at} />
                </span>
              </p>
            ) : (
              <p>
                {s.wave === 0
                  ? `${joinWords(s.names)} ${plural(s.names.length, "is", "are")} invited first, as preferred.`
                  : `Wave ${s.wave}: ${joinWords(s.names)}.`}
                <br />
                <span className={styles.under}>
                  <Instant at={s.at} /> until <Instant at={s.until!} />
                </span>
              </p>
            )}
          </li>
        ))}
      </ol>
      <p className={styles.under}>
        This is a forecast. It leaves out editors who are in quiet hours or at their limit now, and it changes as they
        answer.
      </p>
    </>
  );
}
