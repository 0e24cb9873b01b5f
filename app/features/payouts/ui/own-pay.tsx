import { Link } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Instant } from "#app/ui/instant.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { reasonOf } from "../rules/return-codes.ts";
import type { OwnPay as Found } from "../server/earnings/find-own-pay.ts";
import styles from "./own-pay.module.css";
import { EarningBadge, PayoutBadge } from "./payout-badges.tsx";

const PARTS: Readonly<Record<string, string>> = {
  reading: "Second reading",
  review: "Quality review",
  revision: "Revision",
  new_words: "New words",
  part: "Part done",
};

/** An editor's earnings with an order, and where that money is: payable, in a payout, sent, paid, or returned. */
export function OwnPay({ pay }: { pay: readonly Found[] }) {
  if (pay.length === 0) return null;
  return (
    <Sheet title="Your earning" aside={<Link to="/editor/editor-payouts">My payouts</Link>}>
      <ul className={styles.list} aria-label="Your earnings for this order">
        {pay.map((e) => (
          <li key={e.id}>
            {PARTS[e.part] ? <span className={styles.part}>{PARTS[e.part]}</span> : null}
            <b className="figures">{formatMoney(e.amountMinor, e.currency)}</b> <EarningBadge status={e.status} />
            <p className="soft small">{e.how}</p>
            <p className="soft small">
              Earned <Instant at={e.at} show="day" />.{" "}
              {e.status === "reversed" ? null : e.availableAt ? (
                <>
                  Payable since <Instant at={e.availableAt} show="day" />.
                </>
              ) : (
                "Payable once the author accepts the delivery."
              )}
            </p>
            {e.payouts.map((p) => (
              <p key={p.id} className="small">
                <span className="figures">{p.run}</span> <PayoutBadge status={p.status} />
                <br />
                <span className="soft">
                  {p.sentAt ? (
                    <>
                      Sent <Instant at={p.sentAt} show="day" />.{" "}
                    </>
                  ) : null}
                  {p.returnedAt ? (
                    <>
                      Returned <Instant at={p.returnedAt} show="day" />
                      {p.returnCode ? `: ${reasonOf(p.returnCode).says}` : ""}.
                    </>
                  ) : p.paidAt ? (
                    <>
                      Paid <Instant at={p.paidAt} show="day" />.
                    </>
                  ) : null}
                </span>
                {p.invoice ? (
                  <>
                    {" "}
                    <a href={`/api/invoices/${p.invoice.id}/pdf`}>
                      Self-billed invoice <span className="figures number">{p.invoice.number}</span>
                    </a>
                  </>
                ) : null}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
