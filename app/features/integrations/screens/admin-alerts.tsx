import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { zoneOf } from "#app/platform/rules/core/actor.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { only } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Checkbox, NativeSelect, TextInput } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { DoneNote, ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import {
  ALERTS,
  ALERT_FORMATS,
  ALERT_FORMAT_WORDS,
  ALERT_TYPES,
  type AlertFormat,
  hourWords,
  mayHaveAlerts,
} from "../rules/alerts.ts";
import { MAX_URL } from "../rules/webhook.ts";
import { addAlertChannel, changeAlertChannel } from "../server/alerts/alert-channels.ts";
import { pauseEndpoint, removeEndpoint } from "../server/webhooks/change-endpoints.ts";
import {
  type DeliveryView,
  type EndpointView,
  endpointView,
  hostOf,
  listDeliveries,
  listEndpoints,
} from "../server/webhooks/find-endpoint.ts";
import { replayDelivery, resumeEndpoint, testEndpoint } from "../server/webhooks/send-again.ts";
import { EndpointButtons, FailingSince, RecentDeliveries } from "../ui/endpoint-parts.tsx";
import styles from "../ui/integrations.module.css";
import type { Route } from "./+types/admin-alerts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Alerts");

/** How many alerts of each channel the page lists. */
const SHOWN = 10;

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  if (!mayHaveAlerts(actor)) throw refused(only("operations", "get alerts"));
  const channels = await listEndpoints({ ownerKind: "person", ownerId: actor.uid }, undefined, "alerts");
  return {
    email: actor.email ?? "",
    timeZone: zoneOf(actor),
    channels: await Promise.all(
      channels.map(async (one) => {
        const { url: _secret, ...view } = endpointView(one);
        return { ...view, host: hostOf(one), deliveries: await listDeliveries(one.id, SHOWN) };
      }),
    ),
  };
});

const byId = ({ text }: { text: (name: string) => string }) => ({ endpointId: text("endpointId") });
const hour = (typed: string): string | null => (typed === "" ? null : typed);
const chosen = ({ text, texts }: { text: (name: string) => string; texts: (name: string) => string[] }) => ({
  alerts: texts("alerts") as never,
  quietFrom: hour(text("quietFrom")),
  quietTo: hour(text("quietTo")),
});

export const action = pageAction<Route.ActionArgs>({
  intents: {
    add: intent({
      command: addAlertChannel,
      input: (asked) => ({ format: asked.text("format") as never, url: asked.text("url"), ...chosen(asked) }),
      done: "Alerts added. Send a test to see one.",
    }),
    change: intent({
      command: changeAlertChannel,
      input: (asked) => ({ ...byId(asked), ...chosen(asked) }),
      done: "Alerts changed.",
    }),
    pause: intent({ command: pauseEndpoint, input: byId, done: "Alerts paused. They're held until you resume." }),
    resume: intent({
      command: resumeEndpoint,
      input: byId,
      done: ({ sent }) => (sent === 0 ? "Alerts resumed." : `Alerts resumed, and ${count(sent, "held alert")} sent.`),
    }),
    remove: intent({ command: removeEndpoint, input: byId, done: "Alerts removed." }),
    test: intent({ command: testEndpoint, input: byId, done: "Test alert sent. Its answer appears below." }),
    replay: intent({
      command: replayDelivery,
      input: ({ text }) => ({ deliveryId: text("deliveryId") }),
      done: "Alert sent again. Its answer appears below.",
    }),
  },
  typed: ({ text, texts }) => ({
    endpointId: text("endpointId"),
    format: text("format"),
    alerts: texts("alerts").join(" "),
    quietFrom: text("quietFrom"),
    quietTo: text("quietTo"),
  }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

type Channel = Omit<EndpointView, "url"> & { host: string; deliveries: DeliveryView[] };

/** Where an admin is told that something needs a person: Slack, Teams, or email. */
export default function AdminAlerts({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("webhook."));
  const { channels, email, timeZone } = loaderData;
  const answer = useLastAnswer(actionData);
  const isOfForm = answer?.form === "add" || answer?.form === "change";
  return (
    <Page width="reading">
      <PageTitle
        title="Alerts"
        lede="Get told in Slack, Microsoft Teams, or by email when your shop needs you. Each admin chooses their own."
      />
      <DoneNote answer={answer} />
      {isOfForm ? null : <ErrorNote problem={answer?.error} />}
      {channels.length === 0 ? (
        <EmptyState title="No alerts">Add a channel, and choose what you want to be told about.</EmptyState>
      ) : (
        <ul className={styles.list}>
          {channels.map((one) => (
            <li key={one.id} className={styles.endpoint}>
              <OneChannel it={one} answer={answer} email={email} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
      <ActionForm intent="add" label="Add alerts" pending="Adding" answer={answer}>
        {({ problem, typed }) => (
          <>
            <NativeSelect
              name="format"
              label="Send to"
              defaultValue={typed["format"] ?? "slack"}
              data={ALERT_FORMATS.map((value) => ({
                value,
                label: value === "email" ? `Email (${email})` : ALERT_FORMAT_WORDS[value],
              }))}
              error={fieldError(problem, "format")}
            />
            <TextInput
              name="url"
              type="url"
              label="Address of the incoming webhook"
              description="From Slack's app settings, or from a workflow in Teams. Leave it empty for email. It's a secret: we show only its host."
              maxLength={MAX_URL}
              autoComplete="off"
              error={fieldError(problem, "url")}
            />
            <Fields problem={problem} typed={typed} timeZone={timeZone} />
          </>
        )}
      </ActionForm>
    </Page>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourWords(hour) }));

function Fields({
  problem,
  typed,
  timeZone,
}: {
  problem: ShownProblem | undefined;
  typed: Readonly<Partial<Record<string, string>>>;
  timeZone: string;
}) {
  const ticked = typed["alerts"]?.split(" ") ?? ALERT_TYPES;
  return (
    <>
      <fieldset className={styles.scopes}>
        <legend>Alerts</legend>
        {ALERT_TYPES.map((type) => (
          <Checkbox
            key={type}
            name="alerts"
            value={type}
            label={ALERTS[type]}
            defaultChecked={(ticked as readonly string[]).includes(type)}
          />
        ))}
        {fieldError(problem, "alerts") ? <p className={styles.error}>{fieldError(problem, "alerts")}</p> : null}
      </fieldset>
      <NativeSelect
        name="quietFrom"
        label="Quiet from"
        description={`In your time zone, ${timeZone}. Alerts that come in quiet hours are sent when they end.`}
        defaultValue={typed["quietFrom"] ?? ""}
        data={[{ value: "", label: "No quiet hours" }, ...HOURS]}
      />
      <NativeSelect
        name="quietTo"
        label="Quiet until"
        defaultValue={typed["quietTo"] ?? ""}
        data={[{ value: "", label: "No quiet hours" }, ...HOURS]}
        error={fieldError(problem, "quietTo")}
      />
    </>
  );
}

function OneChannel({
  it,
  answer,
  email,
  timeZone,
}: {
  it: Channel;
  answer: FormAnswer | undefined;
  email: string;
  timeZone: string;
}) {
  const fields = { endpointId: it.id };
  const own = answer?.form === "change" && answer.typed?.["endpointId"] === it.id ? answer : undefined;
  return (
    <>
      <p className={styles.url}>
        <strong>{ALERT_FORMAT_WORDS[it.format as AlertFormat]}</strong> {it.format === "email" ? email : it.host}
      </p>
      <p className={styles.what}>
        {it.status === "paused" ? "Paused. " : ""}
        {it.events.length === ALERT_TYPES.length
          ? "All alerts"
          : count(it.events.length, "kind of alert", "kinds of alerts")}
        .{" "}
        {it.quietFrom !== null && it.quietTo !== null
          ? `Quiet from ${hourWords(it.quietFrom)} to ${hourWords(it.quietTo)}.`
          : "No quiet hours."}{" "}
        Added <Instant at={it.createdAt} show="day" />.
        <FailingSince at={it.failingSinceAt} />
      </p>
      <EndpointButtons
        it={it}
        what="alerts"
        sent="alert"
        removal={{ title: "Remove these alerts?", body: "No more alerts are sent there." }}
      />
      <ActionForm intent="change" label="Change" submit="Save changes" pending="Saving" fields={fields} answer={own}>
        {({ problem, typed }) => (
          <Fields
            problem={problem}
            timeZone={timeZone}
            typed={{
              alerts: it.events.join(" "),
              quietFrom: it.quietFrom === null ? "" : String(it.quietFrom),
              quietTo: it.quietTo === null ? "" : String(it.quietTo),
              ...typed,
            }}
          />
        )}
      </ActionForm>
      <RecentDeliveries it={it} sent="alerts" />
    </>
  );
}
