import { unfinishedLines } from "../../rules/work/letter-outline.ts";
import type { OrderView } from "../../server/views/get-order-view.ts";
import type { SubmissionView } from "../../ui/delivery/delivery.tsx";
import styles from "./editor-order.module.css";

/** A thing to do before the work can be submitted, where it's done, and whether it is. */
type Step = { words: string; to: string; done: boolean };

/** What a submission still needs, in the order of the work. @param typed what the form has that isn't saved yet */
export function stepsToSubmit(
  view: Pick<OrderView, "work">,
  open: SubmissionView | undefined,
  typed: { letter: string; noAi: boolean; lastEdited: string | null },
): Step[] {
  const copies = view.work.map((work) => {
    const part = open?.files.find((one) => one.sourceFileId === work.sourceId);
    const checked = part && part.trackedFileId === work.tracked?.id ? part : undefined;
    const passes =
      work.format === "uncompared"
        ? work.tracked !== null
        : checked?.gate != null && !checked.gate.objection && checked.gate.untrackedTotal === 0;
    return { work, checked, passes };
  });
  const ready = copies.filter((one) => one.passes).length;
  const first = copies.find((one) => !one.passes) ?? copies[0];
  const to = `tracked.${first?.work.sourceId ?? ""}`;
  const judged = copies.flatMap(({ checked }) => (checked?.rule ? [checked.rule.verdict.total] : []));
  const notAllowed = judged.reduce((sum, n) => sum + n, 0);
  const unconfirmed = copies.reduce((sum, { checked }) => sum + (checked?.sheet?.open ?? 0), 0);
  return [
    {
      words: copies.length > 1 ? `Copies checked ${ready} of ${copies.length}` : "Copy checked",
      to,
      done: ready === copies.length,
    },
    ...(judged.length > 0 ? [{ words: `Not allowed ${notAllowed}`, to, done: notAllowed === 0 }] : []),
    ...(ready > 0 ? [{ words: `To confirm ${unconfirmed}`, to, done: unconfirmed === 0 }] : []),
    {
      words: "Letter",
      to: "letter",
      done: typed.letter.trim() !== "" && unfinishedLines(typed.letter).length === 0,
    },
    ...(typed.lastEdited === null
      ? []
      : [{ words: "Where the edit ends", to: "lastEdited", done: typed.lastEdited.trim() !== "" }]),
    { words: "No AI used", to: "noAi", done: typed.noAi },
  ];
}

/** The list of what a submission needs, which ticks itself. Each line leads to where it's done. */
export function ToSubmit({ steps }: { steps: readonly Step[] }) {
  const left = steps.filter((step) => !step.done);
  return (
    <div className={styles.steps} role="group" aria-label="To submit">
      <b>To submit</b>
      <ol>
        {steps.map((step) => (
          <li key={step.to + step.words.replace(/\d.*/, "")} data-done={step.done || undefined}>
            <a href={`#${step.to}`}>
              <span aria-hidden>{step.done ? "✓" : "○"}</span> {step.words}
              <span className="unseen">{step.done ? " (done)" : " (to do)"}</span>
            </a>
          </li>
        ))}
      </ol>
      <span className="soft small" role="status">
        {left.length === 0
          ? "Ready to submit."
          : left.length === 1
            ? `Only this is missing: ${left[0]!.words}.`
            : `${left.length} to go.`}
      </span>
    </div>
  );
}
