import { Link, href } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { INVITE_OUTCOMES, PAST_INVITES_LIST, type PastInvite } from "../rules/invite-list.ts";

const TONES: Record<PastInvite["outcome"], StatusTone> = {
  accepted: "done",
  declined: "neutral",
  expired: "stopped",
  lost: "neutral",
  withdrawn: "neutral",
};

/** Past invites with their outcomes. */
export function PastInvites({ list }: { list: ListPage<PastInvite> }) {
  return (
    <ListTable
      list={PAST_INVITES_LIST}
      page={list}
      rowKey={(r) => r.id}
      cells={{
        number: (r) =>
          r.own && r.outcome === "accepted" ? (
            <Link to={href("/editor/orders/:orderId", { orderId: r.orderId })} className="figures">
              {r.number}
            </Link>
          ) : (
            <span className="figures number">{r.number}</span>
          ),
        outcome: (r) => <StatusBadge tone={TONES[r.outcome]}>{INVITE_OUTCOMES[r.outcome]}</StatusBadge>,
        service: true,
        field: true,
        words: (r) => r.words.toLocaleString("en-US"),
        pay: (r) => formatMoney(r.payMinor, r.currency),
        sent: (r) => <Instant at={r.sentAt} />,
      }}
      empty={null}
    />
  );
}
