import { Button } from "@mantine/core";
import { Form, Link, href } from "react-router";
import { useClientPath } from "#app/features/accounts/ui/use-client-path.ts";
import type { EarlyStartAsk } from "#app/features/payments/server/early-start.ts";
import { EarlyStart } from "#app/features/payments/ui/early-start.tsx";
import { PayTerms } from "#app/features/payments/ui/pay-terms.tsx";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";
import styles from "../../ui/order.module.css";

/** The main button on a client's order page. */
export function NextStep({
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
  const clientPage = useClientPath();
  const { action } = view.waiting;
  switch (action?.code) {
    case "pay":
      return (
        <Form method="post">
          <EarlyStart ask={earlyStart} error={fieldError(problem, "earlyStart")} />
          <SubmitButton name="intent" value="pay" pending="Going to the payment page">
            {action.label}
          </SubmitButton>
          <p className="small soft">
            <PayTerms />
          </p>
        </Form>
      );
    case "accept":
      return (
        <div className={styles.buttons}>
          <Form method="post">
            <SubmitButton name="intent" value="accept" pending="Accepting">
              {action.label}
            </SubmitButton>
          </Form>
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
    case "choose":
      return (
        <Button component="a" href="#choices">
          {action.label}
        </Button>
      );
    case "pay_new_words":
      return (
        <Button component="a" href="#extra-charge">
          {action.label}
        </Button>
      );
    case "answer":
      return (
        <Button component="a" href="#messages">
          {action.label}
        </Button>
      );
    case "rate":
      return (
        <Button component={Link} to={clientPage(href("/order/:orderId/rate", { orderId: view.id }))}>
          {action.label}
        </Button>
      );
    case "finish_draft":
      return (
        <Button component={Link} to={`/order/new/form?order=${view.id}`}>
          {action.label}
        </Button>
      );
    case "see_quote":
      return (
        <Button component={Link} to={`/order/custom-quote?order=${view.id}`}>
          {action.label}
        </Button>
      );
    case "order_again":
      return (
        <Button component={Link} to="/order/new">
          {action.label}
        </Button>
      );
    default:
      return null;
  }
}
