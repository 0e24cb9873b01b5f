import { PageTabs } from "#app/ui/page-tabs.tsx";

/** The pages about paying editors, in the order of the work. */
export const PayoutTabs = () => (
  <PageTabs
    label="Payouts"
    tabs={[
      { label: "Editors", to: "/admin/editor-payouts" },
      { label: "Payout runs", to: "/admin/payouts/bank-batch" },
      { label: "Bank reports", to: "/admin/payouts/bank-reports" },
      { label: "Reference rates", to: "/admin/payouts/rates" },
      { label: "Invoice review", to: "/admin/invoice-review" },
      { label: "Bank batches", to: "/admin/payouts/history" },
      { label: "Payout history", to: "/admin/payout-history" },
      { label: "Summary", to: "/admin/payout-summary" },
      { label: "Statements", to: "/admin/payouts/statements" },
      { label: "Operations", to: "/admin/ops/payouts" },
    ]}
  />
);
