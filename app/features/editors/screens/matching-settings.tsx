import { NativeSelect, TextInput } from "@mantine/core";
import { useRef } from "react";
import { Form, Link } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useSavedFields } from "#app/platform/browser/core/saved-fields.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import {
  type PageRequest,
  type FormRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/core/page-frame.ts";
import { timeZoneGroups } from "#app/platform/server/core/time-zones.ts";
import { SERVICES, SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import { ENGLISH_VARIANTS, ENGLISH_VARIANT_LABELS } from "#app/features/pricing/rules/taxonomy.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { MATCHING_POLICY } from "#app/features/matching/rules/policy.ts";
import { localTime } from "../rules/calendar.ts";
import { CONFIDENTIALITY_TEXT, CONFIDENTIALITY_VERSION } from "../rules/confidentiality.ts";
import { awayUntil, spansOf } from "../rules/days-away.ts";
import { PARALLEL_ORDERS, WEEKLY_WORDS, readinessSteps } from "../rules/readiness.ts";
import { answerDaysAway } from "../server/answer-days-away.ts";
import { findEditor, settingsOf } from "../server/find-editor.ts";
import { matchingForm, matchingVersion, saveMatching } from "../server/save-matching.ts";
import { findSignedVersion, signConfidentiality } from "../server/sign-confidentiality.ts";
import { Choice } from "../ui/choice.tsx";
import { DaysAway } from "../ui/days-away.tsx";
import { EditorTabs } from "../ui/editor-tabs.tsx";
import { FieldChoices } from "../ui/field-choices.tsx";
import { ReadinessList } from "../ui/readiness-list.tsx";
import styles from "../ui/editor.module.css";
import type { Route } from "./+types/matching-settings";

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
      signedAt: editor.confidentialitySignedAt?.toISOString() ?? null,
      signedVersion: await findSignedVersion(editor.uid),
      steps: readinessSteps(settingsOf(editor), {
        identityApproved: editor.identityApprovedAt !== null,
        agreementSigned: editor.agreementSignedAt !== null,
        confidentialitySigned: editor.confidentialitySignedAt !== null,
      }),
    },
  };
});

type Typed = {
  fields: string[];
  variants: string[];
  services: string[];
  weeklyWords: string;
  parallelOrders: string;
  workdays: string[];
  quiet: string;
  quietFrom: string;
  quietTo: string;
  timeZone: string;
};
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
              ? "Settings saved. New orders will be matched by them."
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

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

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
  const wrong = (name: string) =>
    fieldError(problem, name) ? <p className={styles.wrong}>{fieldError(problem, name)}</p> : null;
  return (
    <Page>
      <PageTitle
        title="Matching settings"
        lede={<p>We invite you to orders that match your fields, workload, and schedule.</p>}
      />
      <EditorTabs editorId={editor.uid} />
      <div className={styles.settings}>
        <aside>
          <Sheet
            title={
              missing.length === 0
                ? "Ready for orders"
                : missing.length === 1
                  ? "1 step left"
                  : `${missing.length} steps left`
            }
          >
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
              <Sheet>
                <fieldset className={styles.part} id="fields">
                  <legend>Fields</legend>
                  <p className={styles.note}>
                    Choose the subfields you know well. You may also get invites in related subfields, after editors who
                    chose them. Expert orders always match your exact subfield.
                  </p>
                  {wrong("fields")}
                  <FieldChoices name="fields" chosen={shown.fields} />
                </fieldset>
              </Sheet>
              <Sheet>
                <div className={styles.stack}>
                  <fieldset className={styles.part} id="services">
                    <legend>Services</legend>
                    {wrong("services")}
                    <div className={styles.choices}>
                      {SERVICES.map((s) => (
                        <Choice
                          key={s}
                          name="services"
                          value={s}
                          checked={shown.services.includes(s)}
                          disabled={s === "expert" && !editor.doctorate}
                          {...(s === "expert" && !editor.doctorate ? { hint: "Requires a verified doctorate" } : {})}
                        >
                          {SERVICE_LABELS[s]}
                        </Choice>
                      ))}
                    </div>
                  </fieldset>
                  <fieldset className={styles.part} id="variants">
                    <legend>English variants</legend>
                    <div className={styles.choices}>
                      {ENGLISH_VARIANTS.map((v) => (
                        <Choice key={v} name="variants" value={v} checked={shown.variants.includes(v)}>
                          {ENGLISH_VARIANT_LABELS[v]}
                        </Choice>
                      ))}
                    </div>
                  </fieldset>
                </div>
              </Sheet>
              <Sheet>
                <fieldset className={styles.part}>
                  <legend>Workload</legend>
                  <div className={styles.pair}>
                    <TextInput
                      id="weeklyWords"
                      name="weeklyWords"
                      type="number"
                      inputMode="numeric"
                      min={WEEKLY_WORDS.least}
                      max={WEEKLY_WORDS.most}
                      step={1}
                      label="Weekly words"
                      description="Across all orders, in seven days"
                      defaultValue={shown.weeklyWords}
                      error={fieldError(problem, "weeklyWords")}
                    />
                    <TextInput
                      id="parallelOrders"
                      name="parallelOrders"
                      type="number"
                      inputMode="numeric"
                      min={PARALLEL_ORDERS.least}
                      max={PARALLEL_ORDERS.most}
                      step={1}
                      label="Orders at once"
                      description="Maximum open orders"
                      defaultValue={shown.parallelOrders}
                      error={fieldError(problem, "parallelOrders")}
                    />
                  </div>
                </fieldset>
              </Sheet>
              <Sheet>
                <div className={styles.stack}>
                  <fieldset className={styles.part} id="calendar">
                    <legend>Working days</legend>
                    <div className={styles.days}>
                      {DAYS.map((day, i) => (
                        <Choice
                          key={day}
                          name="workdays"
                          value={String(i + 1)}
                          checked={shown.workdays.includes(String(i + 1))}
                        >
                          {day}
                        </Choice>
                      ))}
                    </div>
                  </fieldset>
                  <fieldset className={styles.part} id="quietHours">
                    <legend>Quiet hours</legend>
                    <p className={styles.note}>
                      We don't send invites during quiet hours. Another editor may accept urgent orders in that time.
                    </p>
                    <Choice type="radio" name="quiet" value="none" checked={shown.quiet === "none"}>
                      None. Invite me anytime
                    </Choice>
                    <Choice type="radio" name="quiet" value="hours" checked={shown.quiet === "hours"}>
                      Every day between these times
                    </Choice>
                    <div className={styles.pair}>
                      <TextInput
                        id="quietFrom"
                        name="quietFrom"
                        type="time"
                        label="From"
                        defaultValue={shown.quietFrom}
                        error={fieldError(problem, "quietFrom")}
                      />
                      <TextInput
                        id="quietTo"
                        name="quietTo"
                        type="time"
                        label="To"
                        defaultValue={shown.quietTo}
                        error={fieldError(problem, "quietTo")}
                      />
                    </div>
                  </fieldset>
                  <NativeSelect
                    id="timeZone"
                    name="timeZone"
                    label="Time zone"
                    description="Used for your working days and quiet hours"
                    defaultValue={shown.timeZone}
                    data={editor.zones}
                    error={fieldError(problem, "timeZone")}
                  />
                </div>
              </Sheet>
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
            <section id="confidentiality" style={{ scrollMarginTop: "5rem" }}>
              <Sheet title="Confidentiality agreement">
                <div className={styles.stack}>
                  {said("confidentiality")}
                  <ol className={styles.agreement}>
                    {CONFIDENTIALITY_TEXT.map((line) => (
                      <li key={line}>{line}</li>
                    ))}
                  </ol>
                  {editor.signedAt ? (
                    <p className={styles.note}>
                      You signed {editor.signedVersion ? <>version {editor.signedVersion}</> : "it"} on{" "}
                      <Instant at={editor.signedAt} />.
                    </p>
                  ) : (
                    <Form method="post" className={styles.form} preventScrollReset>
                      <input type="hidden" name="version" value={CONFIDENTIALITY_VERSION} />
                      <p className={styles.note}>
                        Sign to see a manuscript sample of up to {MATCHING_POLICY.sampleWords} words with each invite.
                        Version {CONFIDENTIALITY_VERSION}. We record the version and the time.
                      </p>
                      <Choice name="agreed" value="yes" checked={false}>
                        I've read this agreement and accept it.
                      </Choice>
                      <div className={styles.buttons}>
                        <SubmitButton name="intent" value="sign" variant="default" pending="Signing">
                          Sign agreement
                        </SubmitButton>
                      </div>
                    </Form>
                  )}
                </div>
              </Sheet>
            </section>
          </div>
        </div>
      </div>
    </Page>
  );
}
