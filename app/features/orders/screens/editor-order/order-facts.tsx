import { Link } from "react-router";
import { OwnPay } from "#app/features/payouts/ui/own-pay.tsx";
import { formatPay } from "#app/platform/rules/core/money.ts";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { OrderReviews } from "../../ui/review/order-reviews.tsx";
import type { Route } from "../+types/editor-order";
import { ProposeDate } from "../../ui/change/date-change.tsx";
import { AT_WORK } from "../../rules/flow.ts";
import { ReportWords } from "../../ui/draft/word-count.tsx";
import { HandBack } from "./hand-back.tsx";
import type { Answer } from "./intents.ts";
import { Progress } from "./progress.tsx";

/** The side column: pay, author and dates, progress, and the ways to get help. */
export function OrderFacts({
  data: { view, works, payMinor, ownPay, handBack, dateChange, words },
  answer,
}: {
  data: Route.ComponentProps["loaderData"];
  answer: Answer | undefined;
}) {
  const mine = view.viewer === "editor";
  const { revisionDueAt, editorDueAt, startedAt } = view.dates;
  const dueAt = revisionDueAt ?? editorDueAt;
  return (
    <>
      <Sheet title="Your order">
        <KeyValue
          items={[
            payMinor === null ? null : { label: "Your pay", value: <b>{formatPay(payMinor)}</b> },
            view.revisedText?.pay ? { label: "For new words", value: <b>{view.revisedText.pay}</b> } : null,
            { label: "Author", value: view.clientName },
            dueAt ? { label: revisionDueAt ? "Revision due" : "Due", value: <Instant at={dueAt} deadline /> } : null,
            startedAt ? { label: "Started", value: <Instant at={startedAt} /> } : null,
            view.ratingOverall === null ? null : { label: "Rated", value: `${view.ratingOverall} of 5` },
          ]}
        />
      </Sheet>
      <OwnPay pay={ownPay} />
      {mine ? <OrderReviews reviews={view.reviews} /> : null}
      {mine && (works || view.status === "awaiting_client") ? (
        <Progress view={view} answer={answer?.form === "progress" ? answer : undefined} />
      ) : null}
      {mine ? <ReportWords view={words} /> : null}
      {mine && dateChange ? <ProposeDate view={dateChange} /> : null}
      {mine && AT_WORK.includes(view.status) ? <HandBack view={handBack} /> : null}
      {mine ? (
        <p className="small">
          <Link to={`/editor/support?new&order=${view.id}`}>Ask support about this order</Link>
        </p>
      ) : null}
    </>
  );
}
