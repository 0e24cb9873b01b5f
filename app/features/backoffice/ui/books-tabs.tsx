import { PageTabs } from "#app/ui/frame/page-tabs.tsx";

export type BooksTab = "balance" | "profit" | "cash" | "journal" | "entries" | "months";

/** The pages of the books. */
export const BooksTabs = ({ shown }: { shown: BooksTab }) => (
  <PageTabs
    label="Accounting"
    shown={shown}
    tabs={[
      { key: "balance", label: "Balance sheet", to: "/admin/accounts" },
      { key: "profit", label: "Profit and loss", to: "/admin/accounts?view=profit" },
      { key: "cash", label: "Cash flow", to: "/admin/accounts?view=cash" },
      { key: "journal", label: "Journal", to: "/admin/accounts/journal" },
      { key: "entries", label: "Entries by hand", to: "/admin/accounts/entries" },
      { key: "months", label: "Months", to: "/admin/accounts/months" },
    ]}
  />
);
