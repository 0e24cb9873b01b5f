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
import { DoneNote, ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { versionLabel } from "#app/features/accounts/rules/legal.ts";
import { cancelLegalVersion } from "../server/legal/cancel-legal-version.ts";
import { readLegalVersionPage } from "../server/legal/read-legal-page.ts";
import { startLegalDraft } from "../server/legal/start-legal-draft.ts";
import { LegalBadge, LegalFacts, TextChanges } from "../ui/legal.tsx";
import styles from "../ui/legal.module.css";
import { CancelVersion } from "../ui/two-admins.tsx";
import type { Route } from "./+types/admin-legal-version";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(
    matches,
    loaderData ? `${loaderData.it.title}, ${versionLabel(loaderData.it.version!)}` : "Legal text version",
  );

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => ({
  it: await readLegalVersionPage(actor, params.document, params.version),
}));

type Asked = FormRequest<Route.ActionArgs>;

export const action = pageAction<Route.ActionArgs>({
  intents: {
    return: intent({
      command: startLegalDraft,
      input: ({ params }: Asked) => ({ document: params.document, revertTo: params.version }),
      goTo: ({ draftId }) => href("/admin/policy/legal/drafts/:draftId", { draftId }),
    }),
    cancel: intent({
      command: cancelLegalVersion,
      input: ({ params, text }: Asked) => ({
        document: params.document,
        version: params.version,
        note: text("note"),
      }),
      done: "Version canceled.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** One version of a legal text: what it changed, and the ways to undo it. */
export default function AdminLegalVersion({ loaderData: { it }, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("legal."));
  const answer = useLastAnswer(actionData);
  return (
    <Page width="full">
      <PageTitle
        title={`${it.title}, ${versionLabel(it.version!)}`}
        crumbs={[
          { label: "Legal texts", to: "/admin/policy/legal" },
          { label: it.title, to: href("/admin/policy/legal/:document", { document: it.document }) },
        ]}
        status={<LegalBadge state={it.state} />}
        lede={
          <>
            <p>{it.summary}</p>
            <LegalFacts version={it} />
            {it.onPage ? <Link to={`/${it.document}?version=${it.version!}`}>Read it on the public page</Link> : null}
          </>
        }
      />
      <div className={styles.stack}>
        <ErrorNote problem={answer?.error} />
        <DoneNote answer={answer} />
        {it.state === "canceled" && it.note ? (
          <Notice title="This version was canceled before it took effect.">{it.note}</Notice>
        ) : null}
        {it.state === "not used" ? (
          <Notice title="This text came with an update of the product.">
            Your own version applies, so this one isn&apos;t used. You can draft a version from it.
          </Notice>
        ) : null}
        {it.changes ? (
          <Section title={it.state === "not used" ? "Compared with the version in effect" : "What it changed"}>
            <TextChanges lines={it.changes} label="Changes" />
          </Section>
        ) : null}
        {it.changesNow && it.mayReturn && it.state !== "not used" ? (
          <Section title="Compared with the version in effect">
            <TextChanges lines={it.changesNow} label="Changes from the version in effect" />
          </Section>
        ) : null}
        <Section title="Text">
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard */}
          <pre className={styles.body} tabIndex={0} role="region" aria-label="Text of this version">
            {it.body}
          </pre>
        </Section>
        {it.mayReturn ? (
          <Section title="Use this text again">
            <p>This starts a draft with this text. An admin other than you has to approve it, like any change.</p>
            <Form method="post">
              <SubmitButton name="intent" value="return" variant="default" pending="Opening">
                Draft a version from this text
              </SubmitButton>
            </Form>
          </Section>
        ) : null}
        {it.mayCancel ? (
          <CancelVersion answer={answer} button="Cancel this version">
            {it.announced ? <p>Account holders were told about it. Their notification is withdrawn.</p> : null}
          </CancelVersion>
        ) : null}
      </div>
    </Page>
  );
}
