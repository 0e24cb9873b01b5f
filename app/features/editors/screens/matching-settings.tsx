import { useRef } from "react";
import { Form, Link } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useSavedFields } from "#app/platform/browser/core/saved-fields.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import {
  type PageRequest,
  type FormRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { timeZoneGroups } from "#app/platform/server/core/time-zones.ts";
import { sampleAt } from "#app/features/orders/server/read-sample.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { localTime } from "../rules/calendar.ts";
import { awayUntil, spansOf } from "../rules/days-away.ts";
import { readinessSteps } from "../rules/readiness.ts";
import { answerDaysAway } from "../server/answer-days-away.ts";
import { findEditor, settingsOf } from "../server/find-editor.ts";
import { matchingForm, matchingVersion, saveMatching } from "../server/save-matching.ts";
import { findSignedVersion, signConfidentiality } from "../server/application/sign-confidentiality.ts";
import { DaysAway } from "../ui/days-away.tsx";
import { EditorTabs } from "../ui/editor-tabs.tsx";
import { ReadinessList } from "../ui/readiness-list.tsx";
import styles from "../ui/editor.module.css";
import type { Route } from "./+types/matching-settings";
import { Confidentiality } from "./matching-settings/confidentiality.tsx";
import { SettingsFields, type Typed } from "./matching-settings/settings-fields.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Matching settings");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your settings.");
  const editor = await findEditor(actor.uid);
  if (!editor) return { editor: null };
  const form = matchingForm(editor);
  const { quietHours } = settingsOf(editor);
  const today = localTime(now(), editor.timeZone).day;
  const away = (editor.calendar?.away ?? []).filter((day) => day >= today);
  return {
    editor: {
      uid: editor.uid,
      form: { ...form, quiet: quietHours === null ? "" : quietHours === "none" ? "none" : "hours" },
      seen: matchingVersion(editor),
      zones: timeZoneGroups(editor.timeZone),
      today,
      spans: spansOf(away),
      awayUntil: awayUntil(away, today),
      doctorate: editor.doctorateVerifiedAt !== null,
      matchReady: editor.matchReady,
      signedAt: editor.confidentialitySignedAt,
      signedVersion: await findSignedVersion(editor.uid),
      sampleWords: (await sampleAt(now())).words,
      steps: readinessSteps(settingsOf(editor), {
        identityApproved: editor.identityApprovedAt !== null,
        agreementSigned: editor.agreementSignedAt !== null,
        confidentialitySigned: editor.confidentialitySignedAt !== null,
      }),
    },
  };
});

type SavedForm = NonNullable<Route.ComponentProps["loaderData"]["editor"]>["form"];
type About = "settings" | "away" | "confidentiality";
type Extra = {
  about: About;
  /** The current version after a conflict, so saving again overwrites it on purpose. */
  seen: string;
};

type Asked = FormRequest<Route.ActionArgs>;
const typedIn = ({ text, texts }: Asked): Typed => ({
  fields: texts("fields"),
  variants: texts("variants"),
  services: texts("services"),
  weeklyWords: text("weeklyWords"),
  parallelOrders: text("parallelOrders"),
  workdays: texts("workdays"),
  quiet: text("quiet"),
  quietFrom: text("quietFrom"),
  quietTo: text("quietTo"),
  timeZone: text("timeZone"),
});
const aboutOf = ({ intent: name }: Asked): About =>
  name === "sign" ? "confidentiality" : name === "settings" ? "settings" : "away";

export const action = pageAction<Route.ActionArgs, Extra, Typed>({
  intents: {
    sign: intent({
      command: signConfidentiality,
      input: ({ actor, text }) => ({
        editorId: uidOf(actor) ?? "",
        version: text("version"),
        agreed: text("agreed"),
      }),
      done: "Agreement signed. Your invites now include samples.",
      reply: () => ({ about: "confidentiality" }),
    }),
    settings: intent({
      command: saveMatching,
      input: (asked) => ({
        editorId: uidOf(asked.actor) ?? "",
        ...typedIn(asked),
        seen: asked.text("seen"),
      }),
      done: ({ becameReady, matchReady, changed }) =>
        becameReady
          ? "Settings saved. You're all set, and we're checking for matching orders now."
          : changed.length === 0
            ? "Nothing to change."
            : matchReady
              ? "Settings saved. We'll use them to match new orders."
              : "Settings saved. Complete the remaining steps to get invites.",
      reply: () => ({ about: "settings" }),
    }),
  },
  // The buttons for days off.
  only: async (asked) => ({ about: "away", ...(await answerDaysAway(asked)) }),
  typed: (asked) => (aboutOf(asked) === "settings" ? typedIn(asked) : undefined),
  refused: async ({ kind }, asked) => {
    const about = aboutOf(asked);
    const current = kind === "conflict" && about === "settings" ? await findEditor(uidOf(asked.actor) ?? "") : null;
    return { about, ...(current ? { seen: matchingVersion(current) } : {}) };
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** The saved settings as the form's fields have them. */
const shownFrom = (form: SavedForm): Typed => ({
  fields: form.fields,
  variants: form.variants,
  services: form.services,
  weeklyWords: String(form.weeklyWords ?? ""),
  parallelOrders: String(form.parallelOrders ?? ""),
  workdays: form.workdays.map(String),
  quiet: form.quiet,
  quietFrom: form.quiet === "hours" ? (form.quietHours?.from ?? "") : "",
  quietTo: form.quiet === "hours" ? (form.quietHours?.to ?? "") : "",
  timeZone: form.timeZone,
});

/** An editor's matching settings: checklist, fields, workload, schedule and days off. */
export default function MatchingSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { editor } = loaderData;
  useLive((event) => event.kind.startsWith("editor."));
  const answer = useLastAnswer(actionData);
  const settings = useRef<HTMLFormElement>(null);
  const saved = editor ? shownFrom(editor.form) : null;
  const version = useSavedFields(
    settings,
    saved ?? {},
    answer?.about === "settings" ? answer : undefined,
    editor?.seen,
  );
  if (!editor || !saved)
    return (
      <Page>
        <PageTitle title="Matching settings" />
        <EmptyState title="Matching is for editors" mark="stet" action={<Link to="/admin/editors">View editors</Link>}>
          This account isn't an editor account, so it gets no invites.
        </EmptyState>
      </Page>
    );
  const { steps } = editor;
  const problem = answer?.about === "settings" ? answer.error : undefined;
  const typed = answer?.about === "settings" ? answer.typed : undefined;
  const shown: Typed = typed ?? saved;
  const missing = steps.filter((s) => !s.done && s.opens === "orders");
  const said = (about: About) =>
    answer?.about !== about ? null : answer.error ? (
      <ErrorNote problem={answer.error} />
    ) : answer.done ? (
      <div role="status">
        <Notice tone="good">{answer.done}</Notice>
      </div>
    ) : null;
  return (
    <Page>
      <PageTitle
        title="Matching settings"
        lede={<p>We invite you to orders that match your fields, workload, and schedule.</p>}
      />
      <EditorTabs editorId={editor.uid} />
      <div className={styles.settings}>
        <aside>
          <Sheet title={missing.length === 0 ? "Ready for orders" : `${count(missing.length, "step")} left`}>
            <div className={styles.stack}>
              <p className={styles.note}>
                {missing.length === 0
                  ? "We'll invite you to matching orders."
                  : editor.matchReady
                    ? "Your settings are complete. The remaining steps are under KYC."
                    : "Complete these steps to get invites."}
              </p>
              <ReadinessList steps={steps} page="" />
            </div>
          </Sheet>
        </aside>
        <div>
          <div className={styles.stack}>
            {editor.awayUntil ? (
              <Notice tone="attention" title={<>You're away until {formatLongDay(editor.awayUntil)}.</>}>
                You won't get new invites until then. Your current orders keep their due dates.
              </Notice>
            ) : null}
            <Form method="post" className={styles.stack} preventScrollReset ref={settings}>
              <input type="hidden" name="seen" value={answer?.seen ?? version} />
              {said("settings")}
              <SettingsFields shown={shown} problem={problem} doctorate={editor.doctorate} zones={editor.zones} />
              <div className={styles.buttons}>
                <SubmitButton name="intent" value="settings" pending="Saving">
                  Save settings
                </SubmitButton>
              </div>
            </Form>
            <Sheet title="Days off" aside={<Link to="/editor/calendar">Calendar</Link>}>
              {said("away")}
              <DaysAway
                spans={editor.spans}
                today={editor.today}
                awayUntil={editor.awayUntil}
                answer={answer?.about === "away" ? answer : undefined}
              />
            </Sheet>
            <Confidentiality
              signedAt={editor.signedAt}
              signedVersion={editor.signedVersion}
              sampleWords={editor.sampleWords}
            >
              {said("confidentiality")}
            </Confidentiality>
          </div>
        </div>
      </div>
    </Page>
  );
}
