import { Button } from "@mantine/core";
import { Form, Link, href } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readPaging } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { subfieldLabel } from "#app/features/pricing/rules/taxonomy.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Pager } from "#app/ui/lists/list-controls.tsx";
import { Money } from "#app/ui/money.tsx";
import { ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { PageTabs } from "#app/ui/frame/page-tabs.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { QA_REASON_WORDS, type QaReason } from "../rules/review/qa.ts";
import { type QueuedReview, listQueue, listScores, mayReview } from "../server/review/list-reviews.ts";
import { takeReview } from "../server/review/take-review.ts";
import { ScoreList } from "../ui/review/score-list.tsx";
import type { Route } from "./+types/editor-reviews";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Reviews");

const SHOWS = ["queue", "done", "scores"] as const;

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see reviews.");
  const reviewer = await mayReview(actor);
  const asked = SHOWS.find((it) => it === search.get("show"));
  const show = reviewer ? (asked ?? "queue") : "scores";
  const queue = reviewer ? await listQueue(actor, now()) : [];
  return {
    show,
    reviewer,
    queue: show === "queue" ? queue : [],
    open: queue.length,
    list: show === "queue" ? null : await listScores(actor, show === "done" ? "reviews" : "work", readPaging(search)),
  };
});

export const action = pageAction<Route.ActionArgs>({
  intents: {
    take: intent({
      command: takeReview,
      input: ({ text }) => ({ reviewId: text("reviewId") }),
      goTo: ({ reviewId }) => href("/editor/reviews/:reviewId", { reviewId }),
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Quality reviews: those a lead editor can take, those they did, and every editor's own scores. */
export default function EditorReviews({ loaderData, actionData }: Route.ComponentProps) {
  const { show, reviewer, queue, open, list } = loaderData;
  useLive((event) => event.kind.startsWith("review.") || event.kind === "order.sent_to_qa");
  const answer = useLastAnswer(actionData);
  return (
    <Page>
      <PageTitle
        title="Reviews"
        lede={
          <p>
            {show === "queue"
              ? "The first reviewer to take a review gets it. Once you have it, you can open the manuscript and the work."
              : show === "done"
                ? "The reviews you've done."
                : "Reviewers' scores of your work. You can appeal each one once. Its page says until when."}
          </p>
        }
      />
      {reviewer ? (
        <PageTabs
          label="Reviews"
          shown={show}
          tabs={[
            { key: "queue", label: "Queue", to: "/editor/reviews", count: open },
            { key: "done", label: "Done", to: "/editor/reviews?show=done" },
            { key: "scores", label: "My scores", to: "/editor/reviews?show=scores" },
          ]}
        />
      ) : null}
      {answer?.error ? <ErrorNote problem={answer.error} /> : null}
      {list ? (
        <>
          <ScoreList rows={list.rows} of={show === "done" ? "reviews" : "work"} />
          {list.total > 0 ? <Pager {...list} noun="review" /> : null}
        </>
      ) : (
        <Queue rows={queue} />
      )}
    </Page>
  );
}

function Queue({ rows }: { rows: readonly QueuedReview[] }) {
  return (
    <DataTable
      caption="Reviews to take, earliest deadline first"
      rows={rows}
      rowKey={(r) => r.id}
      rowTo={(r) => href("/editor/reviews/:reviewId", { reviewId: r.id })}
      columns={[
        {
          key: "order",
          header: "Order",
          narrow: "title",
          cell: (r) => <span className="figures number">{r.number}</span>,
        },
        {
          key: "work",
          header: "Work",
          cell: (r) => (
            <>
              {isService(r.service) ? SERVICE_LABELS[r.service] : r.service}
              <br />
              <span className="soft small">{r.field ? subfieldLabel(r.field) : ""}</span>
            </>
          ),
        },
        { key: "words", header: "Words", align: "end", cell: (r) => r.words.toLocaleString("en-US") },
        {
          key: "reason",
          header: "Reason",
          narrow: "hidden",
          cell: (r) => QA_REASON_WORDS[r.reason as QaReason] ?? r.reason,
        },
        { key: "pay", header: "Pay", align: "end", cell: (r) => <Money minor={r.feeMinor} currency={r.currency} /> },
        { key: "due", header: "Due", cell: (r) => <Instant at={r.mineUntil ?? r.dueAt} deadline /> },
        {
          key: "take",
          header: <span className="unseen">Action</span>,
          label: "Action",
          align: "end",
          cell: (r) =>
            r.mineUntil ? (
              <Button component={Link} size="xs" to={href("/editor/reviews/:reviewId", { reviewId: r.id })}>
                Continue
              </Button>
            ) : (
              <Form method="post">
                <input type="hidden" name="reviewId" value={r.id} />
                <SubmitButton
                  name="intent"
                  value="take"
                  size="xs"
                  variant="default"
                  pending="Taking"
                  aria-label={`Take the review of ${r.number}`}
                >
                  Take review
                </SubmitButton>
              </Form>
            ),
        },
      ]}
      empty={
        <EmptyState title="No reviews to do" mark="stet">
          Work that needs a review appears here, with its pay and deadline. We'll notify you of each one.
        </EmptyState>
      }
    />
  );
}
