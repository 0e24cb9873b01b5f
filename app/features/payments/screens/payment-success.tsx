import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link, href, redirect, useRevalidator } from "react-router";
import { actorContext } from "#app/context.ts";
import { useLive } from "#app/platform/browser/live.ts";
import { formatMoney } from "#app/platform/rules/money.ts";
import { config } from "#app/platform/server/config.ts";
import { problemResponse } from "#app/platform/server/problem.ts";
import { LoadingView } from "#app/ui/loading-view.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { type PaymentState, getPaymentState } from "../server/payment-state.ts";
import { NoOrderNamed } from "../ui/no-order-named.tsx";
import { OrderPrice } from "../ui/order-price.tsx";
import styles from "../ui/payment.module.css";
import type { Route } from "./+types/payment-success";

const LOOK_EVERY_MS = 2_000;
const LONG_MS = 30_000;

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Your payment · ${loaderData?.siteName ?? ""}` }];

/** Where the provider sends a person back to. It reads how things stand and changes nothing: the provider's word to us is what counts. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const orderId = url.searchParams.get("order");
  if (!orderId) return { state: null, siteName: config().siteName };
  const state = await getPaymentState(context.get(actorContext), orderId).catch(problemResponse);
  if (state.stage === "paid" && !state.returned) throw redirect(`${href("/order-success")}?order=${state.orderId}`);
  return { state, siteName: config().siteName };
}

export default function PaymentSuccess({ loaderData: { state } }: Route.ComponentProps) {
  return state ? (
    <Confirmation state={state} />
  ) : (
    <NoOrderNamed title="Your payment" shows="This page confirms a payment after checkout." />
  );
}

function Confirmation({ state }: { state: PaymentState }) {
  const { revalidate, state: reading } = useRevalidator();
  const [long, setLong] = useState(false);
  const waiting = state.stage === "confirming";
  useLive((ring) => ring.orderId === state.orderId);
  // The bell rings when it is there; looking again as well costs little, should the line be down.
  useEffect(() => {
    if (!waiting) return undefined;
    const look = setInterval(() => {
      if (reading === "idle") void revalidate();
    }, LOOK_EVERY_MS);
    return () => clearInterval(look);
  }, [waiting, reading, revalidate]);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  const about = (
    <>
      Order <span className="figures">{state.number}</span>, “{state.title}”
    </>
  );
  const toOrder = (
    <Button component={Link} to={`/order/${state.orderId}`} variant="default">
      Open the order
    </Button>
  );

  if (state.returned) {
    const { amountMinor, currency, back, why } = state.returned;
    return (
      <Page width="reading">
        <PageTitle title={back ? "Your payment went back" : "Your payment goes back"} lede={about} />
        <WaitingLine
          turn={back ? "done" : "others"}
          who={back ? undefined : "the card provider"}
          waitsFor={`${formatMoney(amountMinor, currency)} ${back ? "went" : "goes"} back to your card, all of it.`}
          note={back ? "Your bank shows it within 5 to 10 days." : "Nothing is asked of you."}
        />
        <div className={styles.below}>
          <Notice title="Why">{why}</Notice>
          <p className={styles.buttons}>
            {state.stage === "paid" ? (
              toOrder
            ) : (
              <Button component={Link} to="/order/new">
                Place the order again
              </Button>
            )}
            <Button component={Link} to={href("/my-payments")} variant="default">
              See my payments
            </Button>
          </p>
        </div>
      </Page>
    );
  }
  if (waiting)
    return (
      <Page width="reading">
        {long ? null : (
          <LoadingView
            tips={[
              `Order ${state.number}: the card provider confirms your payment to us. The page goes on by itself.`,
              "You need not pay again, whatever happens to this page.",
            ]}
          />
        )}
        <PageTitle title="We are confirming your payment" lede={about} />
        <div aria-live="polite">
          <WaitingLine
            turn="others"
            who="the card provider"
            waitsFor="The card provider confirms your payment to us."
            note={long ? "This takes longer than usual." : "This takes a few seconds; the page goes on by itself."}
          >
            <Button
              component={Link}
              to={`${href("/payment-success")}?order=${state.orderId}`}
              reloadDocument
              variant="default"
            >
              Look again
            </Button>
          </WaitingLine>
        </div>
        <div className={styles.below}>
          {long ? (
            <Notice title="You can leave this page">
              We ask the provider every few minutes and write to you as soon as the payment is here. You need not pay
              again.
            </Notice>
          ) : null}
          {long && state.declined ? (
            <Notice tone="attention" title="A card was declined">
              {state.declined} If no other card was tried, nothing was charged.{" "}
              <Link to={`${href("/payment-cancelled")}?order=${state.orderId}`}>Pay with another card</Link>
            </Notice>
          ) : null}
          <OrderPrice state={state} label="Price" />
        </div>
      </Page>
    );
  return (
    <Page width="reading">
      <PageTitle title="No payment has arrived" lede={about} />
      <WaitingLine
        turn="you"
        who="you"
        waitsFor="This order is not paid, and no payment is under way."
        note="If your bank shows a charge, it comes back by itself."
      >
        <Button component={Link} to={`${href("/payment-cancelled")}?order=${state.orderId}`}>
          See how to pay it
        </Button>
      </WaitingLine>
    </Page>
  );
}
