import type { ReactNode } from "react";
import { PageTitle } from "#app/ui/page.tsx";
import { PageTabs } from "#app/ui/frame/page-tabs.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { OrganizationRole } from "../rules/organization.ts";

/** The title and the tabs of an organization's pages. Members see the first page and the style sheet. */
export function OrganizationTop({
  head,
  actions,
}: {
  head: { id: string; name: string; role: OrganizationRole | null; isClosed: boolean; maySeeCosts: boolean };
  actions?: ReactNode;
}) {
  const base = `/organizations/${head.id}`;
  const tabs = [
    { label: "Overview", to: base },
    ...(head.maySeeCosts
      ? [
          { label: "Balance", to: `${base}/balance` },
          { label: "Statements and credit", to: `${base}/statements` },
          { label: "Members", to: `${base}/members` },
        ]
      : []),
    ...(head.role === null ? [] : [{ label: "Style sheet", to: `${base}/style-sheet` }]),
    ...(head.maySeeCosts
      ? [
          { label: "API keys", to: `${base}/api-keys` },
          { label: "Settings", to: `${base}/settings` },
        ]
      : []),
  ];
  return (
    <>
      <PageTitle
        title={head.name}
        crumbs={[{ label: "Organizations", to: "/organizations" }]}
        status={head.isClosed ? <StatusBadge tone="stopped">Closed</StatusBadge> : undefined}
        actions={actions}
      />
      {tabs.length > 1 ? <PageTabs label={head.name} tabs={tabs} /> : null}
    </>
  );
}
