import { Link } from "react-router";
import type { CheckOutcome } from "#app/features/documents/rules/check/report/consistent.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { checkHref } from "./check-summary.tsx";

/** What became of the check's findings, as measured in the clean copy. */
export function Consistency({ outcome, fileId }: { outcome: CheckOutcome; fileId: string | null }) {
  const { before, gone, left, fresh } = outcome;
  if (before + fresh === 0) return null;
  const words = [
    before > 0
      ? `Consistency check: ${gone.toLocaleString("en-US")} of ${count(before, "finding")} gone, ${left.toLocaleString("en-US")} still there.`
      : null,
    fresh > 0 ? `${fresh.toLocaleString("en-US")} only in the clean copy.` : null,
  ];
  return (
    <span>
      {words.filter(Boolean).join(" ")} {fileId ? <Link to={checkHref(fileId)}>See each</Link> : null}
    </span>
  );
}
