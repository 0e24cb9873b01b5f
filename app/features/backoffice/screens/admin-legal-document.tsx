import { Form, Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import {
  type FormRequest,
  type PageRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { versionLabel } from "#app/features/accounts/rules/legal.ts";
import { readLegalDocument } from "../server/legal/read-legal-page.ts";
import { startLegalDraft } from "../server/legal/start-legal-draft.ts";
import { LegalBadge, LegalFacts } from "../ui/legal.tsx";
import styles from "../ui/legal.module.css";
import type { Route } from "./+types/admin-legal-document";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(matches, loaderData ? loaderData.title : "Legal text");

export const loader = pageLoader(({ actor, params }: PageRequest<Route.LoaderArgs>) =>
  readLegalDocument(actor, params.document),
);

export const action = pageAction<Route.ActionArgs>({
  intents: {
    start: intent({
      command: startLegalDraft,
      input: ({ params }: FormRequest<Route.ActionArgs>) => ({ document: params.document }),
      goTo: ({ draftId }) => href("/admin/policy/legal/drafts/:draftId", { draftId }),
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** One legal document: drafts and all its versions. */
export default function AdminLegalDocument({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("legal."));
  const answer = useLastAnswer(actionData);
  const { document, title, version, open, ownDraft, history } = loaderData;
  return (
    <Page width="full">
      <PageTitle
        title={title}
        crumbs={[
          { label: "Prices and policy", to: "/admin/policy" },
          { label: "Legal texts", to: "/admin/policy/legal" },
        ]}
        lede={
          <>
            The version of {versionLabel(version)} is in effect. <Link to={`/${document}`}>Open the public page</Link>
          </>
        }
        actions={
          <Form method="post">
            <SubmitButton name="intent" value="start" pending="Opening">
              {ownDraft ? "Open my draft" : "Draft a new version"}
            </SubmitButton>
          </Form>
        }
      />
      <ErrorNote problem={answer?.error} />
      {open.length > 0 ? (
        <Section title="Drafts">
          <ul className={styles.list}>
            {open.map((draft) => (
              <li key={draft.id}>
                <div className={styles.line}>
                  <Link to={href("/admin/policy/legal/drafts/:draftId", { draftId: draft.id })}>
                    {draft.drafter ?? "Someone"}&apos;s draft
                  </Link>
                  <LegalBadge state={draft.state} />
                </div>
                {draft.summary ? <p>{draft.summary}</p> : null}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Section title="Versions">
        <ol className={styles.list}>
          {history.map((it) => (
            <li key={it.id}>
              <div className={styles.line}>
                <Link to={href("/admin/policy/legal/:document/:version", { document, version: it.version! })}>
                  {versionLabel(it.version!)}
                </Link>
                <LegalBadge state={it.state} />
              </div>
              <p>{it.summary}</p>
              <LegalFacts version={it} />
            </li>
          ))}
        </ol>
      </Section>
    </Page>
  );
}
