import { Link, href } from "react-router";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { CopyId } from "#app/ui/content/copy-id.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import type { RecordedValue } from "../rules/audit/audit-data.ts";
import { findFact } from "../server/audit/find-fact.ts";
import { ActorName, PersonLink } from "../ui/audit-links.tsx";
import styles from "../ui/people.module.css";
import type { Route } from "./+types/admin-audit-entry";
import type { AuditPerson } from "#app/features/backoffice/rules/audit/audit-list.ts";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(matches, loaderData?.row.title ?? "Audit entry");

export const loader = pageLoader(({ actor, params }: PageRequest<Route.LoaderArgs>) => findFact(actor, params.factId));

function Recorded({ value: it, people }: { value: RecordedValue; people: Record<string, AuditPerson> }) {
  switch (it.kind) {
    case "instant":
      return <Instant at={it.value} deadline />;
    case "person":
      return <PersonLink person={people[it.value] ?? { uid: it.value, name: null, isEditor: false }} />;
    case "object":
      return (
        <>
          {it.to ? <Link to={it.to}>{it.noun}</Link> : it.noun} <CopyId id={it.value} />
        </>
      );
    case "text":
      return <span style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{it.value}</span>;
  }
}

const about = (name: "person" | "object", id: string) => `/admin/audit?${new URLSearchParams({ [name]: id })}`;

/** One entry of the audit trail: who did what to whom, and everything that was recorded with it. */
export default function AdminAuditEntry({ loaderData }: Route.ComponentProps) {
  const { row, values, people } = loaderData;
  return (
    <Page>
      <PageTitle
        title={row.title}
        crumbs={[{ label: "Audit trail", to: "/admin/audit" }, { label: row.title }]}
        lede={row.detail || undefined}
      />
      <Section title="What happened">
        <KeyValue
          items={[
            { label: "Time", value: <Instant at={row.at} deadline /> },
            {
              label: "By",
              value: <ActorName actor={row.actor} role={row.actorRole} impersonator={row.impersonator} />,
            },
            { label: "Role", value: row.actorRole },
            row.about ? { label: "Person concerned", value: <PersonLink person={row.about} /> } : null,
            row.order
              ? {
                  label: "Order",
                  value: <Link to={href("/admin/orders/:orderId", { orderId: row.order.id })}>{row.order.number}</Link>,
                }
              : null,
            row.object
              ? {
                  label: row.object.noun,
                  value: row.object.to ? (
                    <Link to={row.object.to}>Open {row.object.noun.toLowerCase()}</Link>
                  ) : (
                    <CopyId id={row.object.id} />
                  ),
                }
              : null,
            { label: "Kind", value: <code>{row.kind}</code> },
            { label: "Entry ID", value: <CopyId id={row.id} /> },
          ]}
        />
      </Section>
      <Section title="Recorded details">
        {values.length > 0 ? (
          <KeyValue items={values.map((it) => ({ label: it.label, value: <Recorded value={it} people={people} /> }))} />
        ) : (
          <EmptyState title="No further details" mark="stet">
            This kind of entry records only who did it, when, and to what.
          </EmptyState>
        )}
      </Section>
      <Section title="Related entries">
        <ul className={styles.plain}>
          {row.order ? (
            <li>
              <Link to={about("object", row.order.id)}>Everything about {row.order.number}</Link>
            </li>
          ) : null}
          {row.object ? (
            <li>
              <Link to={about("object", row.object.id)}>Everything about this {row.object.noun.toLowerCase()}</Link>
            </li>
          ) : null}
          {[row.actor, row.about].flatMap((person) =>
            person ? (
              <li key={person.uid}>
                <Link to={about("person", person.uid)}>Everything by or about {person.name ?? person.uid}</Link>
              </li>
            ) : (
              []
            ),
          )}
          <li>
            <Link to={`/admin/audit?kind=${row.kind}`}>All entries of this kind</Link>
          </li>
        </ul>
      </Section>
    </Page>
  );
}
