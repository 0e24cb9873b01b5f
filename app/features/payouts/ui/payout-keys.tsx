import { Link } from "react-router";
import { PageKeys, pressOnPage } from "#app/ui/lists/list-keys.tsx";

/** The keys of the payout pages, each for the button or link that has it. */
export const PAYOUT_KEYS = {
  prepare: ["p", "Prepare a payout run"],
  approve: ["v", "Approve the run"],
  import: ["i", "Import a bank report"],
} as const;

/** The keys of a page without a list to move in. */
export const PayoutKeys = ({ keys }: { keys: readonly (keyof typeof PAYOUT_KEYS)[] }) => (
  <PageKeys keys={keys.map((key) => [PAYOUT_KEYS[key][0].toUpperCase(), PAYOUT_KEYS[key][1]])} press={pressOnPage} />
);

export const ImportReport = () => (
  <Link to="/admin/payouts/bank-reports" data-page-key="i" aria-keyshortcuts="i">
    Import a bank report
  </Link>
);
