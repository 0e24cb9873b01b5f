import { Link } from "react-router";
import { TITLES } from "#app/features/payments/rules/invoices/invoice.ts";
import { SAMPLES } from "#app/features/payments/rules/invoices/sample-documents.ts";
import { NET_DAYS } from "#app/features/payments/rules/credit.ts";
import { GIVEN_ROLES, ORGANIZATION_ROLE_WORDS } from "#app/features/organizations/rules/organization.ts";
import { TOP_UP_LIMITS } from "#app/features/payments/rules/top-up.ts";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { config } from "#app/platform/server/core/config.ts";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { Prose, ProseHead, ProsePart, WordTable } from "../ui/prose.tsx";
import type { Route } from "./+types/institutions";

export const handle = { readOnly: true } satisfies PageHandle;

export function loader() {
  const { siteName, origins } = config();
  return {
    siteName,
    origin: origins.site,
    dueDays: `${Math.min(...NET_DAYS)} to ${Math.max(...NET_DAYS)}`,
    least: formatMoney(TOP_UP_LIMITS.leastMinor, CURRENCY),
    samples: SAMPLES.map((kind) => [kind, TITLES[kind]] as const),
    roles: GIVEN_ROLES.map((role) => [ORGANIZATION_ROLE_WORDS[role].label, ORGANIZATION_ROLE_WORDS[role].what]),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: "For institutions",
        path: "/institutions",
        origin: loaderData.origin,
        siteName: loaderData.siteName,
        description:
          "Prepaid, on a monthly statement, or on a purchase order: invite members, set limits, approve larger orders, and get an invoice for each.",
      })
    : [];

/** How a lab, department, or company buys editing for its members. */
export default function Institutions({
  loaderData: { siteName, origin, least, dueDays, roles, samples },
}: Route.ComponentProps) {
  return (
    <Prose>
      <StructuredData
        data={[
          {
            "@type": "WebPage",
            name: "For institutions",
            url: `${origin}/institutions`,
            isPartOf: { "@id": `${origin}/#website` },
          },
          breadcrumbs(origin, [
            { name: siteName, path: "/" },
            { name: "For institutions", path: "/institutions" },
          ]),
        ]}
      />
      <ProseHead title="One account for the whole group.">
        <p>
          A lab, department, or company pays, and its members order. Pay in advance by bank transfer, for the month on a
          statement, or on a purchase order. You set it up yourself, and can order as soon as it's prepaid.
        </p>
        <p>
          <Link to="/organizations/new">Create an organization</Link>
        </p>
      </ProseHead>
      <ProsePart title="What a group gets">
        <ul>
          <li>Members join by invitation and order as usual. In the order form they choose who pays.</li>
          <li>
            Verify the domain of your email addresses, and people with one can join without an invitation. You set their
            limits.
          </li>
          <li>
            Limits for a month and for one order, for each member. Above a limit a member asks, and an owner or manager
            approves or declines. Without an answer, a request is declined after 7 days.
          </li>
          <li>
            Owners and managers see each order's title, service, dates, and cost. They never see manuscripts, messages,
            or who edits. Authors can hide a title.
          </li>
          <li>
            With each order members say where it's booked: a cost center or grant, from your list, if you want it.
          </li>
          <li>The month by member and by cost center on one page, and every order as CSV.</li>
        </ul>
      </ProsePart>
      <ProsePart title="What finance gets">
        <ul>
          <li>
            <b>Prepaid.</b> A pro forma invoice for each transfer, from {least}, with our bank details and a reference.
            The balance grows by what arrives, as soon as it's on our bank statement.
          </li>
          <li>
            <b>On terms.</b> Ask on your organization's page. Once we've granted them, orders start at once, and when a
            month ends you get one statement of them, due {dueDays} days later as agreed. One transfer can pay several.
          </li>
          <li>
            <b>Purchase order.</b> Send it as PDF. We check it once, members order on it, and everyone sees what's left.
          </li>
          <li>
            An invoice for each order in the organization's name, with its address, VAT ID, PO number, and cost center.
            Tax is calculated for each order, not on a prepayment.
          </li>
          <li>Refunds go back to the account, with a credit note.</li>
          <li>An order confirmation for each order, and all documents of a period as one ZIP file.</li>
          <li>A list of every movement. A balance doesn't expire, and what isn't spent is paid back on request.</li>
        </ul>
      </ProsePart>
      <ProsePart title="Sample documents">
        <p>As you would get them, for 5,000 words at our list prices. Each is a PDF, marked as a sample.</p>
        <ul>
          {samples.map(([kind, title]) => (
            <li key={kind}>
              <a href={`/api/samples/${kind}/pdf`}>{title}</a>
            </li>
          ))}
        </ul>
      </ProsePart>
      <ProsePart title="Who may do what" wide>
        <WordTable caption="Roles in an organization" head={["Role", "May"]} rows={roles} />
      </ProsePart>
    </Prose>
  );
}
