import { PageTabs } from "#app/ui/frame/page-tabs.tsx";

/** How much is under way, and how much came back. */
export type PayoutTasks = { runs: number; returned: number };

const REPORTS = "reports";
export type PayoutTab = "todo" | "runs" | "payments" | "returned" | "held" | typeof REPORTS | "settings";

/**
 * The parts of the payout pages.
 * @param at the part that this page belongs to
 */
export const PayoutTabs = ({ at, tasks }: { at: PayoutTab; tasks: PayoutTasks }) => (
  <PageTabs
    label="Payouts"
    shown={at}
    tabs={[
      { key: "todo", label: "To do", to: "/admin/editor-payouts", count: tasks.runs },
      { key: "runs", label: "Runs", to: "/admin/payouts/history" },
      { key: "payments", label: "Payments", to: "/admin/payout-history" },
      { key: "returned", label: "Returned", to: "/admin/payout-history?returns=yes", count: tasks.returned },
      { key: "held", label: "Held back", to: "/admin/editor-payouts?show=held" },
      { key: "reports", label: "Reports", to: "/admin/payout-summary" },
      { key: "settings", label: "Settings", to: "/admin/payouts/rates" },
    ]}
  />
);

/** What editors earned and were paid, in three views. */
export const ReportTabs = ({ at }: { at: "editors" | "months" | "cutoffs" | "years" }) => (
  <PageTabs
    label="Payout reports"
    shown={at}
    tabs={[
      { key: "editors", label: "By editor", to: "/admin/payout-summary" },
      { key: "months", label: "By month", to: "/admin/payout-summary?by=month" },
      { key: "cutoffs", label: "By cut-off", to: "/admin/ops/payouts" },
      { key: "years", label: "By year", to: "/admin/payouts/statements" },
    ]}
  />
);
