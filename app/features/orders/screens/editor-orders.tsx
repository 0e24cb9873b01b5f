import { Button } from "@mantine/core";
import { Link } from "react-router";
import { actorContext } from "#app/context.ts";
import { useLive } from "#app/platform/browser/live.ts";
import { refused } from "#app/platform/rules/errors.ts";
import { config } from "#app/platform/server/config.ts";
import { problemResponse } from "#app/platform/server/problem.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { listOrdersOfEditor } from "../server/list-orders.ts";
import { OrderList } from "../ui/order-list.tsx";
import type { Route } from "./+types/editor-orders";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Orders · ${loaderData?.siteName ?? ""}` }];

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (actor.kind !== "person") return problemResponse(refused("Sign in to see your orders."));
  return { rows: await listOrdersOfEditor(actor), siteName: config().siteName };
}

/** An editor's orders: what waits for them by date, what waits for others, what is done. */
export default function EditorOrders({ loaderData }: Route.ComponentProps) {
  useLive((ring) => ring.orderId !== null);
  const { rows } = loaderData;
  const mine = rows.filter((r) => r.waiting.turn === "you");
  const others = rows.filter((r) => r.waiting.turn === "others" || r.status === "on_hold" || r.status === "disputed");
  const over = rows.filter((r) => !mine.includes(r) && !others.includes(r));
  const to = (row: { id: string }) => `/editor/orders/${row.id}`;
  return (
    <Page>
      <PageTitle title="Orders" lede={rows.length === 0 ? null : <p>{mine.length === 0 ? "Nothing waits for you." : mine.length === 1 ? "One order waits for you." : `${mine.length} orders wait for you, the earliest date first.`}</p>} />
      {rows.length === 0 ? <EmptyState title="No orders yet" action={<Button component={Link} to="/editor/invites">See your invites</Button>}>An order you accept stands here, with its manuscript, its date and its author's instructions.</EmptyState> : null}
      {mine.length > 0 ? <Section title="Waiting for you"><OrderList viewer="editor" rows={mine} to={to} mine /></Section> : null}
      {others.length > 0 ? <Section title="Waiting for others"><OrderList viewer="editor" rows={others} to={to} /></Section> : null}
      {over.length > 0 ? <Section title="Done"><OrderList viewer="editor" rows={over} to={to} /></Section> : null}
    </Page>
  );
}
