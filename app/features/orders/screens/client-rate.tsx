import { Textarea } from "@mantine/core";
import { Form, Link, href } from "react-router";
import { clientPathOf } from "#app/features/accounts/server/sign-in/client-path-of.ts";
import { useClientPath } from "#app/features/accounts/ui/sign-in/use-client-path.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ratingOpenUntilAt } from "#app/features/pricing/rules/deadlines.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { StarRating } from "#app/ui/content/star-rating.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { formatDays } from "#app/platform/rules/core/time.ts";
import { HANDED_OVER } from "../rules/flow.ts";
import { getOrderView } from "../server/views/get-order-view.ts";
import { rateOrder } from "../server/lifecycle/rate-order.ts";
import styles from "../ui/order.module.css";
import type { Route } from "./+types/client-rate";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `Rate ${loaderData.number}` : "Rate");

const PARTS = [
  ["accuracy", "Accuracy"],
  ["clarity", "Clarity"],
  ["instructions", "Instructions followed"],
  ["communication", "Communication"],
] as const;

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => {
  const view = await getOrderView(actor, params.orderId, { openQueries: 0 });
  // Admins may open the client's pages, but only the client rates.
  if (view.viewer !== "client" && view.viewer !== "admin") throw refused("Only the client can rate this order.");
  const until = view.rating ? ratingOpenUntilAt(view.rating.createdAt, view.deadlines) : null;
  return {
    id: view.id,
    number: view.number,
    title: view.title,
    editorName: view.editorName,
    rating: view.rating,
    own: view.viewer === "client",
    rateable: HANDED_OVER.includes(view.status),
    untilAt: until,
    editable: formatDays(view.deadlines.ratingEditMs),
    fixed: until !== null && until < now(),
  };
});

export const action = pageAction<Route.ActionArgs>({
  only: intent({
    command: rateOrder,
    input: ({ params, form, text }) => {
      const given = (name: string) => (form.has(name) ? text(name) : undefined);
      return {
        orderId: params.orderId,
        overall: given("overall"),
        accuracy: given("accuracy"),
        clarity: given("clarity"),
        instructions: given("instructions"),
        communication: given("communication"),
        comment: given("comment"),
      };
    },
    goTo: (_rated, { actor, params }) => clientPathOf(actor, `/order/${params.orderId}`),
  }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** The page where a client rates a delivered order. */
export default function ClientRate({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, number, editorName, rating, rateable, fixed, untilAt, editable, own } = loaderData;
  const clientPage = useClientPath();
  const answer = actionData;
  const given = (name: "overall" | (typeof PARTS)[number][0]) =>
    answer?.typed ? Number(answer.typed[name]) || null : (rating?.[name] ?? null);
  return (
    <Page width="reading">
      <PageTitle
        title="Rate your order"
        back={{ label: `${number} ${title}`, to: clientPage(`/order/${id}`) }}
        lede={
          editorName && own ? (
            <p>Edited by {editorName}. Your rating helps your editor and other authors.</p>
          ) : undefined
        }
      />
      {!own ? (
        <Ratings rating={rating} orderId={id} />
      ) : !rateable ? (
        <EmptyState
          title="Nothing to rate yet"
          mark="stet"
          action={<Link to={clientPage(`/order/${id}`)}>Back to the order</Link>}
        >
          You can rate an order once it has been delivered.
        </EmptyState>
      ) : fixed ? (
        <EmptyState
          title={`You rated this order ${rating?.overall} of 5`}
          mark="check"
          action={<Link to={clientPage(`/order/${id}`)}>Back to the order</Link>}
        >
          Ratings can be changed for {editable}. That time has passed.
        </EmptyState>
      ) : (
        <Form method="post" className={styles.form}>
          <StarRating
            name="overall"
            label="Overall"
            required
            defaultValue={given("overall")}
            error={fieldError(answer?.error, "overall")}
          />
          {PARTS.map(([name, label]) => (
            <StarRating
              key={name}
              name={name}
              label={label}
              defaultValue={given(name)}
              error={fieldError(answer?.error, name)}
            />
          ))}
          <Textarea
            name="comment"
            label="Comment (optional)"
            autosize
            minRows={3}
            maxLength={2_000}
            defaultValue={answer?.typed?.comment ?? rating?.comment ?? ""}
            error={fieldError(answer?.error, "comment")}
          />
          <ErrorNote problem={answer?.error} />
          <SubmitButton pending="Saving">{rating ? "Update rating" : "Submit rating"}</SubmitButton>
          <p className="soft small">
            {untilAt ? (
              <>
                You can change your rating until <Instant at={untilAt} deadline />.
              </>
            ) : (
              `You can change your rating for ${editable}.`
            )}
          </p>
        </Form>
      )}
    </Page>
  );
}

/** The page for an admin: the rating, if there is one, and who gives it. */
function Ratings({ rating, orderId }: { rating: Route.ComponentProps["loaderData"]["rating"]; orderId: string }) {
  const back = <Link to={href("/admin/orders/:orderId", { orderId })}>Back to the order</Link>;
  if (!rating)
    return (
      <EmptyState title="No rating yet" mark="stet" action={back}>
        Only the client can rate this order. Their rating will appear here.
      </EmptyState>
    );
  return (
    <>
      <Notice tone="info" title="Only the client can rate this order" action={back}>
        This is the rating they gave.
      </Notice>
      <KeyValue
        items={[
          { label: "Overall", value: `${rating.overall} of 5` },
          ...PARTS.map(([name, label]) => (rating[name] === null ? null : { label, value: `${rating[name]} of 5` })),
          rating.comment ? { label: "Comment", value: rating.comment } : null,
        ]}
      />
    </>
  );
}
