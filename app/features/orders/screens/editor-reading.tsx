import { Textarea } from "@mantine/core";
import { href, redirect } from "react-router";
import { readingThreadOf } from "#app/features/messages/server/reading-thread/read-reading-thread.ts";
import { ReadingMessages } from "#app/features/messages/ui/reading-thread.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { formTexts } from "#app/platform/rules/text/form-text.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import {
  type FormRequest,
  type Intent,
  type PageRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { DoneNote, ErrorNote } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { readReading } from "../server/reading/read-reading.ts";
import { handBackReading } from "../server/reading/release-reader.ts";
import { sentencesFor } from "../rules/work/edit-formats.ts";
import type { EditKind } from "#app/features/documents/rules/kinds/edit-kind.ts";
import { TURN_UNDONE, turnReadChanges, turnedWords, undoReadTurn } from "../server/policy/turn-changes.ts";
import { resolveReadFindings, submitReading, writeReadingNote } from "../server/reading/submit-reading.ts";
import { getCheckView } from "../server/check/read-check.ts";
import { getChangesView } from "../server/work/get-changes-view.ts";
import { CheckPage } from "../ui/check/check-page.tsx";
import { ChangesPage } from "../ui/delivery/changes-page.tsx";
import { AuthorFiles, OrderBrief } from "../ui/order-brief.tsx";
import { READING_STATUS } from "../ui/review/reading-words.ts";
import { keptIntents } from "./style-intents.ts";
import { readingMessageIntents } from "./reading-message-intents.ts";
import styles from "../ui/order.module.css";
import type { Route } from "./+types/editor-reading";
import { Next } from "./editor-reading/next-step.tsx";
import { OWN_ERRORS, Submit } from "./editor-reading/submit-reading.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `Second reading of ${loaderData.reading.number}` : "Second reading");

export const loader = pageLoader(async ({ actor, params, search, request }: PageRequest<Route.LoaderArgs>) => {
  const reading = await readReading(actor, params.readingId);
  const asked = search.get("view") === "changes";
  // A link to the changes redirects to the page itself once the work is closed.
  if (asked && !reading.work) throw redirect(href("/editor/readings/:readingId", { readingId: reading.id }));
  const order = { id: reading.orderId, ...reading.people, status: reading.orderStatus };
  return {
    reading,
    changes: asked ? await getChangesView(actor, reading.orderId, request) : null,
    check: await getCheckView(actor, reading.orderId, search),
    thread: await readingThreadOf(actor, order),
    messageKey: crypto.randomUUID(),
  };
});

type Asked = FormRequest<Route.ActionArgs>;
const resolve = (resolved: boolean): Intent<Route.ActionArgs, object> =>
  intent({
    command: resolveReadFindings,
    input: ({ params, text }: Asked) => ({
      readingId: params.readingId,
      sourceFileId: text("sourceFileId"),
      kind: text("kind"),
      key: text("key") || undefined,
      reason: text("reason"),
      resolved,
    }),
  });

export const action = pageAction<Route.ActionArgs>({
  intents: {
    ...keptIntents,
    ...readingMessageIntents<Route.ActionArgs, object>(),
    submit: async ({ actor, params, form, text }) => {
      const { outcome, open, formats } = await submitReading(actor, {
        readingId: params.readingId,
        note: text("note"),
        noAi: form.has("noAi"),
      });
      if (outcome === "sheet")
        return {
          typed: formTexts(form),
          error: conflict(
            "findings_open",
            `${sentencesFor(formats, "passed")} ${open === 1 ? "One change" : `${open.toLocaleString("en-US")} changes`} below ${open === 1 ? "needs" : "need"} your confirmation.`,
            "Confirm each change, then submit again. Your note is saved.",
          ).toJSON(),
        };
      return outcome === "done" ? { done: "Second reading submitted." } : {};
    },
    turn: async ({ actor, params, text }) => {
      const { turned } = await turnReadChanges(actor, {
        readingId: params.readingId,
        trackedFileId: text("trackedFileId"),
        change: text("change") || undefined,
        kind: (text("kind") || undefined) as EditKind | undefined,
      });
      await submitReading(actor, { readingId: params.readingId, check: true });
      return { done: turnedWords(turned) };
    },
    undo_turn: async ({ actor, params, text }) => {
      await undoReadTurn(actor, { readingId: params.readingId, trackedFileId: text("trackedFileId") });
      await submitReading(actor, { readingId: params.readingId, check: true });
      return { done: TURN_UNDONE };
    },
    check: async ({ actor, params }) => {
      await submitReading(actor, { readingId: params.readingId, check: true });
    },
    resolve: resolve(true),
    unresolve: resolve(false),
    note: intent({
      command: writeReadingNote,
      input: ({ params, text }) => ({ readingId: params.readingId, note: text("note") }),
      done: "Note saved.",
    }),
    hand_back: intent({
      command: handBackReading,
      input: ({ params, text }) => ({ readingId: params.readingId, reason: text("reason") }),
      goTo: () => `${href("/editor/readings")}?handed-back`,
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** A second reader's page: the first editor's copies to work in, and the form to submit them. */
export default function EditorReading({ loaderData, actionData }: Route.ComponentProps) {
  const { reading, changes, check } = loaderData;
  useLive((event) => event.orderId === reading.orderId);
  const answer = useLastAnswer(actionData);
  const to = href("/editor/readings/:readingId", { readingId: reading.id });
  if (changes) return <ChangesPage changes={changes} order={{ title: reading.title, number: reading.number, to }} />;
  if (check) return <CheckPage view={check} back={{ label: `${reading.number} ${reading.title}`, to }} />;
  const { work } = reading;
  const { label, tone } = READING_STATUS[work?.turn ? "ready" : reading.status];
  return (
    <Page>
      <PageTitle
        title={reading.title}
        back={{ label: "Second readings", to: "/editor/readings" }}
        status={<StatusBadge tone={tone}>{label}</StatusBadge>}
        lede={<span className="figures number">{reading.number}</span>}
      />
      <Next reading={reading} />
      {answer && !OWN_ERRORS.includes(answer.form) ? <ErrorNote problem={answer.error} /> : null}
      <DoneNote answer={answer} />
      <Columns
        main={
          <div className={styles.stack}>
            {work?.turn ? <Submit reading={reading} work={work} answer={answer} /> : null}
            {work?.letter ? (
              <Sheet title="The first editor's letter">
                <p className={styles.letter}>{work.letter}</p>
              </Sheet>
            ) : null}
            {work ? (
              <>
                <Sheet title="Manuscript">
                  <AuthorFiles view={work.brief} />
                </Sheet>
                <Sheet title="Brief">
                  <OrderBrief view={work.brief} />
                </Sheet>
              </>
            ) : null}
            {!work && reading.note ? (
              <Sheet title="Your note">
                <p className={styles.letter}>{reading.note}</p>
              </Sheet>
            ) : null}
            <ReadingMessages thread={loaderData.thread} messageKey={loaderData.messageKey} answer={answer} />
          </div>
        }
        side={
          <>
            <Sheet title="Your part">
              <KeyValue
                items={[
                  {
                    label: "Pay",
                    value:
                      reading.status === "skipped" || reading.status === "void" ? (
                        "Not paid"
                      ) : (
                        <b>{formatMoney(reading.payMinor, reading.currency)}</b>
                      ),
                  },
                  reading.editorName ? { label: "First editor", value: reading.editorName } : null,
                  work && !work.turn && reading.editorDueAt
                    ? { label: "Ready by", value: <Instant at={reading.editorDueAt} deadline /> }
                    : null,
                  reading.endedAt
                    ? { label: "Ended", value: <Instant at={reading.endedAt} /> }
                    : reading.dueAt
                      ? { label: "Due", value: <Instant at={reading.dueAt} deadline /> }
                      : null,
                ]}
              />
            </Sheet>
            {work ? <HandBack /> : null}
          </>
        }
      />
    </Page>
  );
}

const HandBack = () => (
  <ConfirmButton
    fullWidth
    title="Hand this second reading back?"
    confirm="Hand back second reading"
    pending="Handing back"
    fields={{ intent: "hand_back" }}
    body={
      <>
        <p>
          We'll look for another reader right away, and you won't be invited to this order again. You aren't paid for
          it.
        </p>
        <Textarea
          name="reason"
          label="Why?"
          description="Only our staff will see it."
          autosize
          minRows={2}
          maxLength={1_000}
          required
        />
      </>
    }
  >
    Hand back second reading
  </ConfirmButton>
);
