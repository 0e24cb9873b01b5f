import { Button } from "@mantine/core";
import { Link } from "react-router";
import { actorContext } from "#app/context.ts";
import { useLive } from "#app/platform/browser/live.ts";
import { refused } from "#app/platform/rules/errors.ts";
import { config } from "#app/platform/server/config.ts";
import { problemResponse } from "#app/platform/server/problem.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { listOrdersOfClient } from "../server/list-orders.ts";
import { OrderList, clientOrderHref } from "../ui/order-list.tsx";
import type { Route } from "./+types/my-orders";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `My orders · ${loaderData?.siteName ?? ""}` }];

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (actor.kind !== "person") return problemResponse(refused("Sign in to see your orders."));
  return { rows: await listOrdersOfClient(actor), siteName: config().siteName };
}

const OVER: readonly string[] = ["closed", "expired", "cancelled", "refunded"];

/** Every order of a client's: running ones first, then those that are over. */
export default function MyOrders({ loaderData }: Route.ComponentProps) {
  useLive((ring) => ring.orderId !== null);
  const running = loaderData.rows.filter((r) => !OVER.includes(r.status));
  const over = loaderData.rows.filter((r) => OVER.includes(r.status));
  return (
    <Page>
      <PageTitle title="My orders" actions={loaderData.rows.length > 0 ? <Button component={Link} to="/order/new" variant="default">Place a new order</Button> : null} />
      {loaderData.rows.length === 0 ? (
        <EmptyState title="No orders yet" action={<Button component={Link} to="/order/new">Drop a manuscript</Button>}>Drop a manuscript: you see its words by section, every price, and when it would be back.</EmptyState>
      ) : null}
      {running.length > 0 ? <OrderList viewer="client" rows={running} to={clientOrderHref} /> : null}
      {over.length > 0 ? <Section title="Over"><OrderList viewer="client" rows={over} to={clientOrderHref} /></Section> : null}
    </Page>
  );
}
