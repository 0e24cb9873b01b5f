import { Link } from "react-router";
import { OwnPay } from "#app/features/payouts/ui/own-pay.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { AT_WORK } from "../../rules/flow.ts";
import { ProposeDate } from "../../ui/change/date-change.tsx";
import { ReportWords } from "../../ui/draft/word-count.tsx";
import { OrderReviews } from "../../ui/review/order-reviews.tsx";
import type { Route } from "../+types/editor-order";
import { HandBack } from "./hand-back.tsx";

type Data = Route.ComponentProps["loaderData"];

/** Who ordered it, and when it started and is due. */
export function AuthorAndDates({ data: { view } }: { data: Data }) {
  const { revisionDueAt, editorDueAt, startedAt } = view.dates;
  const dueAt = revisionDueAt ?? editorDueAt;
  return (
    <KeyValue
      items={[
        view.revisedText?.pay ? { label: "For new words", value: <b>{view.revisedText.pay}</b> } : null,
        { label: "Author", value: view.clientName },
        dueAt ? { label: revisionDueAt ? "Revision due" : "Due", value: <Instant at={dueAt} deadline /> } : null,
        startedAt ? { label: "Started", value: <Instant at={startedAt} /> } : null,
        view.ratingOverall === null ? null : { label: "Rated", value: `${view.ratingOverall} of 5` },
      ]}
    />
  );
}

/** The pay in detail, reviews of the work, and what's seldom needed: more time, another word count, handing it back. */
export function MoreActions({ data: { view, ownPay, handBack, dateChange, words } }: { data: Data }) {
  const mine = view.viewer === "editor";
  return (
    <>
      <OwnPay pay={ownPay} />
      {mine ? (
        <>
          <OrderReviews reviews={view.reviews} />
          {dateChange ? <ProposeDate view={dateChange} /> : null}
          <ReportWords view={words} />
          {AT_WORK.includes(view.status) ? <HandBack view={handBack} /> : null}
          <p className="small">
            <Link to={`/editor/support?new&order=${view.id}`}>Ask support about this order</Link>
          </p>
        </>
      ) : null}
    </>
  );
}
