import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { EarlyStartAsk } from "#app/features/payments/server/checkout/early-start.ts";
import { EarlyStart } from "#app/features/payments/ui/early-start.tsx";
import { PayTerms } from "#app/features/payments/ui/pay-terms.tsx";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";
import { NextStep } from "../../ui/next-step.tsx";
import styles from "../../ui/order.module.css";

/** The main button on a client's order page, with what they have to know for it. */
export function ClientStep({
  view,
  openQuestions,
  mayRevise,
  earlyStart,
  problem,
}: {
  view: OrderView;
  /** Of those that the editor asked in comments. */
  openQuestions: number;
  mayRevise: boolean;
  earlyStart: EarlyStartAsk;
  /** Why the last payment wasn't started. */
  problem: ShownProblem | undefined;
}) {
  const { action } = view.waiting;
  if (!action) return null;
  const step = { action, orderId: view.id };
  if (action.code === "pay")
    return (
      <NextStep
        {...step}
        before={<EarlyStart ask={earlyStart} error={fieldError(problem, "earlyStart")} />}
        after={
          <p className="small soft">
            <PayTerms /> Somebody else or your organization pays?{" "}
            <Link to={`/order/new/form?order=${view.id}#share`}>Choose it in the order form</Link>
          </p>
        }
      />
    );
  if (action.code !== "accept") return <NextStep {...step} />;
  return (
    <div className={styles.buttons}>
      <NextStep {...step} />
      {mayRevise ? (
        <Button component="a" href="#revision" variant="default">
          Request revision
        </Button>
      ) : null}
      {openQuestions > 0 ? (
        <p className="small soft">
          {openQuestions === 1
            ? "1 question from your editor is still open."
            : `${openQuestions.toLocaleString("en-US")} questions from your editor are still open.`}
        </p>
      ) : null}
    </div>
  );
}
