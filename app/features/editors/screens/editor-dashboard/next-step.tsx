import { count } from "#app/platform/rules/core/count.ts";
import { Button } from "@mantine/core";
import { Link, href } from "react-router";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import type { Route } from "../+types/editor-dashboard";

type Loaded = NonNullable<Route.ComponentProps["loaderData"]["editor"]>;

/** The line at the top. An overdue order comes first, then invites, because they expire sooner. */
export function First({ editor, missing }: { editor: Loaded; missing: number }) {
  const [invite] = editor.invites;
  const [order] = editor.orders;
  if (invite && !editor.isOverdue)
    return (
      <WaitingLine
        turn="you"
        waitsFor={editor.invites.length === 1 ? "You have a new invite." : `You have ${editor.invites.length} invites.`}
        by={invite.expiresAt}
        note="The first editor to accept gets the order."
      >
        <Button component={Link} to="/editor/invites">
          View invites
        </Button>
      </WaitingLine>
    );
  if (order)
    return (
      <WaitingLine
        turn="you"
        waitsFor={order.waiting.waitsFor}
        by={order.waiting.by}
        note={
          <>
            <b>{order.title}</b>, <span className="figures number">{order.number}</span>
            {order.waiting.note ? <>. {order.waiting.note}</> : null}
          </>
        }
      >
        <Button component={Link} to={href("/editor/orders/:orderId", { orderId: order.id })}>
          {order.waiting.action?.label ?? "Open order"}
        </Button>
      </WaitingLine>
    );
  if (missing > 0)
    return (
      <WaitingLine turn="you" waitsFor={`Complete ${count(missing, "more step")} to get invites.`}>
        <Button component={Link} to={editor.matchReady ? "/editor/kyc" : "/editor/settings/matching"}>
          View steps
        </Button>
      </WaitingLine>
    );
  if (editor.pool > 0)
    return (
      <WaitingLine
        turn="others"
        waitsFor={
          editor.pool === 1
            ? "You're all caught up. There's 1 order in the open pool."
            : `You're all caught up. There are ${editor.pool} orders in the open pool.`
        }
      >
        <Button component={Link} to="/editor/invites" variant="default">
          View open pool
        </Button>
      </WaitingLine>
    );
  return (
    <WaitingLine
      turn="done"
      waitsFor="You're all caught up."
      note="We'll notify you here and by email when you get an invite."
    />
  );
}
