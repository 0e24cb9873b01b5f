import { Form, href, redirect } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import {
  type FormRequest,
  type PageRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { QA_PARTS, QA_REASON_WORDS, type QaReason, type QaScores } from "../rules/review/qa.ts";
import { appealReview } from "../server/review/appeal-review.ts";
import { failQa } from "../server/review/fail-qa.ts";
import { giveBackReview } from "../server/review/give-back-review.ts";
import { passQa } from "../server/review/pass-qa.ts";
import { type ReviewPage, readReview } from "../server/review/read-review.ts";
import { scoreReview } from "../server/review/score-review.ts";
import { takeReview } from "../server/review/take-review.ts";
import { getChangesView } from "../server/work/get-changes-view.ts";
import { AppealForm } from "../ui/review/appeal-form.tsx";
import { ChangesPage } from "../ui/delivery/changes-page.tsx";
import { REVIEW_KIND, REVIEW_STATUS } from "../ui/review/review-words.ts";
import { ReviewScores } from "../ui/review/review-scores.tsx";
import { ReviewWork } from "../ui/review/review-work.tsx";
import { Rubric } from "../ui/review/rubric.tsx";
import styles from "../ui/order.module.css";
import type { Route } from "./+types/editor-review";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `Review of ${loaderData.review.number}` : "Review");

export const loader = pageLoader(async ({ actor, params, request }: PageRequest<Route.LoaderArgs>) => {
  const review = await readReview(actor, params.reviewId, now());
  const changes = review.work ? await getChangesView(actor, review.orderId, request) : null;
  // A link to the changes redirects to the result once the work is closed.
  if (!review.work && new URL(request.url).searchParams.get("view") === "changes")
    throw redirect(href("/editor/reviews/:reviewId", { reviewId: review.id }));
  return { review, changes, admin: may(actor, "orders") };
});

type Asked = FormRequest<Route.ActionArgs>;
const reviewIn = ({ params, text }: Asked) => ({
  reviewId: params.reviewId,
  note: text("note"),
  scores: Object.fromEntries(QA_PARTS.map((p) => [p.code, text(p.code)])) as unknown as QaScores,
});
const orderedIn = (asked: Asked) => ({ ...reviewIn(asked), orderId: asked.text("orderId") });
const only = ({ params }: Asked) => ({ reviewId: params.reviewId });

export const action = pageAction<Route.ActionArgs>({
  intents: {
    take: intent({ command: takeReview, input: only, done: "Review taken." }),
    give_back: intent({ command: giveBackReview, input: only, goTo: () => href("/editor/reviews") }),
    pass: intent({ command: passQa, input: orderedIn, done: "Review passed. Work delivered." }),
    fail: intent({
      command: failQa,
      input: (asked) => ({ ...orderedIn(asked), ignoredInstruction: asked.form.has("ignoredInstruction") }),
      done: "Sent back to the editor.",
    }),
    score: intent({
      command: scoreReview,
      input: (asked) => ({ ...reviewIn(asked), ignoredInstruction: asked.form.has("ignoredInstruction") }),
      done: "Score saved.",
    }),
    appeal: intent({
      command: appealReview,
      input: (asked) => ({ ...only(asked), reason: asked.text("reason") }),
      done: "Appeal sent. We'll notify you when another reviewer has decided.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const PLACED = ["pass", "fail", "score", "appeal"];

/** One quality review: the work and the rubric for its reviewer, the score for the editor. */
export default function EditorReview({ loaderData, actionData }: Route.ComponentProps) {
  const { review, changes, admin } = loaderData;
  useLive((event) => event.orderId === review.orderId);
  const answer = useLastAnswer(actionData);
  if (changes)
    return (
      <ChangesPage
        changes={changes}
        order={{
          title: review.title ?? "",
          number: review.number,
          to: href("/editor/reviews/:reviewId", { reviewId: review.id }),
        }}
      />
    );
  const { result, work } = review;
  const status = REVIEW_STATUS[result?.status ?? "waiting"]!;
  const problemOf = (...forms: string[]) => (answer && forms.includes(answer.form) ? answer.error : undefined);
  const typedOf = (...forms: string[]) => (answer && forms.includes(answer.form) ? answer.typed : undefined);
  return (
    <Page>
      <PageTitle
        title={review.title ?? `Review of ${review.number}`}
        back={
          admin
            ? { label: "Reviews", to: "/admin/editors?show=reviews" }
            : { label: "Reviews", to: review.own ? "/editor/reviews?show=scores" : "/editor/reviews" }
        }
        status={<StatusBadge tone={status.tone}>{status.label}</StatusBadge>}
        lede={<span className="figures number">{review.number}</span>}
      />
      <Next review={review} admin={admin} />
      {answer?.error && !PLACED.includes(answer.form) ? <ErrorNote problem={answer.error} /> : null}
      {answer?.done && !answer.error ? (
        <div aria-live="polite">
          <Notice tone="good">{answer.done}</Notice>
        </div>
      ) : null}
      <Columns
        main={
          <div className={styles.stack}>
            {review.appealed ? (
              <Sheet title="The editor's appeal">
                <p className={styles.letter}>{review.appealed.reason}</p>
              </Sheet>
            ) : null}
            {result ? (
              <Sheet title={review.own ? "Your score" : "Score"}>
                <ReviewScores review={result} />
              </Sheet>
            ) : null}
            {review.appeal ? <Appeal appeal={review.appeal} /> : null}
            {review.mayAppeal ? (
              <Sheet title="Appeal">
                <AppealForm until={review.appealUntil} problem={problemOf("appeal")} typed={typedOf("appeal")} />
              </Sheet>
            ) : null}
            {work ? (
              <Sheet title="Rubric">
                <Rubric
                  rubric={review.rubric}
                  delivered={!review.before}
                  orderId={review.orderId}
                  problem={problemOf("pass", "fail", "score")}
                  typed={typedOf("pass", "fail", "score")}
                />
              </Sheet>
            ) : null}
            {review.appealed ? (
              <Sheet title="The score that is appealed">
                <ReviewScores review={review.appealed} />
              </Sheet>
            ) : null}
            {work ? <ReviewWork work={work} /> : null}
          </div>
        }
        side={
          <Sheet title="About this review">
            <KeyValue
              items={[
                { label: "Kind", value: REVIEW_KIND[review.kind] },
                { label: "Reason", value: QA_REASON_WORDS[review.reason as QaReason] ?? review.reason },
                review.editorName && !review.own ? { label: "Editor", value: review.editorName } : null,
                result?.decidedAt
                  ? { label: "Decided", value: <Instant at={result.decidedAt} /> }
                  : { label: "Due", value: <Instant at={review.dueAt} deadline /> },
                review.feeMinor === null || review.own
                  ? null
                  : { label: "Pay", value: formatMoney(review.feeMinor, review.currency) },
              ]}
            />
            {review.own ? (
              <p className="small">
                <a href={href("/editor/orders/:orderId", { orderId: review.orderId })}>Open order</a>
              </p>
            ) : null}
          </Sheet>
        }
      />
    </Page>
  );
}

function Appeal({ appeal }: { appeal: NonNullable<ReviewPage["appeal"]> }) {
  return (
    <Sheet title={appeal.status === "waiting" ? "Appeal: waiting for another reviewer" : "Result of the appeal"}>
      <div className={styles.tight}>
        {appeal.reason ? <p className={styles.letter}>{appeal.reason}</p> : null}
        {appeal.status === "waiting" ? (
          <p className="soft">Another reviewer scores the work again. We'll notify everyone concerned.</p>
        ) : appeal.status === "void" ? (
          <p>Nobody decided the appeal in time, so the score no longer counts.</p>
        ) : (
          <ReviewScores review={appeal} />
        )}
      </div>
    </Sheet>
  );
}

/** The line at the top: what to do, until when, and the button for it. */
function Next({ review, admin }: { review: ReviewPage; admin: boolean }) {
  const { result, taken, work } = review;
  if (result)
    return (
      <WaitingLine
        turn={review.mayAppeal ? "you" : "done"}
        waitsFor={
          result.status === "void"
            ? "This review was dropped because nobody did it in time."
            : review.appeal?.status === "waiting"
              ? "The score was appealed. Another reviewer decides."
              : review.mayAppeal
                ? "Read your score and the reviewer's notes. You can appeal if you disagree."
                : "This review is done."
        }
        by={review.mayAppeal ? review.appealUntil : null}
      />
    );
  if (review.mine && work)
    return (
      <WaitingLine
        turn="you"
        waitsFor={
          review.before
            ? "Read the work and score it, then pass it or send it back."
            : "Read the work and score it. It has been delivered already."
        }
        by={taken?.until ?? review.dueAt}
        note="If you can't finish in time, give it back so that somebody else can."
      >
        <Form method="post">
          <SubmitButton name="intent" value="give_back" variant="default" pending="Giving back">
            Give back
          </SubmitButton>
        </Form>
      </WaitingLine>
    );
  if (review.mayTake)
    return (
      <WaitingLine
        turn="you"
        waitsFor={
          admin
            ? "Nobody has taken this review. Take it, or score it right away."
            : "Take this review to open the manuscript and the work."
        }
        by={review.dueAt}
      >
        <Form method="post">
          <SubmitButton name="intent" value="take" pending="Taking">
            Take review
          </SubmitButton>
        </Form>
      </WaitingLine>
    );
  return (
    <WaitingLine
      turn="others"
      who={taken?.by ?? "A reviewer"}
      waitsFor={
        review.own
          ? "A reviewer will score your work."
          : taken
            ? "Another reviewer has taken this review."
            : "This review is in the queue."
      }
      by={taken && admin ? taken.until : review.dueAt}
      note={work && taken ? "If you score it yourself, we'll tell them." : null}
    />
  );
}
