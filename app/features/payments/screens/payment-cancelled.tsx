import { Button } from "@mantine/core";
import { Form, Link, redirect } from "react-router";
import { clientPathOf } from "#app/features/accounts/server/sign-in/client-path-of.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { getPaymentState } from "../server/checkout/payment-state.ts";
import { askEarlyStart } from "../server/checkout/early-start.ts";
import { listOwnBalances } from "../server/balance/own-balance.ts";
import { payFromBalance } from "../server/balance/pay-from-balance.ts";
import { goToCheckout } from "../server/checkout/go-to-checkout.ts";
import { EarlyStart } from "../ui/early-start.tsx";
import { PayTerms } from "../ui/pay-terms.tsx";
import { NoOrderNamed } from "../ui/no-order-named.tsx";
import { OrderPrice } from "../ui/order-price.tsx";
import styles from "../ui/payment.module.css";
import type { Route } from "./+types/payment-cancelled";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Payment canceled");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const orderId = search.get("order");
  if (!orderId) return { state: null };
  const state = await getPaymentState(actor, orderId);
  if (state.stage === "paid") throw redirect(clientPathOf(actor, `/order-success?order=${state.orderId}`));
  const held =
    (state.status === "quoted" || state.status === "awaiting_payment") &&
    state.quoteExpiresAt !== null &&
    state.quoteExpiresAt > now().toISOString();
  const payable = held && state.own;
  const own = (await listOwnBalances(actor)).find((one) => one.currency === state.currency);
  const isPrepaid = payable && !state.organization && (own?.balanceMinor ?? 0) >= state.totalMinor;
  const earlyStart = payable ? await askEarlyStart(actor, orderId) : null;
  return { state: { ...state, held, payable, isPrepaid, earlyStart } };
});

/** Pays from the client's balance, or sends them to checkout, reusing the page that is already open. */
export const action = pageAction<Route.ActionArgs>({
  only: async ({ actor, text, form }) => {
    if (text("from") !== "balance") return goToCheckout(actor, text("order"), form);
    await payFromBalance(actor, { orderId: text("order"), own: true, earlyStart: text("earlyStart") });
    return redirect(clientPathOf(actor, `/order-success?order=${text("order")}`));
  },
  refused: ({ code }, { actor, text }) =>
    code === "already_paid"
      ? redirect(clientPathOf(actor, `/order-success?order=${text("order")}`))
      : code === "payment_pending"
        ? redirect(clientPathOf(actor, `/payment-success?order=${text("order")}`))
        : {},
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

export default function PaymentCancelled({ loaderData: { state }, actionData }: Route.ComponentProps) {
  return state ? (
    <Unpaid state={state} answered={actionData} />
  ) : (
    <NoOrderNamed title="Payment canceled" shows="This page lets you pay for an order after you leave checkout." />
  );
}

type LoadedState = NonNullable<Route.ComponentProps["loaderData"]["state"]>;

function Unpaid({ state, answered }: { state: LoadedState; answered: Route.ComponentProps["actionData"] }) {
  const actionData = useLastAnswer(answered);
  // Redirects if the order was paid in another tab.
  useLive((event) => event.orderId === state.orderId);
  const about = (
    <>
      Order <span className="figures number">{state.number}</span>, “{state.title}”
    </>
  );
  const amount = formatMoney(state.totalMinor, state.currency);
  return (
    <Page width="reading">
      <PageTitle title="You haven't been charged" lede={about} />
      {state.payable ? (
        <WaitingLine
          turn="you"
          who="you"
          waitsFor={`Pay ${amount} and we'll start looking for your editor.`}
          by={state.quoteExpiresAt}
          note="Your price is held until then. Your files and choices are saved."
        >
          <Form method="post">
            <input type="hidden" name="order" value={state.orderId} />
            <EarlyStart ask={state.earlyStart} error={fieldError(actionData?.error, "earlyStart")} />
            <div className={styles.buttons}>
              {state.isPrepaid ? (
                <SubmitButton
                  name="from"
                  value="balance"
                  pending="Paying"
                >{`Pay ${amount} from your balance`}</SubmitButton>
              ) : null}
              <SubmitButton
                name="from"
                value="card"
                pending="Opening checkout"
                variant={state.isPrepaid ? "default" : "filled"}
              >
                {state.isPrepaid ? "Pay by card" : `Pay ${amount}`}
              </SubmitButton>
            </div>
          </Form>
        </WaitingLine>
      ) : state.held ? (
        <WaitingLine
          turn="others"
          who="its author"
          waitsFor="Only the order's author can pay for it."
          by={state.quoteExpiresAt}
        />
      ) : (
        <WaitingLine
          turn="stopped"
          waitsFor={
            state.status === "draft"
              ? "The order was changed and needs a new price."
              : state.status === "cancelled"
                ? "This order was canceled before it was paid."
                : "The quote expired before it was paid."
          }
        >
          <Button
            component={Link}
            to={state.status === "draft" ? `/order/new/form?order=${state.orderId}` : "/order/new"}
          >
            {state.status === "draft" ? "Finish order" : "Start a new order"}
          </Button>
        </WaitingLine>
      )}
      <div className={styles.below}>
        <ErrorNote problem={actionData?.error} />
        {state.declined && !actionData?.error ? (
          <Notice tone="attention" title="Your last card was declined">
            {state.declined} Try another card or contact your bank.
          </Notice>
        ) : null}
        <OrderPrice state={state} label="Amount due" />
        {state.payable ? (
          <p className={styles.aside}>
            Need to change something? <Link to={`/order/new/form?order=${state.orderId}`}>Edit order</Link>. We'll
            recalculate the price. <PayTerms />
          </p>
        ) : null}
      </div>
    </Page>
  );
}
