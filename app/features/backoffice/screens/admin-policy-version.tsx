import { Form, href } from "react-router";
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
import { cancelPolicyVersion } from "../server/policy/cancel-version.ts";
import { readPolicyVersion } from "../server/policy/read-policy-page.ts";
import { startPolicyDraft } from "../server/policy/start-draft.ts";
import { BeforeAndAfter, PolicyChanges, SubjectFolds, VersionBadge, VersionFacts } from "../ui/policy-figures.tsx";
import styles from "../ui/policy.module.css";
import { CancelVersion } from "../ui/two-admins.tsx";
import type { Route } from "./+types/admin-policy-version";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(matches, loaderData ? `Policy version ${loaderData.version.version}` : "Policy version");

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => ({
  version: await readPolicyVersion(actor, Number(params.version)),
}));

type Asked = FormRequest<Route.ActionArgs>;

export const action = pageAction<Route.ActionArgs>({
  intents: {
    revert: intent({
      command: startPolicyDraft,
      input: ({ params }: Asked) => ({ revertTo: params.version }),
      goTo: ({ draftId }) => href("/admin/policy/drafts/:draftId", { draftId }),
    }),
    cancel: intent({
      command: cancelPolicyVersion,
      input: ({ params, text }: Asked) => ({ version: params.version, note: text("note") }),
      done: "Version canceled.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** One version of the policy: what it changed, its figures, and the ways to undo it. */
export default function AdminPolicyVersion({ loaderData: { version }, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("policy."));
  const answer = useLastAnswer(actionData);
  return (
    <Page width="full">
      <PageTitle
        title={`Version ${version.version}`}
        crumbs={[{ label: "Prices and policy", to: "/admin/policy" }]}
        status={<VersionBadge state={version.state} />}
        lede={<VersionFacts version={version} />}
      />
      <div className={styles.stack}>
        <ErrorNote problem={answer?.error} />
        <DoneNote answer={answer} />
        {version.state === "canceled" && version.note ? (
          <Notice title="This version was canceled before it took effect.">{version.note}</Notice>
        ) : null}
        {version.version === 1 ? null : (
          <>
            <Section title="What changed">
              <PolicyChanges changes={version.changes} />
            </Section>
            <BeforeAndAfter groups={version.effects} />
          </>
        )}
        <Section title="Figures">
          <SubjectFolds subjects={version.subjects} figures={version.figures} />
        </Section>
        {version.mayRevertTo ? (
          <Section title="Go back to this version">
            <p>This starts a draft with these figures. Another admin has to approve it, like any change.</p>
            <Form method="post">
              <SubmitButton name="intent" value="revert" variant="default" pending="Opening">
                Draft a return to version {version.version}
              </SubmitButton>
            </Form>
          </Section>
        ) : null}
        {version.mayCancel ? <CancelVersion answer={answer} button={`Cancel version ${version.version}`} /> : null}
      </div>
    </Page>
  );
}
