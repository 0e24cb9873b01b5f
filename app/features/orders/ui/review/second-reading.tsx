import { count } from "#app/platform/rules/core/count.ts";
import { Instant } from "#app/ui/instant.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { SkipReason } from "../../rules/review/second-reading.ts";
import type { OrderView } from "../../server/views/get-order-view.ts";
import { ChangesLink } from "../delivery/changes-page.tsx";
import styles from "../order.module.css";

type Reading = NonNullable<OrderView["reading"]>;

const SKIPPED: Readonly<Record<SkipReason, string>> = {
  nobody: "We couldn't find a second reader in time.",
  reader_late: "The second reader didn't finish in time.",
  editor_late: "The editor submitted too late for a second reading.",
  staff: "Our staff skipped the second reading.",
};

/** An order's second reading: its reader, deadline, and outcome. */
export function SecondReading({ view }: { view: Pick<OrderView, "reading" | "viewer"> }) {
  const { reading, viewer } = view;
  if (!reading) return null;
  const { status, endedAt } = reading;
  return (
    <Sheet
      title="Second reader"
      aside={
        endedAt ? (
          <span className="soft small">
            <Instant at={endedAt} />
          </span>
        ) : null
      }
    >
      <div className={styles.tight}>
        <p>{sentence(reading, viewer)}</p>
        {(status === "searching" || status === "taken") && reading.dueAt && viewer !== "client" ? (
          <p className="soft small">
            Due <Instant at={reading.dueAt} deadline />. If it isn't done by then, the order continues without it.
          </p>
        ) : null}
        {reading.note ? (
          <div>
            <p className="eyebrow">{reading.readerName ? `Note from ${reading.readerName}` : "Note"}</p>
            <p className={styles.letter}>{reading.note}</p>
          </div>
        ) : null}
        {reading.undone.length > 0 ? <Undone reading={reading} /> : null}
        {reading.copies.map((copy) => (
          <p key={copy.id} className="small">
            <a href={copy.href} download>
              {copy.name}
            </a>{" "}
            <ChangesLink fileId={copy.id} name={copy.name} />
          </p>
        ))}
        {reading.copies.length > 0 && viewer === "editor" ? (
          <p className="soft small">
            This copy has both your changes and the second reader's. Continue in it if you have to correct the work.
          </p>
        ) : null}
      </div>
    </Sheet>
  );
}

function sentence({ status, turn, readerName, why }: Reading, viewer: OrderView["viewer"]): string {
  const refund = viewer === "editor" ? "" : " Their part of the price is refunded.";
  switch (status) {
    case "searching":
      return turn
        ? "We're looking for a second reader who knows the field."
        : "Halfway through the editor's time, we'll look for a second reader who knows the field.";
    case "taken":
      return turn
        ? `${readerName ?? "A second editor"} is reading the edited manuscript.`
        : `${readerName ?? "A second editor"} will read the work when the editor has submitted it.`;
    case "done":
      return `${readerName ?? "A second editor"} read the edited manuscript and worked in the same copy. Each change is under the name of the editor who made it.`;
    case "skipped":
      return `${why ? SKIPPED[why] : "It wasn't done."}${refund}`;
    case "void":
      return "The order ended before its second reading.";
  }
}

/** The first editor's changes that the reader removed without tracking. Each was confirmed. */
function Undone({ reading }: { reading: Reading }) {
  return (
    <details>
      <summary className="small">
        {count(
          reading.undone.length,
          "of the first editor's changes was undone",
          "of the first editor's changes were undone",
        )}
      </summary>
      <ol className={styles.edits}>
        {reading.undone.map((one) => (
          <li key={one.key}>
            {one.section ? <p className={styles.where}>{one.section}</p> : null}
            <p>
              {one.before ? (
                <>
                  Added by the first editor, removed again: <del>{one.before}</del>
                </>
              ) : (
                <>
                  Deleted by the first editor, restored: <ins>{one.after}</ins>
                </>
              )}
            </p>
            {one.reason ? <p className={styles.where}>Reason: {one.reason}</p> : null}
          </li>
        ))}
      </ol>
    </details>
  );
}
