import { Form, Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { STILL_FIXED } from "../rules/policy-document.ts";
import { readPolicyOverview } from "../server/policy/read-policy-page.ts";
import { startPolicyDraft } from "../server/policy/start-draft.ts";
import { PolicyChanges, SubjectFolds, VersionBadge, VersionFacts } from "../ui/policy-figures.tsx";
import styles from "../ui/policy.module.css";
import type { Route } from "./+types/admin-policy";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Prices and policy");

export const loader = pageLoader(({ actor }: PageRequest<Route.LoaderArgs>) => readPolicyOverview(actor));

export const action = pageAction<Route.ActionArgs>({
  intents: {
    start: intent({
      command: startPolicyDraft,
      input: () => ({}),
      goTo: ({ draftId }) => href("/admin/policy/drafts/:draftId", { draftId }),
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** The prices and rules that apply, changes on their way, and the history. */
export default function AdminPolicy({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("policy."));
  const answer = useLastAnswer(actionData);
  const { current, open, scheduled, history, figures, ownDraft, subjects } = loaderData;
  return (
    <Page width="full">
      <PageTitle
        title="Prices and policy"
        lede={
          current ? (
            <>
              Version {current.version} is in effect. Orders and quotes keep the version they were priced with.
              <VersionFacts version={current} />
            </>
          ) : (
            "These are the figures the product comes with."
          )
        }
        actions={
          <Form method="post">
            <SubmitButton name="intent" value="start" pending="Opening">
              {ownDraft ? "Open my draft" : "Draft a change"}
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
                  <Link to={href("/admin/policy/drafts/:draftId", { draftId: draft.id })}>
                    {draft.drafter ?? "An admin"}&apos;s draft
                  </Link>
                  <VersionBadge state={draft.state} />
                </div>
                {draft.reason ? <p>{draft.reason}</p> : null}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {scheduled.map((version) => (
        <Section
          key={version.id}
          title={
            <Link to={href("/admin/policy/versions/:version", { version: String(version.version) })}>
              Version {version.version}
            </Link>
          }
          aside={<VersionBadge state={version.state} />}
        >
          <VersionFacts version={version} />
          <PolicyChanges changes={version.changes} />
        </Section>
      ))}
      <Section title="Figures in effect">
        <p className={styles.summary}>
          The figures in legal texts follow the policy, and their wording has{" "}
          <Link to={href("/admin/policy/legal")}>versions of its own</Link>. These are fixed in the product and
          can&apos;t be changed here:
        </p>
        <ul className={styles.fixed}>
          {STILL_FIXED.map((it) => (
            <li key={it}>{it}</li>
          ))}
        </ul>
        <SubjectFolds subjects={subjects} figures={figures} />
      </Section>
      <Section title="History">
        <ol className={styles.list}>
          {history.map((version) => (
            <li key={version.id}>
              <div className={styles.line}>
                <Link to={href("/admin/policy/versions/:version", { version: String(version.version) })}>
                  Version {version.version}
                </Link>
                <VersionBadge state={version.state} />
              </div>
              <VersionFacts version={version} />
            </li>
          ))}
        </ol>
      </Section>
    </Page>
  );
}
