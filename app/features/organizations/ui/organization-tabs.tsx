import type { ReactNode } from "react";
import { PageTitle } from "#app/ui/page.tsx";
import { PageTabs } from "#app/ui/page-tabs.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";

/** The title and the tabs of an organization's pages. Members see the first page alone. */
export function OrganizationTop({
  head,
  actions,
}: {
  head: { id: string; name: string; isClosed: boolean; maySeeCosts: boolean };
  actions?: ReactNode;
}) {
  const base = `/organizations/${head.id}`;
  return (
    <>
      <PageTitle
        title={head.name}
        crumbs={[{ label: "Organizations", to: "/organizations" }]}
        status={head.isClosed ? <StatusBadge tone="stopped">Closed</StatusBadge> : undefined}
        actions={actions}
      />
      {head.maySeeCosts ? (
        <PageTabs
          label={head.name}
          tabs={[
            { label: "Overview", to: base },
            { label: "Balance", to: `${base}/balance` },
            { label: "Statements and credit", to: `${base}/statements` },
            { label: "Members", to: `${base}/members` },
            { label: "Settings", to: `${base}/settings` },
          ]}
        />
      ) : null}
    </>
  );
}
