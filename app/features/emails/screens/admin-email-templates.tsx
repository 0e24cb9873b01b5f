import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { BRAND_KEY, OUR_LANGUAGE } from "#app/platform/rules/mail/email-template.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { EMAIL_LIST } from "../rules/email-list.ts";
import { templatePath } from "../rules/template-name.ts";
import { listTemplates } from "../server/templates/read-templates.ts";
import type { Route } from "./+types/admin-email-templates";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Emails");

export const loader = pageLoader(({ actor, search }: PageRequest<Route.LoaderArgs>) =>
  listTemplates(actor, readListQuery(search, EMAIL_LIST)),
);

/** Every email whose words the operator can write. */
export default function AdminEmailTemplates({ loaderData: { emails, brand } }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("email_template."));
  return (
    <Page width="full">
      <PageTitle
        title="Emails"
        lede="Write any email in your own words. Two people decide: one proposes, and an admin approves. Until then, and without words of yours, we send ours."
      />
      <Section title="Logo and languages">
        <p>
          {brand.proposed ? <StatusBadge tone="waiting">Needs approval</StatusBadge> : null}{" "}
          <Link to={templatePath({ email: BRAND_KEY, language: OUR_LANGUAGE })}>
            {brand.changed ? "Change the logo and the second language" : "Add a logo or a second language"}
          </Link>
        </p>
      </Section>
      <Section title="All emails">
        <ListTable
          list={EMAIL_LIST}
          page={emails}
          cells={{
            subject: (r) => <Link to={templatePath({ email: r.key, language: OUR_LANGUAGE })}>{r.subject}</Link>,
            email: (r) => <code>{r.key}</code>,
            state: (r) =>
              r.states.map((it) => (
                <div key={it.language}>
                  {r.states.length > 1 ? `${it.language}: ` : ""}
                  {it.proposed ? (
                    <StatusBadge tone="waiting">Needs approval</StatusBadge>
                  ) : it.drafted ? (
                    "Draft"
                  ) : it.changed ? (
                    "Yours"
                  ) : (
                    "Ours"
                  )}
                </div>
              )),
          }}
          rowKey={(r) => r.key}
          empty={null}
        />
      </Section>
      <Section title="Always in our words">
        <p>
          Alerts and the test email, which only staff get. Automatic replies to emails that didn&apos;t reach a
          conversation, because what they say depends on what arrived.
        </p>
      </Section>
    </Page>
  );
}
