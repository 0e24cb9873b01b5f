import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Form, Link, href } from "react-router";
import { useClientPath } from "#app/features/accounts/ui/sign-in/use-client-path.ts";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { Waiting, WaitingAction } from "../rules/waiting/waiting-facts.ts";

/**
 * How each action begins on its order's page: by sending a form (`pending` is on its button until it's done), at a place
 * on the page, or on another page.
 */
type Way =
  | { pending: string }
  | { place: string }
  | { page: (orderId: string, clientPage: (path: string) => string) => string };

const WAYS: Readonly<Record<WaitingAction, Way>> = {
  finish_draft: { page: (orderId) => `/order/new/form?order=${orderId}` },
  see_quote: { page: (orderId) => `/order/custom-quote?order=${orderId}` },
  choose: { place: "choices" },
  pay: { pending: "Going to the payment page" },
  answer: { place: "messages" },
  review_delivery: { place: "delivery" },
  pay_new_words: { place: "extra-charge" },
  rate: { page: (orderId, clientPage) => clientPage(href("/order/:orderId/rate", { orderId })) },
  order_again: { page: () => "/order/new" },
  start: { pending: "Starting" },
  submit: { place: "submission" },
  start_revision: { pending: "Starting" },
  assign: { place: "assign" },
  assign_reader: { place: "assign-reader" },
  review: { place: "rubric" },
  unhold: { pending: "Resuming" },
  decide: { place: "decide" },
};

/** The main button on an order's page. @param before fields of its form @param after what follows its button there */
export function NextStep({
  action,
  orderId,
  before,
  after,
}: {
  action: NonNullable<Waiting["action"]>;
  orderId: string;
  before?: ReactNode;
  after?: ReactNode;
}) {
  const clientPage = useClientPath();
  const way = WAYS[action.code];
  if ("pending" in way)
    return (
      <Form method="post">
        {before}
        <SubmitButton name="intent" value={action.code} pending={way.pending}>
          {action.label}
        </SubmitButton>
        {after}
      </Form>
    );
  return "place" in way ? (
    <Button component="a" href={`#${way.place}`}>
      {action.label}
    </Button>
  ) : (
    <Button component={Link} to={way.page(orderId, clientPage)}>
      {action.label}
    </Button>
  );
}
