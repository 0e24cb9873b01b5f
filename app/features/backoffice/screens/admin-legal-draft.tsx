import { Checkbox, TextInput, Textarea } from "@mantine/core";
import { Form, Link, href, redirect } from "react-router";
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
import { DoneNote, ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { LEGAL_LIMITS, LEGAL_NOTICE_DAYS, isContract, versionLabel } from "#app/features/accounts/rules/legal.ts";
import { approveLegalDraft } from "../server/legal/decide-legal-draft.ts";
import { proposeLegalDraft } from "../server/legal/propose-legal-draft.ts";
import { type LegalDraftView, readLegalDraft } from "../server/legal/read-legal-page.ts";
import { saveLegalDraft } from "../server/legal/save-legal-draft.ts";
import { declineLegalDraft, discardLegalDraft, takeBackLegalDraft } from "../server/legal/legal-versions.ts";
import { updateLegalDraft } from "../server/legal/update-legal-draft.ts";
import { EffectiveDay, LegalBadge, TextChanges } from "../ui/legal.tsx";
import styles from "../ui/legal.module.css";
import { DecideDraft } from "../ui/two-admins.tsx";
import type { Route } from "./+types/admin-legal-draft";
import { Figures, TypedFigures } from "./admin-legal-draft/figures.tsx";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(matches, loaderData ? `${loaderData.draft.title}, draft` : "Legal text draft");

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => {
  const draft = await readLegalDraft(actor, params.draftId);
  if (draft.version !== null)
    throw redirect(
      href("/admin/policy/legal/:document/:version", { document: draft.document, version: draft.version }),
    );
  return { draft };
});

type Asked = FormRequest<Route.ActionArgs>;
const draftOf = ({ params }: Asked) => ({ draftId: params.draftId });
const seenDraft = ({ params, text }: Asked) => ({ draftId: params.draftId, revision: text("revision") });

export const action = pageAction<Route.ActionArgs>({
  intents: {
    save: intent({
      command: saveLegalDraft,
      input: (asked: Asked) => ({
        ...seenDraft(asked),
        body: asked.text("body"),
        summary: asked.text("summary"),
        announce: asked.text("announce"),
      }),
      done: ({ changed }) => (changed ? "Draft saved." : "Nothing was changed."),
    }),
    propose: intent({
      command: proposeLegalDraft,
      input: (asked: Asked) => ({
        ...seenDraft(asked),
        reason: asked.text("reason"),
        effectiveOn: asked.text("effectiveOn"),
      }),
      done: "Text proposed. An admin other than you has to approve it.",
    }),
    "take-back": intent({ command: takeBackLegalDraft, input: draftOf, done: "Proposal taken back." }),
    update: intent({ command: updateLegalDraft, input: draftOf, done: "Draft updated." }),
    discard: intent({
      command: discardLegalDraft,
      input: draftOf,
      goTo: ({ document }) => href("/admin/policy/legal/:document", { document }),
    }),
    approve: intent({
      command: approveLegalDraft,
      input: seenDraft,
      goTo: ({ document, version }) => href("/admin/policy/legal/:document/:version", { document, version }),
    }),
    decline: intent({
      command: declineLegalDraft,
      input: (asked: Asked) => ({ ...seenDraft(asked), note: asked.text("note") }),
      done: "Text declined. The person who drafted it was notified.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

type Answer = ReturnType<typeof useLastAnswer<Route.ComponentProps["actionData"]>>;

/** A draft of a legal text: its text, its changes, and the two people who decide. */
export default function AdminLegalDraft({ loaderData: { draft }, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("legal."));
  const answer = useLastAnswer(actionData);
  const editable = draft.own && draft.state === "draft";
  return (
    <Page width="full">
      <PageTitle
        title={draft.own ? `${draft.title}: my draft` : `${draft.title}: ${draft.drafter ?? "someone"}'s draft`}
        crumbs={[
          { label: "Legal texts", to: "/admin/policy/legal" },
          { label: draft.title, to: href("/admin/policy/legal/:document", { document: draft.document }) },
        ]}
        status={<LegalBadge state={draft.state} />}
        lede={draft.state === "waiting" ? <Waiting draft={draft} /> : undefined}
      />
      <div className={styles.stack}>
        <ErrorNote problem={answer?.error} />
        <DoneNote answer={answer} />
        {draft.note ? (
          <Notice tone="attention" title={`${draft.decider ?? "Another admin"} declined this text.`}>
            {draft.note}
          </Notice>
        ) : null}
        {draft.state === "discarded" ? <Notice title="This draft was discarded.">It changed nothing.</Notice> : null}
        {draft.outdated && draft.state !== "discarded" ? (
          <Outdated why={draft.outdated} draft={draft} editable={editable} />
        ) : null}
        {draft.faults.length > 0 ? (
          <Notice tone="attention" title="Correct this before you propose the text.">
            <ul className={styles.faults}>
              {draft.faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          </Notice>
        ) : null}
        {editable ? <Edit draft={draft} answer={answer} /> : null}
        <Section
          title={`Compared with the version of ${versionLabel(draft.newest)}`}
          aside={
            <Link to={href("/admin/policy/legal/drafts/:draftId/preview", { draftId: draft.id })}>
              Preview the saved draft
            </Link>
          }
        >
          <TextChanges lines={draft.changes} label="Changes" />
        </Section>
        {draft.changesNow ? (
          <Section title={`Compared with the version in effect, of ${versionLabel(draft.inForce)}`}>
            <TextChanges lines={draft.changesNow} label="Changes from the version in effect" />
          </Section>
        ) : null}
        <TypedFigures draft={draft} />
        <Decide draft={draft} answer={answer} />
      </div>
    </Page>
  );
}

function Waiting({ draft }: { draft: LegalDraftView }) {
  return (
    <>
      <p>
        Takes effect {draft.effectiveAt ? <EffectiveDay at={draft.effectiveAt} /> : "as soon as it's approved"}.{" "}
        {draft.announce
          ? `Account holders are told when it's approved${isContract(draft.document) ? ", also by email" : ""}.`
          : "Account holders aren't told."}
      </p>
      <p>What we tell readers: {draft.summary}</p>
      <p>Reason: {draft.reason}</p>
    </>
  );
}

function Outdated({ why, draft, editable }: { why: string; draft: LegalDraftView; editable: boolean }) {
  return (
    <Notice
      tone="attention"
      title={why}
      action={
        editable ? (
          <Form method="post">
            <SubmitButton name="intent" value="update" variant="default" pending="Updating">
              I compared the texts
            </SubmitButton>
          </Form>
        ) : undefined
      }
    >
      Below, this draft is compared with the version of {versionLabel(draft.newest)}. Add what it should keep from that
      version and save, then confirm.
    </Notice>
  );
}

function Edit({ draft, answer }: { draft: LegalDraftView; answer: Answer }) {
  const failed = answer?.form === "save" && answer.error ? answer : null;
  const error = (name: string) => fieldError(failed?.error, name);
  return (
    <Section title="Text">
      <Form method="post" key={draft.revision} className={styles.wide} preventScrollReset noValidate>
        <input
          type="hidden"
          name="revision"
          value={failed ? (failed.typed?.["revision"] ?? draft.revision) : draft.revision}
        />
        <Textarea
          id="body"
          name="body"
          label="Text in Markdown"
          description="Use ## for a heading, - for a list, and **bold**. HTML isn't rendered."
          className={styles.text}
          autosize
          minRows={16}
          maxRows={32}
          maxLength={LEGAL_LIMITS.body}
          defaultValue={failed?.typed?.["body"] ?? draft.body}
          error={error("body")}
        />
        <Figures draft={draft} />
        <Textarea
          id="summary"
          name="summary"
          label="What changed"
          description="A sentence for readers. It's shown on the page and in the list of versions."
          autosize
          minRows={2}
          maxLength={LEGAL_LIMITS.summary}
          defaultValue={failed?.typed?.["summary"] ?? draft.summary}
          error={error("summary")}
        />
        {draft.alwaysAnnounced ? (
          <p className="soft">
            Editors are told, also by email, {LEGAL_NOTICE_DAYS} days before a new version takes effect, as the
            agreement says.
          </p>
        ) : (
          <Checkbox
            id="announce"
            name="announce"
            value="yes"
            label="Tell account holders"
            description={`For changes to people's rights or duties. They get a notification${isContract(draft.document) ? " and an email" : ""} when the text is approved, at least ${LEGAL_NOTICE_DAYS} days before it takes effect.`}
            defaultChecked={failed ? failed.typed?.["announce"] === "yes" : draft.announce}
          />
        )}
        <SubmitButton name="intent" value="save" pending="Saving">
          Save draft
        </SubmitButton>
      </Form>
    </Section>
  );
}

function Decide({ draft, answer }: { draft: LegalDraftView; answer: Answer }) {
  return (
    <DecideDraft
      draft={draft}
      answer={answer}
      noun="text"
      proposing={{
        title: "Propose this version",
        button: "Propose version",
        date: (refused) => (
          <TextInput
            id="effectiveOn"
            name="effectiveOn"
            type="date"
            label="Takes effect on"
            description={
              draft.announce
                ? `At the start of the day, UTC, at least ${LEGAL_NOTICE_DAYS + 1} days ahead, so that people are told in time.`
                : "At the start of the day, UTC. Leave it empty to apply the text as soon as it's approved."
            }
            defaultValue={refused?.typed?.["effectiveOn"] ?? ""}
            error={fieldError(refused?.error, "effectiveOn")}
          />
        ),
      }}
      lost="Its text is lost. The version in effect stays as it is."
      keeps="Orders placed and documents accepted before the effective date keep the version that applied then. Everything from that date on uses this one."
    />
  );
}
