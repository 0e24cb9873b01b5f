import { formatMoney } from "#app/platform/rules/core/money.ts";
import { mayTime } from "../../rules/work/work-time.ts";
import type { Route } from "../+types/editor-order";
import styles from "./editor-order.module.css";
import type { Answer } from "./intents.ts";
import { Neighbors } from "./neighbors.tsx";
import { Progress } from "./progress.tsx";
import { Timer } from "./timer.tsx";

/** One line under the title: the order, its pay, how far the work is, the editor's timer, and the orders due around it. */
export function TopLine({
  data: { view, payMinor, works, time, neighbors },
  answer,
}: {
  data: Route.ComponentProps["loaderData"];
  answer: Answer | undefined;
}) {
  const mine = view.viewer === "editor";
  const reports = mine && (works || view.status === "awaiting_client");
  const own = answer?.form === "progress" ? answer : undefined;
  return (
    <div className={styles.top}>
      <span className="figures number">{view.number}</span>
      {payMinor === null ? null : (
        <span>
          <span className="unseen">Your pay: </span>
          <b className="figures">{formatMoney(payMinor, view.currency)}</b>
        </span>
      )}
      {reports ? (
        <span className={styles.progress}>
          <span className="figures">
            {view.progressWords.toLocaleString("en-US")} of {view.billableWords.toLocaleString("en-US")} words
          </span>
          <details
            key={view.dates.progressAt?.getTime()}
            className={styles.popover}
            open={own?.error !== undefined || undefined}
          >
            <summary>Update</summary>
            <Progress view={view} answer={own} />
          </details>
        </span>
      ) : view.billableWords > 0 ? (
        <span className="figures">{view.billableWords.toLocaleString("en-US")} words</span>
      ) : null}
      {time && (mayTime(view.status) || time.ms > 0) ? <Timer time={time} mayStart={mayTime(view.status)} /> : null}
      {mine ? (
        <span className={`figures ${styles.neighbors}`}>
          <Neighbors {...neighbors} />
        </span>
      ) : null}
    </div>
  );
}
