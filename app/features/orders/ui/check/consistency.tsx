import { Link } from "react-router";
import type { CheckOutcome } from "#app/features/documents/rules/check/report/consistent.ts";
import { checkHref } from "./check-summary.tsx";

const inDigits = (n: number): string => n.toLocaleString("en-US");

/** What became of the check's findings, as measured in an edited copy. */
export function Consistency({
  outcome: { before, gone, kept = 0, left, fresh, freshKept = 0 },
  fileId,
  copyId = null,
  copyWords = "Review what's left",
}: {
  outcome: CheckOutcome;
  /** The manuscript, whose report says what became of each finding. Null if it can't be opened. */
  fileId: string | null;
  /** The copy, whose report has what's left, and what the link to it says. */
  copyId?: string | null;
  copyWords?: string;
}) {
  const added = fresh + freshKept;
  if (before + added === 0) return null;
  const parts = [
    before > 0 ? `${inDigits(before)} found` : null,
    before > 0 ? `${inDigits(gone)} made consistent` : null,
    kept > 0 ? `${inDigits(kept)} kept on purpose` : null,
    left > 0 ? `${inDigits(left)} still there` : null,
    added > 0
      ? `${inDigits(added)} only in the edited copy${freshKept > 0 ? ` (${inDigits(freshKept)} on purpose)` : ""}`
      : null,
  ];
  const remaining = kept + left + added;
  return (
    <span>
      Consistency check: {parts.filter(Boolean).join(", ")}.{" "}
      {fileId ? <Link to={checkHref(fileId)}>See each</Link> : null}
      {copyId && remaining > 0 ? (
        <>
          {" "}
          <Link to={checkHref(copyId)}>{copyWords}</Link>
        </>
      ) : null}
    </span>
  );
}

/** For what's delivered: the copy is linked if it has findings that the manuscript doesn't have. */
export const DeliveredConsistency = ({
  outcome,
  fileId,
  copyId,
}: {
  outcome: CheckOutcome;
  fileId: string | null;
  copyId: string;
}) => (
  <Consistency
    outcome={outcome}
    fileId={fileId}
    copyId={fileId && outcome.fresh + (outcome.freshKept ?? 0) > 0 ? copyId : null}
    copyWords="See those in the edited copy"
  />
);
