import { Link, href } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { versionLabel } from "#app/features/accounts/rules/legal.ts";
import { readLegalOverview } from "../server/legal/read-legal-page.ts";
import { EffectiveDay, LegalBadge } from "../ui/legal.tsx";
import styles from "../ui/legal.module.css";
import type { Route } from "./+types/admin-legal";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Legal texts");

export const loader = pageLoader(({ actor }: PageRequest<Route.LoaderArgs>) => readLegalOverview(actor));

/** Every legal document, its version in effect, and what is on its way. */
export default function AdminLegal({ loaderData: { documents } }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("legal."));
  return (
    <Page width="full">
      <PageTitle
        title="Legal texts"
        crumbs={[{ label: "Prices and policy", to: "/admin/policy" }]}
        lede="A new version is drafted by one admin and approved by another. Earlier versions stay readable, and everybody who accepted one can read what they accepted."
      />
      <Section title="Documents">
        <ul className={styles.list}>
          {documents.map((it) => (
            <li key={it.document}>
              <div className={styles.line}>
                <Link to={href("/admin/policy/legal/:document", { document: it.document })}>{it.title}</Link>
                <span className="soft">Version of {versionLabel(it.version)}</span>
              </div>
              {it.next ? (
                <div className={styles.line}>
                  <span>
                    New version from <EffectiveDay at={it.next.effectiveAt} />
                  </span>
                  <LegalBadge state="scheduled" />
                </div>
              ) : null}
              {it.drafts.map((draft) => (
                <div key={draft.id} className={styles.line}>
                  <Link to={href("/admin/policy/legal/drafts/:draftId", { draftId: draft.id })}>
                    {draft.drafter ?? "Someone"}&apos;s draft
                  </Link>
                  <LegalBadge state={draft.state} />
                </div>
              ))}
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  );
}
