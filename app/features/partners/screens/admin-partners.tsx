import { TextInput } from "@mantine/core";
import { href, redirect } from "react-router";
import { type PartnerRow, listPartners } from "#app/features/backoffice/server/partners/read-partners.ts";
import { discountFields } from "#app/features/pricing/rules/discount-form.ts";
import { StandingBadge } from "#app/features/pricing/ui/standing-badge.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ActionForm } from "#app/ui/action-form.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { PARTNERS_SHOWN, PARTNER_KIND_WORDS, PARTNER_LIMITS } from "../rules/partner.ts";
import { suggestOrganizations } from "#app/features/organizations/server/find-organization.ts";
import { createPartner } from "../server/change-partners.ts";
import { PartnerFields, partnerIn, partnerTyped } from "../ui/partner-fields.tsx";
import styles from "../ui/partners.module.css";
import type { Route } from "./+types/admin-partners";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Partners");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => ({
  rows: await listPartners(actor),
  organizations: await suggestOrganizations(),
  /** Makes a form that is sent twice add one partner. */
  formKey: crypto.randomUUID(),
}));

export const action = pageAction<Route.ActionArgs>({
  intents: {
    create: async ({ actor, form, text }) => {
      const { partnerId } = await createPartner(actor, {
        ...partnerIn(text),
        ...discountFields(form, "partner").days(),
        code: text("code"),
        clientKey: text("clientKey"),
      });
      return redirect(href("/admin/partners/:partnerId", { partnerId }));
    },
  },
  typed: partnerTyped,
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Journals, universities, and societies with a link of their own. */
export default function AdminPartners({
  loaderData: { rows, organizations, formKey },
  actionData,
}: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("partner."));
  const answer = useLastAnswer(actionData);
  return (
    <Page width="full">
      <PageTitle
        title="Partners"
        lede="Journals, universities, and societies send you their authors by a link. You see what came of it, and they get it by email each month."
      />
      <div className={styles.maker}>
        <ActionForm
          intent="create"
          label="New partner"
          submit="Add partner"
          pending="Adding"
          fields={{ clientKey: formKey }}
          answer={answer}
        >
          {({ problem, typed }) => (
            <>
              <PartnerFields typed={typed} problem={problem} organizations={organizations} />
              <TextInput
                name="code"
                label="Code"
                description="Part of the link, and can't be changed later: soil-science"
                required
                maxLength={PARTNER_LIMITS.code}
                defaultValue={typed["code"] ?? ""}
                error={fieldError(problem, "code")}
              />
              <TextInput
                name="startsOn"
                label="First day"
                description="UTC. Leave empty to start now"
                type="date"
                defaultValue={typed["startsOn"] ?? ""}
                error={fieldError(problem, "startsOn")}
              />
            </>
          )}
        </ActionForm>
      </div>
      <DataTable<PartnerRow>
        caption="Partners"
        rows={rows}
        rowKey={(r) => r.id}
        rowTo={(r) => href("/admin/partners/:partnerId", { partnerId: r.id })}
        columns={[
          { key: "name", header: "Name", narrow: "title", cell: (r) => r.name },
          { key: "kind", header: "Kind", cell: (r) => PARTNER_KIND_WORDS[r.kind].label },
          { key: "state", header: "Status", cell: (r) => <StandingBadge state={r.state} /> },
          { key: "code", header: "Link", cell: (r) => <code>/p/{r.code}</code> },
          {
            key: "percent",
            header: "Discount",
            align: "end",
            cell: (r) => (
              <>
                {r.percent === null ? <span className="soft">none</span> : `${r.percent}%`}
                {r.isProposed ? <span className={styles.under}>Needs a second admin</span> : null}
              </>
            ),
          },
          { key: "orders", header: "Paid orders", align: "end", cell: (r) => r.orders },
          {
            key: "last",
            header: "Last paid",
            cell: (r) =>
              r.lastPaidAt ? <Instant at={r.lastPaidAt} show="day" /> : <span className="soft">never</span>,
          },
        ]}
        empty={
          <EmptyState title="No partners yet" mark="caret">
            Select “New partner” to give a journal, university, or society its own link.
          </EmptyState>
        }
        footer={rows.length === PARTNERS_SHOWN ? `Showing ${PARTNERS_SHOWN}.` : undefined}
      />
    </Page>
  );
}
