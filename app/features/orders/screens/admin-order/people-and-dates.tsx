import { CopyId } from "#app/ui/content/copy-id.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import type { Withdrawal } from "#app/features/payments/server/cancel/cancellation.ts";
import { Sheet } from "#app/ui/page.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";

const deadline = (label: string, at: Date | null) =>
  at === null ? null : { label, value: <Instant at={at} deadline /> };

/** The people on an order, and its dates. */
export function PeopleAndDates({ view, withdrawal }: { view: OrderView; withdrawal: Withdrawal | null }) {
  const { dates } = view;
  return (
    <Sheet title="People and dates">
      <KeyValue
        items={[
          {
            label: "Author",
            value: (
              <>
                {view.clientName}
                <br />
                <span className="soft small">{view.clientEmail}</span>
              </>
            ),
          },
          { label: "Editor", value: view.editorName ?? "none" },
          view.reading ? { label: "Second reader", value: view.reading.readerName ?? "none" } : null,
          dates.paidAt ? { label: "Paid", value: <Instant at={dates.paidAt} /> } : null,
          withdrawal
            ? {
                label: "Right of withdrawal",
                value: (
                  <>
                    {withdrawal.terms ? (
                      <>
                        until <Instant at={withdrawal.untilAt} deadline />
                      </>
                    ) : (
                      "ended"
                    )}
                    <br />
                    <span className="soft small" title={withdrawal.text}>
                      Asked for an early start on <Instant at={withdrawal.givenAt} />, text of {withdrawal.version}
                    </span>
                  </>
                ),
              }
            : null,
          deadline("Client's due date", dates.dueAt),
          deadline("Editor's deadline", dates.editorDueAt),
          view.reading ? deadline("Second reading due", view.reading.endedAt ? null : view.reading.dueAt) : null,
          deadline("Revision due", dates.revisionDueAt),
          deadline("Accepted automatically", dates.autoAcceptAt),
          deadline("Revision window", dates.revisionUntilAt),
          view.retention?.startedAt
            ? { label: "Files deleted", value: <Instant at={view.retention.deletedAt ?? view.retention.startedAt} /> }
            : deadline("Files deleted on", view.retention?.dueAt ?? null),
          view.progressWords > 0
            ? {
                label: "Progress",
                value: `${view.progressWords.toLocaleString("en-US")} of ${view.billableWords.toLocaleString("en-US")} words`,
              }
            : null,
          view.ratingOverall === null ? null : { label: "Rated", value: `${view.ratingOverall} of 5` },
          { label: "ID", value: <CopyId id={view.id} label="order ID" /> },
        ]}
      />
    </Sheet>
  );
}
