import { OrderPayments, PaymentLine, onlyPayment } from "#app/features/payments/ui/order-payments.tsx";
import { OrderRefunds } from "#app/features/payments/ui/order-refunds.tsx";
import { ReportProblem } from "#app/features/payments/ui/report-problem.tsx";
import { WithdrawOrder } from "#app/features/payments/ui/withdraw-order.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { UNPAID } from "../../rules/flow.ts";
import { CancelOrder } from "../../ui/change/cancel-order.tsx";
import { ProposeDate } from "../../ui/change/date-change.tsx";
import { ProposeChange } from "../../ui/change/order-change.tsx";
import { DiscardOrder } from "../../ui/draft/discard-order.tsx";
import { AuthorFiles, OrderBrief } from "../../ui/order-brief.tsx";
import { OrderReceipt } from "../../ui/order-receipt.tsx";
import { RevisedText } from "../../ui/delivery/revised-text.tsx";
import { KeptFiles } from "../../ui/draft/kept-files.tsx";
import type { Route } from "../+types/client-order";
import { AskSupport } from "./ask-support.tsx";
import { Dates } from "./dates.tsx";
import type { Answer } from "./intents.ts";
import { OwnRating } from "./own-rating.tsx";
import { StaffOpenings } from "./staff-openings.tsx";

type Data = Route.ComponentProps["loaderData"];

/** The side column, or everything for a draft: receipt, dates, files, what was ordered, and ways to end the order. */
export function OrderFacts({ data, answer }: { data: Data; answer: Answer | undefined }) {
  const { view, payments, refunds } = data;
  const only = onlyPayment(payments);
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
      <ProposeToEditor data={data} />
      <MyFiles data={data} />
      {view.revisedText ? <RevisedText view={view.revisedText} own={view.viewer === "client"} /> : null}
      <FilesKept data={data} answer={answer} />
      {view.sources.length > 0 || view.choices.service ? (
        <Sheet title={view.status === "draft" ? "Your choices" : "What you ordered"}>
          <OrderBrief view={view} />
        </Sheet>
      ) : null}
      {view.rating ? <OwnRating orderId={view.id} stars={view.rating.overall} /> : null}
      <EndOrder data={data} answer={answer} />
    </>
  );
}

/** Another date, or a change of the order, which the editor agrees to. */
export function ProposeToEditor({ data: { view, dateChange, change } }: { data: Data }) {
  if (view.viewer !== "client") return null;
  return (
    <>
      {dateChange ? <ProposeDate view={dateChange} /> : null}
      {change ? <ProposeChange view={change} /> : null}
    </>
  );
}

/** The author's own files, and when staff opened them. */
export function MyFiles({ data: { view, openings } }: { data: Data }) {
  if (view.sources.length + view.references.length === 0) return null;
  return (
    <Sheet title="Your files">
      <AuthorFiles view={view} />
      <StaffOpenings openings={openings} />
    </Sheet>
  );
}

/** How long the files are kept. */
export function FilesKept({ data: { view, keptFor }, answer }: { data: Data; answer: Answer | undefined }) {
  if (!view.retention) return null;
  return (
    <KeptFiles
      retention={view.retention}
      keptFor={keptFor}
      own={view.viewer === "client"}
      answer={answer?.form === "keep" && answer.error ? answer : undefined}
    />
  );
}

/** Help with an order, and the ways to end it. */
export function EndOrder({
  data: { view, problem, cancellation, withdrawal },
  answer,
}: {
  data: Data;
  answer: Answer | undefined;
}) {
  const own = view.viewer === "client";
  return (
    <>
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
