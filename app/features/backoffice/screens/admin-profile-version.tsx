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
import { RuleLines } from "#app/features/policy-profiles/ui/rule-lines.tsx";
import { DoneNote, ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { approvePolicyProfile, proposePolicyProfile } from "../server/policy-profiles/decide-profile.ts";
import {
  declinePolicyProfile,
  discardPolicyProfile,
  takeBackPolicyProfile,
} from "../server/policy-profiles/profile-versions.ts";
import { readProfileVersionPage } from "../server/policy-profiles/read-profile-pages.ts";
import { confirmProfileRead, savePolicyProfile, updatePolicyProfile } from "../server/policy-profiles/save-profile.ts";
import { startPolicyProfile } from "../server/policy-profiles/start-profile.ts";
import { TextChanges } from "../ui/legal.tsx";
import styles from "../ui/legal.module.css";
import { ProfileBadge, ProfileFacts, ProfileVersionFacts } from "../ui/profiles.tsx";
import { DecideDraft } from "../ui/two-admins.tsx";
import type { Route } from "./+types/admin-profile-version";
import { EditProfile, ReadPage, contentFromForm } from "./admin-profile-version/edit.tsx";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(matches, loaderData ? `${loaderData.it.name}, ${titleOf(loaderData.it)}` : "Policy profile");

const titleOf = ({ version }: { version: number | null }): string =>
  version === null ? "draft" : `version ${version}`;

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => ({
  it: await readProfileVersionPage(actor, params.versionId),
}));

type Asked = FormRequest<Route.ActionArgs>;
const draftOf = ({ params }: Asked) => ({ draftId: params.versionId });
const seenDraft = ({ params, text }: Asked) => ({ draftId: params.versionId, revision: text("revision") });
const here = ({ draftId }: { draftId: string }) =>
  href("/admin/policy/profiles/versions/:versionId", { versionId: draftId });

export const action = pageAction<Route.ActionArgs, object, Record<string, string[]>>({
  intents: {
    start: intent({
      command: startPolicyProfile,
      input: ({ text }: Asked) => ({ profileId: text("profileId") }),
      goTo: here,
    }),
    save: intent({
      command: savePolicyProfile,
      input: (asked: Asked) => ({ ...seenDraft(asked), content: contentFromForm(asked.form) }),
      done: ({ changed }) => (changed ? "Draft saved." : "Nothing was changed."),
    }),
    read: intent({
      command: confirmProfileRead,
      input: (asked: Asked) => ({
        ...seenDraft(asked),
        readOn: asked.text("readOn"),
        whole: asked.text("whole") as "yes",
      }),
      done: "Reading confirmed.",
    }),
    propose: intent({
      command: proposePolicyProfile,
      input: (asked: Asked) => ({ ...seenDraft(asked), reason: asked.text("reason") }),
      done: "Profile proposed. An admin other than you has to approve it.",
    }),
    "take-back": intent({ command: takeBackPolicyProfile, input: draftOf, done: "Proposal taken back." }),
    update: intent({ command: updatePolicyProfile, input: draftOf, done: "Draft updated." }),
    discard: intent({
      command: discardPolicyProfile,
      input: draftOf,
      goTo: () => href("/admin/policy/profiles"),
    }),
    approve: intent({
      command: approvePolicyProfile,
      input: seenDraft,
      goTo: ({ profileId }) => href("/admin/policy/profiles/:profileId", { profileId }),
    }),
    decline: intent({
      command: declinePolicyProfile,
      input: (asked: Asked) => ({ ...seenDraft(asked), note: asked.text("note") }),
      done: "Profile declined. The person who drafted it was notified.",
    }),
  },
  typed: ({ form, texts }) => Object.fromEntries([...form.keys()].map((key) => [key, texts(key)])),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** A draft or a version of a profile. */
export default function AdminProfileVersion({ loaderData: { it }, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("policy_profile."));
  const answer = useLastAnswer(actionData);
  const editable = it.own && it.state === "draft";
  const typed = answer?.typed;
  const simple = answer && {
    ...answer,
    typed: typed && Object.fromEntries(Object.entries(typed).map(([name, values]) => [name, values[0] ?? ""])),
  };
  return (
    <Page width="full">
      <PageTitle
        title={`${it.name}: ${it.version === null ? (it.own ? "my draft" : it.drafter ? `${it.drafter}'s draft` : "draft") : `version ${it.version}`}`}
        crumbs={[
          { label: "Policy profiles", to: "/admin/policy/profiles" },
          { label: it.name, to: href("/admin/policy/profiles/:profileId", { profileId: it.profileId }) },
        ]}
        status={<ProfileBadge state={it.state} />}
        lede={<ProfileVersionFacts version={it} />}
        actions={
          it.unclaimed ? (
            <Form method="post">
              <input type="hidden" name="profileId" value={it.profileId} />
              <SubmitButton name="intent" value="start" pending="Opening">
                Work on this draft
              </SubmitButton>
            </Form>
          ) : undefined
        }
      />
      <div className={styles.stack}>
        <ErrorNote problem={answer?.error} byField />
        <DoneNote answer={answer} />
        {it.note ? (
          <Notice tone="attention" title={`${it.decider ?? "Another admin"} declined this profile.`}>
            {it.note}
          </Notice>
        ) : null}
        {it.outdated ? (
          <Notice
            tone="attention"
            title={it.outdated}
            action={
              editable ? (
                <Form method="post">
                  <SubmitButton name="intent" value="update" variant="default" pending="Updating">
                    I compared the versions
                  </SubmitButton>
                </Form>
              ) : undefined
            }
          >
            Add what this draft should keep from that version and save, then confirm.
          </Notice>
        ) : null}
        {it.faults.length > 0 ? (
          <Notice tone="attention" title="Still open before this can be proposed.">
            <ul className={styles.faults}>
              {it.faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          </Notice>
        ) : null}
        {editable ? (
          <>
            <EditProfile it={it} answer={answer} />
            {it.content.generic ? null : <ReadPage it={it} answer={answer} />}
          </>
        ) : (
          <>
            <Section title="What it says">
              <RuleLines lines={it.lines} />
            </Section>
            <ProfileFacts content={it.content} />
          </>
        )}
        {it.changes ? (
          <Section title={`Compared with version ${it.before}`}>
            <TextChanges lines={it.changes} label="Changes" />
          </Section>
        ) : null}
        {it.version === null ? (
          <DecideDraft
            draft={it}
            answer={simple}
            noun="profile"
            proposing={{ title: "Propose this profile", button: "Propose profile" }}
            lost="What you entered is lost. Versions that are published stay as they are."
            keeps="Approving offers it to students at once. Orders that were placed before keep their version."
          />
        ) : null}
      </div>
    </Page>
  );
}
