import { OrderPayments, PaymentLine, onlyPayment } from "#app/features/payments/ui/order-payments.tsx";
import { OrderRefunds } from "#app/features/payments/ui/order-refunds.tsx";
import { ReportProblem } from "#app/features/payments/ui/report-problem.tsx";
import { WithdrawOrder } from "#app/features/payments/ui/withdraw-order.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { UNPAID } from "../../rules/flow.ts";
import { CancelOrder } from "../../ui/change/cancel-order.tsx";
import { ProposeDate } from "../../ui/change/date-change.tsx";
import { ProposeChange } from "../../ui/change/order-change.tsx";
import { DiscardOrder } from "../../ui/draft/discard-order.tsx";
import { AuthorFiles, OrderBrief } from "../../ui/order-brief.tsx";
import { OrderReceipt } from "../../ui/order-receipt.tsx";
import { RevisedText } from "../../ui/delivery/revised-text.tsx";
import { OrderTimeline } from "../../ui/order-timeline.tsx";
import { KeptFiles } from "../../ui/draft/kept-files.tsx";
import type { Route } from "../+types/client-order";
import { AskSupport } from "./ask-support.tsx";
import { Dates } from "./dates.tsx";
import type { Answer } from "./intents.ts";
import { OwnRating } from "./own-rating.tsx";
import { StaffOpenings } from "./staff-openings.tsx";

/** The side column, or everything for a draft: receipt, dates, files, what was ordered, and ways to end the order. */
export function OrderFacts({
  data: { view, openings, problem, payments, refunds, cancellation, withdrawal, dateChange, keptFor, change },
  answer,
}: {
  data: Route.ComponentProps["loaderData"];
  answer: Answer | undefined;
}) {
  const own = view.viewer === "client";
  const only = onlyPayment(payments);
  const delivered = view.submissions.some((s) => s.status === "delivered");
  return (
    <>
      <OrderReceipt
        view={view}
        payment={only ? <PaymentLine orderId={view.id} payment={only} /> : null}
        isOnCredit={payments.some((one) => one.isOnCredit)}
      />
      <OrderPayments orderId={view.id} payments={payments} />
      <OrderRefunds refunds={refunds} />
      <Dates view={view} />
      {own && dateChange ? <ProposeDate view={dateChange} /> : null}
      {own && change ? <ProposeChange view={change} /> : null}
      {view.sources.length + view.references.length > 0 ? (
        <Sheet title="Your files">
          <AuthorFiles view={view} />
          <StaffOpenings openings={openings} />
        </Sheet>
      ) : null}
      {view.revisedText ? <RevisedText view={view.revisedText} own={own} /> : null}
      {view.retention ? (
        <KeptFiles
          retention={view.retention}
          keptFor={keptFor}
          own={own}
          answer={answer?.form === "keep" && answer.error ? answer : undefined}
        />
      ) : null}
      {view.sources.length > 0 || view.choices.service ? (
        <Sheet title={view.status === "draft" ? "Your choices" : "What you ordered"}>
          <OrderBrief view={view} />
        </Sheet>
      ) : null}
      {delivered ? (
        <Fold id="history" title="History" aside={view.timeline[0]?.title}>
          <OrderTimeline lines={view.timeline} />
        </Fold>
      ) : null}
      {view.rating ? <OwnRating orderId={view.id} stars={view.rating.overall} /> : null}
      {problem ? (
        <ReportProblem problem={problem} answer={answer?.form === "problem" && answer.error ? answer : undefined} />
      ) : null}
      {own && view.status !== "draft" ? <AskSupport orderId={view.id} /> : null}
      {own && UNPAID.includes(view.status) ? (
        <div>
          <DiscardOrder orderId={view.id} />
        </div>
      ) : null}
      {withdrawal?.terms ? (
        // Never less than a cancellation refunds, so it takes its place.
        <WithdrawOrder withdrawal={withdrawal} number={view.number} currency={view.currency} />
      ) : cancellation ? (
        <CancelOrder cancellation={cancellation} currency={view.currency} reasonLabel="Why? (optional)" />
      ) : null}
    </>
  );
}
