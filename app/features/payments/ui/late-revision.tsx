import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatHours } from "#app/platform/rules/core/time.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { LateRevisionView } from "../server/refunds/late-revisions.ts";

/**
 * Lets the author of a very late revision close it with a refund. Posts `intent=close_revision` with the amount that is
 * shown.
 */
export function LateRevision({ view, currency }: { view: LateRevisionView; currency: string }) {
  const refund = formatMoney(view.refundMinor, currency);
  const pays = view.refundMinor > 0;
  return (
    <Notice
      tone="late"
      title={`Your revision is more than ${formatHours(view.lateMs)} late, and we're sorry`}
      action={
        <ConfirmButton
          title="Close this revision?"
          confirm={pays ? `Close and refund ${refund}` : "Close revision"}
          pending="Closing"
          fields={{ intent: "close_revision", expectedRefundMinor: String(view.refundMinor) }}
          body={
            <>
              <p>
                You keep everything that was delivered before. Work on the revision stops, and the order is accepted.
              </p>
              <ul>
                {view.basis.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </>
          }
        >
          {pays ? `Close and refund ${refund}` : "Close revision"}
        </ConfirmButton>
      }
    >
      <p>
        You can wait for it, or close it now{pays ? ` and get ${refund} back` : ""}. If it isn't delivered by{" "}
        <b>
          <Instant at={view.closesAt} deadline />
        </b>
        , we'll close it{pays ? " and refund you" : ""} automatically.
      </p>
    </Notice>
  );
}
