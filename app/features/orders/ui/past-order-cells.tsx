import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import type { PastOrder } from "../rules/past-orders.ts";

const Day = ({ day }: { day: string }) => <Instant at={day} show="day" books />;

/** What the columns of past orders show. */
export const PAST_CELLS = {
  id: (r: PastOrder) => <span className="figures">{r.externalId}</span>,
  title: (r: PastOrder) => r.title || <span className="soft">no title</span>,
  service: true,
  editor: true,
  words: (r: PastOrder) => (r.words === null ? "" : r.words.toLocaleString("en-US")),
  amount: (r: PastOrder) =>
    r.amountMinor === null || r.currency === null ? "" : <Money minor={r.amountMinor} currency={r.currency} />,
  orderedOn: (r: PastOrder) => <Day day={r.orderedOn} />,
  deliveredOn: (r: PastOrder) => (r.deliveredOn === null ? "" : <Day day={r.deliveredOn} />),
} as const;
