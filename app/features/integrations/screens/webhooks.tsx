import { Link } from "react-router";
import { ProfileTabs } from "#app/features/accounts/ui/profile-tabs.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { API_DOCS } from "#app/platform/rules/requests/api-error.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CopyId } from "#app/ui/content/copy-id.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Checkbox, TextInput } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { DoneNote, ErrorNote, Notice, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { EVENTS, EVENT_TYPES } from "../rules/events.ts";
import { MAX_URL } from "../rules/webhook.ts";
import {
  changeEndpoint,
  createEndpoint,
  pauseEndpoint,
  removeEndpoint,
  rotateSecret,
} from "../server/webhooks/change-endpoints.ts";
import {
  type DeliveryView,
  type EndpointView,
  endpointView,
  listDeliveries,
  listEndpoints,
} from "../server/webhooks/find-endpoint.ts";
import { replayDelivery, resumeEndpoint, testEndpoint } from "../server/webhooks/send-again.ts";
import { EndpointButtons, FailingSince, RecentDeliveries } from "../ui/endpoint-parts.tsx";
import styles from "../ui/integrations.module.css";
import type { Route } from "./+types/webhooks";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Webhooks");

/** How many deliveries of each webhook the page lists. */
const SHOWN = 10;

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  const uid = uidOf(actor);
  if (uid === null) throw refused("Sign in to see your webhooks.");
  const endpoints = await listEndpoints({ ownerKind: "person", ownerId: uid });
  return {
    endpoints: await Promise.all(
      endpoints.map(async (one) => ({ ...endpointView(one), deliveries: await listDeliveries(one.id, SHOWN) })),
    ),
  };
});

type Extra = { secret: string };
const byId = ({ text }: { text: (name: string) => string }) => ({ endpointId: text("endpointId") });

export const action = pageAction<Route.ActionArgs, Extra>({
  intents: {
    add: intent({
      command: createEndpoint,
      input: ({ actor, text, texts }) => ({
        ownerKind: "person",
        ownerId: uidOf(actor) ?? "",
        url: text("url"),
        description: text("description"),
        events: texts("events"),
      }),
      reply: ({ secret }) => ({ secret }),
    }),
    change: intent({
      command: changeEndpoint,
      input: (asked) => ({
        ...byId(asked),
        url: asked.text("url"),
        description: asked.text("description"),
        events: asked.texts("events"),
      }),
      done: "Webhook changed.",
    }),
    rotate: intent({ command: rotateSecret, input: byId, reply: ({ secret }) => ({ secret }) }),
    pause: intent({ command: pauseEndpoint, input: byId, done: "Webhook paused." }),
    resume: intent({
      command: resumeEndpoint,
      input: byId,
      done: ({ sent }) => (sent === 0 ? "Webhook resumed." : `Webhook resumed, and ${count(sent, "held event")} sent.`),
    }),
    remove: intent({ command: removeEndpoint, input: byId, done: "Webhook removed." }),
    test: intent({ command: testEndpoint, input: byId, done: "Test event sent. Its answer appears below." }),
    replay: intent({
      command: replayDelivery,
      input: ({ text }) => ({ deliveryId: text("deliveryId") }),
      done: "Event sent again. Its answer appears below.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Addresses that are told what happens to somebody's orders. */
export default function Webhooks({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("webhook."));
  const { endpoints } = loaderData;
  const answer = useLastAnswer(actionData);
  const isOfForm = answer?.form === "add" || answer?.form === "change";
  return (
    <Page width="reading">
      <PageTitle
        title="Webhooks"
        lede="We tell your own programs when something happens to your orders."
        actions={<Link to={`${API_DOCS}#webhooks`}>How to receive events</Link>}
      />
      <ProfileTabs />
      <DoneNote answer={answer} />
      {isOfForm ? null : <ErrorNote problem={answer?.error} />}
      {answer?.secret ? (
        <Notice tone="good" title="Copy the signing secret now">
          <p>Your program checks our signatures with it. You won&apos;t see it again, but you can make a new one.</p>
          <p className={styles.secret}>
            <CopyId id={answer.secret} label="secret" />
          </p>
        </Notice>
      ) : null}
      {endpoints.length === 0 ? (
        <EmptyState title="No webhooks">
          Add the address of your program. We send an event to it when an order is paid, delivered, and more.
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {endpoints.map((one) => (
            <li key={one.id} className={styles.endpoint}>
              <Endpoint it={one} answer={answer} />
            </li>
          ))}
        </ul>
      )}
      <ActionForm intent="add" label="Add a webhook" pending="Adding" answer={answer}>
        {({ problem, typed }) => <Fields problem={problem} typed={typed} />}
      </ActionForm>
    </Page>
  );
}

function Fields({
  problem,
  typed,
  chosen = EVENT_TYPES,
}: {
  problem: ShownProblem | undefined;
  typed: Partial<Record<string, string>>;
  chosen?: readonly string[];
}) {
  return (
    <>
      <TextInput
        name="url"
        type="url"
        label="Address"
        description="Starts with https://."
        defaultValue={typed.url ?? ""}
        maxLength={MAX_URL}
        error={fieldError(problem, "url")}
        required
      />
      <TextInput name="description" label="Description" defaultValue={typed.description ?? ""} maxLength={200} />
      <fieldset className={styles.scopes}>
        <legend>Events</legend>
        {EVENT_TYPES.map((type) => (
          <Checkbox
            key={type}
            name="events"
            value={type}
            label={EVENTS[type].says}
            description={type}
            defaultChecked={chosen.includes(type)}
          />
        ))}
        {fieldError(problem, "events") ? <p className={styles.error}>{fieldError(problem, "events")}</p> : null}
      </fieldset>
    </>
  );
}

type Shown = EndpointView & { deliveries: DeliveryView[] };

function Endpoint({ it, answer }: { it: Shown; answer: FormAnswer | undefined }) {
  const fields = { endpointId: it.id };
  const own = answer?.form === "change" && answer.typed?.endpointId === it.id ? answer : undefined;
  return (
    <>
      <p className={styles.url}>
        <strong>{it.url}</strong>
      </p>
      <p className={styles.what}>
        {it.description ? `${it.description}. ` : ""}
        {it.status === "paused" ? "Paused. " : ""}
        {it.events.length === EVENT_TYPES.length ? "All events" : it.events.join(", ")}. Added{" "}
        <Instant at={it.createdAt} show="day" />.
        <FailingSince at={it.failingSinceAt} />
      </p>
      <EndpointButtons
        it={it}
        what="webhook"
        sent="event"
        removal={{ title: "Remove this webhook?", body: "No more events are sent to this address." }}
      >
        <ConfirmButton
          size="xs"
          variant="default"
          title="Make a new signing secret?"
          body="For a day, events are signed with both secrets. Change your program in that time."
          confirm="Make new secret"
          fields={{ ...fields, intent: "rotate" }}
        >
          New secret
        </ConfirmButton>
      </EndpointButtons>
      <ActionForm intent="change" label="Change" submit="Save changes" pending="Saving" fields={fields} answer={own}>
        {({ problem, typed }) => (
          <Fields problem={problem} typed={{ url: it.url, description: it.description, ...typed }} chosen={it.events} />
        )}
      </ActionForm>
      <RecentDeliveries it={it} sent="events" />
    </>
  );
}
