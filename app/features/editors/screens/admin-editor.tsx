import { Link } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { Problem, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import {
  type FormRequest,
  type PageRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { recordReading } from "#app/platform/server/core/facts.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { findEditorFile } from "#app/features/backoffice/server/people/find-editor-file.ts";
import { ApplicationSheet } from "#app/features/backoffice/ui/editors/application-sheet.tsx";
import { EditorFileView } from "#app/features/backoffice/ui/editors/editor-overview.tsx";
import styles from "#app/features/backoffice/ui/people.module.css";
import { findLookAlikes } from "#app/features/payouts/server/bank/find-look-alikes.ts";
import { LookAlikes } from "#app/features/payouts/ui/look-alikes.tsx";
import { LEVEL_LABELS, type Level } from "#app/features/pricing/rules/editor-pay.ts";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { disableAccount, enableAccount } from "#app/features/accounts/server/people/disable-account.ts";
import { removePersonNote, writePersonNote } from "#app/features/accounts/server/people/write-person-note.ts";
import { writeToPerson } from "#app/features/support/server/tickets/write-to-person.ts";
import { requestKycDocuments, withdrawKycRequest } from "../server/kyc/request-kyc-documents.ts";
import { canApplication } from "../rules/application-flow.ts";
import { RUBRIC } from "../rules/samples.ts";
import { listApplicationFiles } from "../server/application/application-files.ts";
import { decideApplication } from "../server/application/decide-application.ts";
import { findApplication } from "../server/application/find-application.ts";
import { pauseEditor, resumeEditor } from "../server/pause-editor.ts";
import { setEditorLevel } from "#app/features/orders/server/editor-record/set-editor-level.ts";
import { KycBadge } from "../ui/kyc/kyc-badge.tsx";
import type { Route } from "./+types/admin-editor";
import { Decision, NextStep } from "./admin-editor/application.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(
    matches,
    loaderData ? `${loaderData.file?.row.displayName ?? loaderData.application?.displayName}` : "Editor",
  );

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => {
  if (!may(actor, "people")) throw refused("Only an admin can see an editor's profile.");
  const application = await findApplication(params.id);
  const file = await findEditorFile(actor, params.id, now()).catch((error: unknown) => {
    if (error instanceof Problem && error.kind === "not-found") return null;
    throw error;
  });
  if (!file && !application) throw notFound("editor");
  // `findEditorFile` records that an editor's page was viewed. This is an applicant's.
  if (!file && actor.uid !== params.id)
    await recordReading(actor, "access.person_viewed", {
      subjectId: params.id,
      data: { uid: params.id, page: "editor" },
    });
  return {
    file,
    application: application ? { ...application, files: await listApplicationFiles(params.id) } : null,
    mayDecide: application?.status === "submitted" && canApplication.decide(actor, params.id),
    own: actor.uid === params.id,
    alike: await findLookAlikes(params.id),
  };
});

type Asked = FormRequest<Route.ActionArgs>;

/** An admin's decision on an application. The rubric counts once every criterion has points. */
const decisionOf = ({ params, text }: Asked, decision: "approved" | "declined" | "needs_info") => {
  const rubric = Object.fromEntries(RUBRIC.map(([key]) => [key, text(key).trim()]));
  const scored = Object.values(rubric).every((points) => points !== "");
  return { uid: params.id, decision, note: text("note"), rubric: scored ? (rubric as never) : null };
};

const levelOf = ({ params, text }: Asked, level: string) => ({
  editorId: params.id,
  level,
  seen: text("seen"),
  reason: text("reason"),
});
const levelSet = ({ level, changed }: { level: Level; changed: boolean }): string =>
  changed
    ? `Level set to ${LEVEL_LABELS[level].toLowerCase()}. We've told the editor.`
    : `Nothing to change. The level is ${LEVEL_LABELS[level].toLowerCase()}.`;

export const action = pageAction<Route.ActionArgs>({
  intents: {
    approved: intent({
      command: decideApplication,
      input: (asked) => decisionOf(asked, "approved"),
      done: "Application approved. The applicant is now a trial editor. We've told them.",
    }),
    needs_info: intent({
      command: decideApplication,
      input: (asked) => decisionOf(asked, "needs_info"),
      done: "More information requested. We've told the applicant.",
    }),
    declined: intent({
      command: decideApplication,
      input: (asked) => decisionOf(asked, "declined"),
      done: "Application declined. We've told the applicant.",
    }),
    level: intent({
      command: setEditorLevel,
      input: (asked) => levelOf(asked, asked.text("level")),
      done: levelSet,
    }),
    "level-automatic": intent({
      command: setEditorLevel,
      input: (asked) => levelOf(asked, "automatic"),
      done: levelSet,
    }),
    pause: intent({
      command: pauseEditor,
      input: ({ params, text }) => ({ editorId: params.id, lastDay: text("lastDay"), reason: text("reason") }),
      done: "Invites paused. We've told the editor why.",
    }),
    block: intent({
      command: disableAccount,
      input: ({ params, text }) => ({ uid: params.id, reason: text("reason") }),
      done: "Account blocked. They're signed out, and we've emailed them the reason. Open orders are on the to-do list.",
    }),
    unblock: intent({
      command: enableAccount,
      input: ({ params, text }) => ({ uid: params.id, reason: text("reason") }),
      done: "Account unblocked. We've told the editor.",
    }),
    note: intent({
      command: writePersonNote,
      input: ({ params, text }) => ({ uid: params.id, body: text("body"), clientKey: text("clientKey") }),
      done: "Note added.",
    }),
    "remove-note": intent({
      command: removePersonNote,
      input: ({ text }) => ({ noteId: text("noteId") }),
      done: "Note removed.",
    }),
    "request-kyc": intent({
      command: requestKycDocuments,
      input: ({ params, texts, text }) => ({ uid: params.id, kinds: texts("kinds"), note: text("note") }),
      done: ({ asked }) =>
        asked.length > 0 ? "Documents requested. We've told the editor." : "You've already asked for this.",
    }),
    "withdraw-kyc": intent({
      command: withdrawKycRequest,
      input: ({ params, text }) => ({ uid: params.id, kind: text("kind") }),
      done: "Request withdrawn. We've told the editor.",
    }),
    message: intent({
      command: writeToPerson,
      input: ({ params, text }) => ({
        uid: params.id,
        subject: text("subject"),
        category: text("category"),
        body: text("body"),
        clientKey: text("clientKey"),
      }),
      done: ({ number }) => `Message sent as ${number}. We've told the editor.`,
    }),
    resume: intent({
      command: resumeEditor,
      input: ({ params }) => ({ editorId: params.id }),
      done: "Invites resumed. We've told the editor.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const DECISIONS = ["approved", "needs_info", "declined"];
/** Forms that show their own refusal. */
const OWN_FORM = ["level", "level-automatic", "pause", "resume", "block", "unblock", "note", "request-kyc", "message"];

/** One editor or applicant, with everything we know about them. */
export default function AdminEditor({ loaderData, actionData }: Route.ComponentProps) {
  const { file, application, mayDecide, own, alike } = loaderData;
  useLive(
    (event) => event.orderId !== null || /^(?:application|account|bank|editor|kyc|payout|ticket)/.test(event.kind),
  );
  const answer = useLastAnswer(actionData);
  const name = file?.row.displayName ?? application?.displayName ?? "";
  const decide = mayDecide ? (
    <Decision answer={answer && DECISIONS.includes(answer.form) ? answer : undefined} />
  ) : application?.status === "submitted" && own ? (
    <Notice>Another admin has to review your application.</Notice>
  ) : null;
  return (
    <Page width="full">
      <PageTitle
        title={name}
        crumbs={[
          { label: "Editors", to: file ? "/admin/editors" : "/admin/editors?show=applications" },
          { label: name },
        ]}
        actions={
          file ? (
            <Link to={`/admin/support?${new URLSearchParams({ status: "all", kind: "ticket", q: file.row.email })}`}>
              Tickets
            </Link>
          ) : null
        }
        status={file ? <Badges file={file} /> : null}
      />
      {answer?.done && !answer.error ? (
        <div className={styles.notice} aria-live="polite">
          <Notice tone="good">{answer.done}</Notice>
        </div>
      ) : null}
      {answer?.error && !mayDecide && !OWN_FORM.includes(answer.form) ? (
        <div className={styles.notice}>
          <ErrorNote problem={answer.error} />
        </div>
      ) : null}
      <LookAlikes others={alike} />
      {file ? (
        <EditorFileView
          file={file}
          own={own}
          answer={answer}
          undecided={application?.status === "submitted"}
          application={application ? <ApplicationSheet application={application}>{decide}</ApplicationSheet> : null}
        />
      ) : application ? (
        <>
          <NextStep status={application.status} mayDecide={mayDecide} />
          <ApplicationSheet application={application}>{decide}</ApplicationSheet>
        </>
      ) : null}
    </Page>
  );
}

/** An editor's level, and what limits them. */
function Badges({ file }: { file: NonNullable<Route.ComponentProps["loaderData"]["file"]> }) {
  return (
    <>
      <StatusBadge tone="neutral">{LEVEL_LABELS[file.row.level] ?? file.row.level}</StatusBadge>
      <KycBadge state={file.row.kyc} />
      {file.pause ? <StatusBadge tone="waiting">Paused</StatusBadge> : null}
      {file.account.blocked ? <StatusBadge tone="stopped">Blocked</StatusBadge> : null}
    </>
  );
}
