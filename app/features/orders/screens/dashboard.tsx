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
import type { Route } from "./+types/dashboard";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `My account · ${loaderData?.siteName ?? ""}` }];

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (actor.kind !== "person") return problemResponse(refused("Sign in to see your account."));
  return { rows: await listOrdersOfClient(actor), name: actor.displayName, siteName: config().siteName };
}

const RECENT = 3;

/** Where a client arrives: what waits for them, then what is under way, then the last that is done. */
export default function Dashboard({ loaderData }: Route.ComponentProps) {
  useLive((ring) => ring.orderId !== null);
  const { rows, name } = loaderData;
  const mine = rows.filter((r) => r.waiting.turn === "you");
  const running = rows.filter((r) => r.waiting.turn === "others" || r.status === "on_hold" || r.status === "disputed");
  const done = rows.filter((r) => r.waiting.turn === "done").slice(0, RECENT);
  return (
    <Page>
      <PageTitle title={name} lede={rows.length === 0 ? null : mine.length > 0 ? <p>{mine.length === 1 ? "One order waits" : `${mine.length} orders wait`} for you.</p> : <p>Nothing waits for you.</p>} actions={rows.length > 0 ? <Button component={Link} to="/order/new" variant="default">Place a new order</Button> : null} />
      {rows.length === 0 ? (
        <EmptyState title="Your first manuscript" action={<Button component={Link} to="/order/new">Drop a manuscript</Button>}>Drop it to see its words by section, every price, and when it would be back. Nothing is charged until you pay.</EmptyState>
      ) : null}
      {mine.length > 0 ? <Section title="Waiting for you"><OrderList viewer="client" rows={mine} to={clientOrderHref} mine /></Section> : null}
      {running.length > 0 ? <Section title="Under way"><OrderList viewer="client" rows={running} to={clientOrderHref} /></Section> : null}
      {done.length > 0 ? <Section title="Done" aside={<Link to="/my-orders">All orders</Link>}><OrderList viewer="client" rows={done} to={clientOrderHref} /></Section> : null}
    </Page>
  );
}
