import { TextInput } from "@mantine/core";
import { Form, href, redirect, useSearchParams } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useTimeZone } from "#app/platform/browser/core/now.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import {
  type FormRequest,
  type PageRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { Instant } from "#app/ui/instant.tsx";
import { DoneNote, ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { PageTabs } from "#app/ui/frame/page-tabs.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type FigureSubject, figuresOf } from "#app/features/policy/rules/figures.ts";
import { approvePolicyDraft } from "../server/policy/decide-draft.ts";
import { proposePolicyDraft } from "../server/policy/propose-draft.ts";
import { type PolicyDraftView, readPolicyDraft } from "../server/policy/read-policy-page.ts";
import { savePolicyDraft } from "../server/policy/save-draft.ts";
import { updatePolicyDraft } from "../server/policy/update-draft.ts";
import { declinePolicyDraft, discardPolicyDraft, takeBackPolicyDraft } from "../server/policy/policy-versions.ts";
import { BeforeAndAfter, FigureTables, PolicyChanges, VersionBadge } from "../ui/policy-figures.tsx";
import styles from "../ui/policy.module.css";
import { DecideDraft } from "../ui/two-admins.tsx";
import type { Route } from "./+types/admin-policy-draft";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Policy draft");

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => {
  const draft = await readPolicyDraft(actor, params.draftId);
  if (draft.version !== null) throw redirect(href("/admin/policy/versions/:version", { version: `${draft.version}` }));
  return { draft };
});

type Asked = FormRequest<Route.ActionArgs>;
const draftOf = ({ params }: Asked) => ({ draftId: params.draftId });
const seenDraft = ({ params, text }: Asked) => ({ draftId: params.draftId, revision: text("revision") });

export const action = pageAction<Route.ActionArgs>({
  intents: {
    save: intent({
      command: savePolicyDraft,
      input: (asked: Asked) => ({
        ...seenDraft(asked),
        typed: Object.fromEntries(
          [...asked.form].flatMap(([key, value]) =>
            key.includes(".") && typeof value === "string" ? [[key, value]] : [],
          ),
        ),
      }),
      done: ({ changed }) => (changed === 0 ? "Nothing was changed." : "Draft saved."),
    }),
    propose: intent({
      command: proposePolicyDraft,
      input: (asked: Asked) => ({
        ...seenDraft(asked),
        reason: asked.text("reason"),
        effectiveAt: asked.text("effectiveAt"),
      }),
      done: "Change proposed. Another admin has to approve it.",
    }),
    "take-back": intent({ command: takeBackPolicyDraft, input: draftOf, done: "Proposal taken back." }),
    update: intent({ command: updatePolicyDraft, input: draftOf, done: "Draft updated." }),
    discard: intent({ command: discardPolicyDraft, input: draftOf, goTo: () => href("/admin/policy") }),
    approve: intent({
      command: approvePolicyDraft,
      input: seenDraft,
      goTo: ({ version }) => href("/admin/policy/versions/:version", { version: String(version) }),
    }),
    decline: intent({
      command: declinePolicyDraft,
      input: (asked: Asked) => ({ ...seenDraft(asked), note: asked.text("note") }),
      done: "Change declined. The admin who drafted it was notified.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

type Answer = ReturnType<typeof useLastAnswer<Route.ComponentProps["actionData"]>>;

/** One change to the policy: its figures by subject, what they change, sample orders, and the two people who decide. */
export default function AdminPolicyDraft({ loaderData: { draft }, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("policy."));
  const answer = useLastAnswer(actionData);
  const editable = draft.own && draft.state === "draft";
  return (
    <Page width="full">
      <PageTitle
        title={draft.own ? "My draft" : `${draft.drafter ?? "An admin"}'s draft`}
        crumbs={[{ label: "Prices and policy", to: "/admin/policy" }]}
        status={<VersionBadge state={draft.state} />}
        lede={draft.state === "waiting" ? <Waiting draft={draft} /> : undefined}
      />
      <div className={styles.stack}>
        <ErrorNote problem={answer?.error} />
        <DoneNote answer={answer} />
        {draft.note ? (
          <Notice tone="attention" title={`${draft.decider ?? "Another admin"} declined this change.`}>
            {draft.note}
          </Notice>
        ) : null}
        {draft.outdated && draft.state !== "discarded" ? (
          <Outdated why={draft.outdated} draft={draft} editable={editable} />
        ) : null}
        {draft.faults.length > 0 ? (
          <Notice tone="attention" title="Some of these figures contradict each other.">
            <ul className={styles.faults}>
              {draft.faults.map((fault) => (
                <li key={`${fault.key} ${fault.message}`}>{fault.message}</li>
              ))}
            </ul>
          </Notice>
        ) : null}
        {draft.state === "discarded" ? <Notice title="This draft was discarded.">It changed nothing.</Notice> : null}
        {editable ? <Edit draft={draft} answer={answer} /> : null}
        <Section title="What changes">
          <PolicyChanges changes={draft.changes} />
        </Section>
        <BeforeAndAfter groups={draft.effects} />
        <Decide draft={draft} answer={answer} />
      </div>
    </Page>
  );
}

function Waiting({ draft }: { draft: PolicyDraftView }) {
  return (
    <>
      Takes effect {draft.effectiveAt ? <Instant at={draft.effectiveAt} deadline /> : "as soon as it's approved"}.
      Reason: {draft.reason}
    </>
  );
}

function Outdated({ why, draft, editable }: { why: string; draft: PolicyDraftView; editable: boolean }) {
  return (
    <Notice
      tone="attention"
      title={why}
      action={
        editable ? (
          <Form method="post">
            <SubmitButton name="intent" value="update" variant="default" pending="Updating">
              Update the draft
            </SubmitButton>
          </Form>
        ) : undefined
      }
    >
      Updating keeps the draft&apos;s own changes and takes everything else from version {draft.newestVersion}.
    </Notice>
  );
}

function Edit({ draft, answer }: { draft: PolicyDraftView; answer: Answer }) {
  const [search] = useSearchParams();
  const failed = answer?.form === "save" && answer.error ? answer : null;
  const faults = { ...faultsOf(draft), ...failed?.error?.fields };
  const toFix = (it: FigureSubject) => figuresOf([it]).filter((figure) => faults[figure.key]).length;
  const subject =
    draft.subjects.find((it) => it.id === search.get("subject")) ??
    draft.subjects.find((it) => toFix(it) > 0) ??
    draft.subjects[0]!;
  const before = Object.fromEntries(draft.changes.map(({ key, before: words }) => [key, words]));
  return (
    <Section title="Figures">
      <PageTabs
        label="Subjects"
        tabs={draft.subjects.map((it) => ({
          label: it.title,
          count: toFix(it),
          to: `?subject=${it.id}`,
          current: it.id === subject.id,
        }))}
      />
      <Form method="post" key={draft.revision} preventScrollReset noValidate>
        <input
          type="hidden"
          name="revision"
          value={failed ? (failed.typed?.["revision"] ?? draft.revision) : draft.revision}
        />
        {/* Every subject is in the form, so that nothing typed is lost when another one is opened. */}
        {draft.subjects.map((it) => (
          <div key={it.id} hidden={it.id !== subject.id}>
            <FigureTables subject={it} figures={draft.figures} form={{ typed: failed?.typed ?? {}, faults, before }} />
          </div>
        ))}
        <div className={styles.save}>
          <SubmitButton name="intent" value="save" pending="Saving">
            Save draft
          </SubmitButton>
        </div>
      </Form>
    </Section>
  );
}

const faultsOf = (draft: PolicyDraftView): Record<string, string> =>
  Object.fromEntries(draft.faults.map((fault) => [fault.key, fault.message]));

function Decide({ draft, answer }: { draft: PolicyDraftView; answer: Answer }) {
  const zone = useTimeZone();
  return (
    <DecideDraft
      draft={draft}
      answer={answer}
      noun="change"
      proposing={{
        title: "Propose this change",
        button: "Propose change",
        date: (refused) => (
          <TextInput
            id="effectiveAt"
            name="effectiveAt"
            type="datetime-local"
            label="Takes effect"
            description={`Your time (${zone}). Leave it empty to apply the change as soon as it's approved.`}
            defaultValue={refused?.typed?.["effectiveAt"] ?? ""}
            error={fieldError(refused?.error, "effectiveAt")}
          />
        ),
      }}
      lost="Its changes are lost. Prices stay as they are."
      keeps="Orders and quotes that already have a price keep it. Everything priced from the effective date on uses the new figures."
    />
  );
}
