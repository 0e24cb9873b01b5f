import { Form, Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import {
  type FormRequest,
  type PageRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { RuleLines } from "#app/features/policy-profiles/ui/rule-lines.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { readProfilePage } from "../server/policy-profiles/read-profile-pages.ts";
import { startPolicyProfile } from "../server/policy-profiles/start-profile.ts";
import styles from "../ui/legal.module.css";
import { ProfileBadge, ProfileFacts, ProfileVersionFacts } from "../ui/profiles.tsx";
import type { Route } from "./+types/admin-profile";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(matches, loaderData ? loaderData.name : "Policy profile");

export const loader = pageLoader(({ actor, params }: PageRequest<Route.LoaderArgs>) =>
  readProfilePage(actor, params.profileId),
);

export const action = pageAction<Route.ActionArgs>({
  intents: {
    start: intent({
      command: startPolicyProfile,
      input: ({ params }: FormRequest<Route.ActionArgs>) => ({ profileId: params.profileId }),
      goTo: ({ draftId }) => href("/admin/policy/profiles/versions/:versionId", { versionId: draftId }),
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** One profile: what it says, its drafts, and its versions. */
export default function AdminProfile({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("policy_profile."));
  const answer = useLastAnswer(actionData);
  const { name, content, lines, version, readOn, reader, reviewDue, ownDraft, open, history } = loaderData;
  return (
    <Page width="full">
      <PageTitle
        title={name}
        crumbs={[
          { label: "Prices and policy", to: "/admin/policy" },
          { label: "Policy profiles", to: "/admin/policy/profiles" },
        ]}
        lede={
          version === null
            ? "Students can't choose it yet. Read the policy's whole page, complete the draft, and have it approved."
            : content.offered
              ? `Version ${version} is offered to students.${readOn ? ` The page was read${reader ? ` by ${reader}` : ""} on ${formatLongDay(readOn)}.` : ""}`
              : `Version ${version} ended it: students can't choose it anymore.`
        }
        actions={
          <Form method="post">
            <SubmitButton name="intent" value="start" pending="Opening">
              {ownDraft ? "Open my draft" : version === null ? "Work on this draft" : "Draft a new version"}
            </SubmitButton>
          </Form>
        }
      />
      <div className={styles.stack}>
        <ErrorNote problem={answer?.error} />
        {reviewDue ? (
          <Notice tone="attention" title="This profile is due for review.">
            Read the policy&apos;s page again. Then draft a new version with the day on which you read it.
          </Notice>
        ) : null}
        <Section title={version === null ? "What we know so far" : "What it says"}>
          <RuleLines lines={lines} />
        </Section>
        <ProfileFacts content={content} />
        {open.length > 0 ? (
          <Section title="Drafts">
            <ul className={styles.list}>
              {open.map((draft) => (
                <li key={draft.id}>
                  <div className={styles.line}>
                    <Link to={href("/admin/policy/profiles/versions/:versionId", { versionId: draft.id })}>
                      {draft.drafter ? `${draft.drafter}'s draft` : "Draft that nobody works on"}
                    </Link>
                    <ProfileBadge state={draft.state} />
                  </div>
                </li>
              ))}
            </ul>
          </Section>
        ) : null}
        {history.length > 0 ? (
          <Section title="Versions">
            <ol className={styles.list}>
              {history.map((it) => (
                <li key={it.id}>
                  <div className={styles.line}>
                    <Link to={href("/admin/policy/profiles/versions/:versionId", { versionId: it.id })}>
                      Version {it.version}
                    </Link>
                    <ProfileBadge state={it.state} />
                  </div>
                  <ProfileVersionFacts version={it} />
                </li>
              ))}
            </ol>
          </Section>
        ) : null}
      </div>
    </Page>
  );
}
