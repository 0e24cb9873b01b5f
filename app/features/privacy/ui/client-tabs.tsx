import { PageTabs } from "#app/ui/frame/page-tabs.tsx";

/** The pages about clients. @param requests how many requests about people's data await a decision */
export const ClientTabs = ({ requests }: { requests: number }) => (
  <PageTabs
    label="Clients"
    tabs={[
      { label: "Clients", to: "/admin/clients" },
      { label: "Past orders", to: "/admin/clients/past-orders" },
      { label: "Data requests", to: "/admin/clients/data-requests", count: requests },
    ]}
  />
);
