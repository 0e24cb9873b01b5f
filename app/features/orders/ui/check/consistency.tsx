import { Link } from "react-router";
import type { CheckOutcome } from "#app/features/documents/rules/check/report/consistent.ts";
import { checkHref } from "./check-summary.tsx";

const inDigits = (n: number): string => n.toLocaleString("en-US");

/** What became of the check's findings, as measured in an edited copy. */
export function Consistency({
  outcome: { before, gone, kept = 0, left, fresh, freshKept = 0 },
  fileId,
  copyId = null,
}: {
  outcome: CheckOutcome;
  /** The manuscript, whose report says what became of each finding. Null if it can't be opened. */
  fileId: string | null;
  /** The copy, whose report has what's left. */
  copyId?: string | null;
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
          <Link to={checkHref(copyId)}>Review what's left</Link>
        </>
      ) : null}
    </span>
  );
}
