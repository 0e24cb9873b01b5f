import { Textarea } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Form, href, redirect, useFetcher } from "react-router";
import { readingThreadOf } from "#app/features/messages/server/reading-thread/read-reading-thread.ts";
import { ReadingMessages } from "#app/features/messages/ui/reading-thread.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { formTexts } from "#app/platform/rules/core/form-text.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import {
  type FormRequest,
  type Intent,
  type PageAnswer,
  type PageRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/core/page-frame.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { FileRow } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { DoneNote, ErrorNote, FieldErrors, fieldError } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import type { SkipReason } from "../rules/second-reading.ts";
import { type ReadingPage, readReading } from "../server/reading/read-reading.ts";
import { handBackReading } from "../server/reading/release-reader.ts";
import { resolveReadFindings, submitReading, writeReadingNote } from "../server/reading/submit-reading.ts";
import { getChangesView } from "../server/work/get-changes-view.ts";
import { ChangesLink, ChangesPage } from "../ui/changes-page.tsx";
import { FindingSheetList } from "../ui/finding-sheet.tsx";
import { GateFindings } from "../ui/gate-findings.tsx";
import { AuthorFiles, OrderBrief } from "../ui/order-brief.tsx";
import { READING_STATUS } from "../ui/reading-words.ts";
import { TrackedUpload } from "../ui/tracked-upload.tsx";
import { readingMessageIntents } from "./reading-message-intents.ts";
import styles from "../ui/order.module.css";
import type { Route } from "./+types/editor-reading";

type Answer = PageAnswer<object>;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `Second reading of ${loaderData.reading.number}` : "Second reading");

export const loader = pageLoader(async ({ actor, params, request }: PageRequest<Route.LoaderArgs>) => {
  const reading = await readReading(actor, params.readingId);
  const asked = new URL(request.url).searchParams.get("view") === "changes";
  // A link to the changes redirects to the page itself once the work is closed.
  if (asked && !reading.work) throw redirect(href("/editor/readings/:readingId", { readingId: reading.id }));
  const order = { id: reading.orderId, ...reading.people, status: reading.orderStatus };
  return {
    reading,
    changes: asked ? await getChangesView(actor, reading.orderId, request) : null,
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
    ...readingMessageIntents<Route.ActionArgs, object>(),
    submit: async ({ actor, params, form, text }) => {
      const { outcome, open } = await submitReading(actor, { readingId: params.readingId, note: text("note") });
      if (outcome === "sheet")
        return {
          typed: formTexts(form),
          error: conflict(
            "findings_open",
            `Every edit is tracked. ${open === 1 ? "One change" : `${open.toLocaleString("en-US")} changes`} below ${open === 1 ? "needs" : "need"} your confirmation.`,
            "Confirm each change, then submit again. Your note is saved.",
          ).toJSON(),
        };
      return outcome === "done" ? { done: "Second reading submitted." } : {};
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

const OWN_ERRORS = ["reading_message", "submit", "note", "check", "resolve", "unresolve"];

/** A second reader's page: the first editor's copies to work in, and the form to submit them. */
export default function EditorReading({ loaderData, actionData }: Route.ComponentProps) {
  const { reading, changes } = loaderData;
  useLive((event) => event.orderId === reading.orderId);
  const answer = useLastAnswer(actionData);
  const to = href("/editor/readings/:readingId", { readingId: reading.id });
  if (changes) return <ChangesPage changes={changes} order={{ title: reading.title, number: reading.number, to }} />;
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

const OVER: Readonly<Record<SkipReason, string>> = {
  nobody: "Nobody took this second reading in time.",
  reader_late: "The time for this second reading passed, so the order went on without it. It isn't paid.",
  editor_late: "The first editor left no time for a second reading, so the order went on without it.",
  staff: "Our staff let the order go on without this second reading.",
};

function Next({ reading }: { reading: ReadingPage }) {
  const { work, dueAt, editorName } = reading;
  if (work?.turn)
    return (
      <WaitingLine
        turn="you"
        waitsFor="Download the first editor's copy, edit in it with Track Changes on and your own name, and submit it."
        by={dueAt}
        note="After that, the order goes on without your reading."
      />
    );
  if (work)
    return (
      <WaitingLine
        turn="others"
        who={editorName ? `${editorName}, the first editor` : "The first editor"}
        waitsFor="The manuscript is being edited. We'll notify you when it's your turn."
        by={reading.editorDueAt}
      />
    );
  return (
    <WaitingLine
      turn={reading.status === "done" ? "done" : "stopped"}
      waitsFor={
        reading.status === "done"
          ? "You've finished this second reading. You're paid once the author accepts the order."
          : reading.why
            ? OVER[reading.why]
            : "This second reading is no longer needed."
      }
      by={null}
    />
  );
}

/** Checks the newest uploads as they arrive; each set of uploads once. */
function useCheck(copies: NonNullable<ReadingPage["work"]>["copies"]) {
  const { submit, state, data } = useFetcher<Answer>();
  const missing = copies
    .filter((c) => c.work.tracked && !c.checked)
    .map((c) => c.work.tracked!.id)
    .join();
  const asked = useRef("");
  useEffect(() => {
    if (missing === "" || asked.current === missing) return;
    asked.current = missing;
    void submit({ intent: "check" }, { method: "post" });
  }, [missing, submit]);
  return { running: state !== "idle", error: data?.error };
}

function Submit({
  reading,
  work,
  answer,
}: {
  reading: ReadingPage;
  work: NonNullable<ReadingPage["work"]>;
  answer: ReturnType<typeof useLastAnswer<Answer>>;
}) {
  const check = useCheck(work.copies);
  const own = answer && OWN_ERRORS.includes(answer.form) ? answer : undefined;
  const problem = own?.error ?? check.error;
  return (
    <div id="submit">
      <Sheet title="Your reading">
        <div className={styles.stack}>
          {own?.error ? (
            <>
              <ErrorNote problem={own.error} byField />
              <FieldErrors problem={own.error} />
            </>
          ) : null}
          {work.copies.map((copy) => (
            <div key={copy.work.sourceId} className={styles.tight}>
              <p className="eyebrow">The first editor's copy</p>
              <FileRow
                name={copy.editors.name}
                format={copy.editors.name.split(".").at(-1) ?? "file"}
                sizeBytes={copy.editors.bytes}
                href={copy.editors.href}
                actions={<ChangesLink fileId={copy.editors.id} name={copy.editors.name} />}
              />
              <TrackedUpload
                orderId={reading.orderId}
                work={copy.work}
                error={fieldError(problem, `tracked.${copy.work.sourceId}`)}
              />
              {check.running && copy.work.tracked && !copy.checked ? (
                <p className="soft small" role="status">
                  Checking your copy against the manuscript and the first editor's copy…
                </p>
              ) : null}
              {copy.gate ? <GateFindings gate={copy.gate} /> : null}
              {copy.sheet && !copy.gate?.anotherManuscript ? (
                <FindingSheetList
                  sheet={copy.sheet}
                  sourceFileId={copy.work.sourceId}
                  editable
                  key={copy.work.tracked?.id}
                />
              ) : null}
            </div>
          ))}
          <Form method="post" className={styles.form} preventScrollReset>
            <Textarea
              name="note"
              label="Note to the author and the first editor"
              description="What you changed and why. Optional, unless nothing needed changing and you upload no copy."
              autosize
              minRows={3}
              maxRows={16}
              maxLength={5_000}
              defaultValue={own?.typed?.["note"] ?? reading.note}
              error={fieldError(own?.error, "note")}
            />
            <p className="soft small">
              We reject all changes in your copy and check that the author's text returns. Changes of the first editor's
              that are gone are listed for you to confirm. Strike them out with tracking instead if the author should
              decide.
            </p>
            <div className={styles.buttons}>
              <SubmitButton name="intent" value="submit" pending="Checking your copies">
                Submit second reading
              </SubmitButton>
              <SubmitButton name="intent" value="note" variant="default" pending="Saving" formNoValidate>
                Save note
              </SubmitButton>
            </div>
          </Form>
        </div>
      </Sheet>
    </div>
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
          description="Only our staff read it."
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
