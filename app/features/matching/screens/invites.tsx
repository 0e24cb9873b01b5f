import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { Link, href } from "react-router";
import { useEffect, useRef } from "react";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { toast } from "#app/platform/browser/core/toast.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { SERVICE_LABELS, type Service } from "#app/features/pricing/rules/policy.ts";
import { ENGLISH_VARIANT_LABELS, type EnglishVariant, findSubfield } from "#app/features/pricing/rules/taxonomy.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { RelativeTime } from "#app/ui/instant.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { useIsFiltered } from "#app/ui/lists/list-controls.tsx";
import { PageKeys, pressOnPage } from "#app/ui/lists/list-keys.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { PausedNotice } from "#app/features/editors/ui/paused-notice.tsx";
import { countAsks } from "#app/features/quotes/server/list-asks.ts";
import { PAST_INVITES_LIST } from "../rules/invite-list.ts";
import { acceptInvite, takeFromPool } from "../server/accept-invite.ts";
import { ReadingsToDo } from "#app/features/orders/ui/review/readings-to-do.tsx";
import { countReadings } from "../server/readings/count-readings.ts";
import { type Readiness, findReadiness } from "../server/find-readiness.ts";
import { type EndedInvite, listEndedInvites, listJudgements, listOpenInvites } from "../server/list-invites.ts";
import { findEditorForMatching } from "../server/list-editors-for-matching.ts";
import { listPastInvites } from "../server/list-past-invites.ts";
import { declineInvite } from "../server/decline-invite.ts";
import { listUndoable, undoDecline } from "../server/undo-decline.ts";
import { UndoDeclines } from "../ui/undo-declines.tsx";
import { showSample } from "../server/show-sample.ts";
import { FoldedInvite, InviteCard } from "../ui/invite-card.tsx";
import { Judgements } from "../ui/judgements.tsx";
import { PastInvites } from "../ui/past-invites.tsx";
import styles from "./invites.module.css";
import type { Route } from "./+types/invites";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, `Invites${loaderData?.invites.length ? ` (${loaderData.invites.length})` : ""}`);

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your invites.");
  const at = now();
  const editor = await findEditorForMatching(actor.uid, null, at);
  const [open, judgements, ended, readiness] = [
    await listOpenInvites(actor, at, editor),
    await listJudgements(actor),
    await listEndedInvites(actor, at),
    await findReadiness(actor, at, editor),
  ];
  const past = await listPastInvites(actor, readListQuery(search, PAST_INVITES_LIST));
  return {
    ...open,
    judgements,
    ended,
    readiness,
    past,
    asks: await countAsks(actor, at),
    declined: await listUndoable(actor, at),
    readings: await countReadings(actor, at, editor),
  };
});

const BUTTONS = ["accept", "take", "decline", "undo", "sample"];

/** The actions of a card. The pressed button is named after its action, and its value names the card. */
export const action = pageAction<Route.ActionArgs, { about: string; sample: string }>({
  intentOf: (form) => BUTTONS.find((name) => form.has(name)) ?? "",
  intents: {
    accept: intent({
      command: acceptInvite,
      input: ({ text }) => ({ inviteId: text("accept") }),
      goTo: ({ orderId }) => href("/editor/orders/:orderId", { orderId }),
    }),
    take: intent({
      command: takeFromPool,
      input: ({ text }) => ({ orderId: text("take") }),
      goTo: ({ orderId }) => href("/editor/orders/:orderId", { orderId }),
    }),
    decline: intent({
      command: declineInvite,
      input: ({ text }) => ({
        inviteId: text("decline"),
        reason: text("reason") || undefined,
        note: text("note"),
      }),
      done: "Invite declined. It won't count against you.",
      reply: (_declined, { text }) => ({ about: text("decline") }),
    }),
    undo: intent({
      command: undoDecline,
      input: ({ text }) => ({ inviteId: text("undo") }),
      done: "Invite reopened.",
      reply: (_reopened, { text }) => ({ about: text("undo") }),
    }),
    sample: intent({
      command: showSample,
      input: ({ text }) => ({ inviteId: text("sample") }),
      reply: ({ sample }, { text }) => ({ about: text("sample"), sample }),
    }),
  },
  refused: (_problem, { intent: pressed, text }) => ({ about: text(pressed) }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** An editor's invites, the open pool, and why they were or weren't invited. Updates live. */
export default function Invites({ loaderData, actionData }: Route.ComponentProps) {
  const { invites, pool, judgements, ended, readiness, past, asks, declined, readings } = loaderData;
  const [first, ...more] = invites;
  const narrowed = useIsFiltered("outcome");
  useLive(
    (event) =>
      event.kind.startsWith("invite.") ||
      event.kind === "notification" ||
      /^(?:order|editor|quote|reading)\./.test(event.kind),
  );
  const answer = useLastAnswer(actionData);
  useLosses(ended, answer?.about);
  const shown = [...invites, ...pool].some((card) => card.key === answer?.about);
  return (
    <Page>
      <PageTitle
        title="Invites"
        lede={<p>The first editor to accept gets the order. Discounts don't affect your pay.</p>}
        actions={<Link to={href("/editor/quotes")}>Quote requests</Link>}
      />
      {/* The answered card is gone, so show the result above the cards. */}
      {answer && !shown ? (
        <div className={styles.answer} aria-live="polite">
          {answer.error ? (
            <ErrorNote problem={answer.error} />
          ) : answer.done ? (
            <Notice tone="good">{answer.done}</Notice>
          ) : null}
        </div>
      ) : null}
      {declined.length > 0 ? (
        <div className={styles.answer}>
          <UndoDeclines declined={declined} />
        </div>
      ) : null}
      {readings.open > 0 ? (
        <div className={styles.answer}>
          <ReadingsToDo {...readings} />
        </div>
      ) : null}
      {asks > 0 ? (
        <div className={styles.answer}>
          <Notice
            tone="attention"
            title={
              asks === 1 ? "We'd like to offer an author your time" : `We'd like to offer ${asks} authors your time`
            }
            action={<Link to={href("/editor/quotes")}>See the terms</Link>}
          >
            Agree or decline before we send them a custom quote.
          </Notice>
        </div>
      ) : null}
      {readiness?.pause ? (
        <div className={styles.answer}>
          <PausedNotice pause={readiness.pause} />
        </div>
      ) : null}
      {readiness && readiness.missing.length > 0 ? (
        <div className={styles.answer}>
          <Notice tone="attention" title="You can't get invites yet">
            <ul className={styles.plain}>
              {readiness.missing.map((m) => (
                <li key={m}>{m}</li>
              ))}
            </ul>
          </Notice>
        </div>
      ) : null}
      {first ? (
        <>
          <InviteCard key={first.key} card={first} answer={answer?.about === first.key ? answer : undefined} keys />
          {more.length > 0 ? (
            <Section title={count(more.length, "more invite")}>
              {more.map((card) => (
                <FoldedInvite key={card.key} card={card} answer={answer?.about === card.key ? answer : undefined} />
              ))}
            </Section>
          ) : null}
        </>
      ) : (
        <NoInvites readiness={readiness} />
      )}
      <Ended ended={ended} />
      {pool.length > 0 ? (
        <Section title="Open pool">
          <p className={styles.note}>
            No invited editor accepted these orders. The first editor to accept one gets it.
          </p>
          {pool.map((card) => (
            <FoldedInvite key={card.key} card={card} answer={answer?.about === card.key ? answer : undefined} />
          ))}
        </Section>
      ) : null}
      {judgements.length > 0 ? (
        <Fold id="why" title="Why was or wasn't I invited?" aside={count(judgements.length, "order")}>
          <Judgements judgements={judgements} />
        </Fold>
      ) : null}
      {past.total > 0 || narrowed ? (
        <Section title="Past invites" id="past">
          <PastInvites list={past} />
        </Section>
      ) : null}
      {first ? <PageKeys keys={KEYS} press={press} /> : null}
    </Page>
  );
}

const KEYS = [
  ["A", "Go to the button that accepts the first invite"],
  ["D", "Decline it. You can undo that"],
  ["S", "Show its sample"],
] as const;

/** Accepting is a promise, so its key only goes to the button: Enter accepts. */
function press(key: string): boolean {
  if (key !== "a") return ["d", "s"].includes(key) && pressOnPage(key);
  const accept = document.querySelector<HTMLElement>("[data-accept]");
  accept?.focus();
  return accept !== null;
}

/** Announces an invite that just ended, unless the reader just answered it. */
function useLosses(ended: readonly EndedInvite[], answered: string | undefined): void {
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    const before = known.current;
    known.current = new Set(ended.map((e) => e.inviteId));
    if (!before) return;
    for (const e of ended)
      if (!before.has(e.inviteId) && e.inviteId !== answered) toast(`${e.number}: ${ENDINGS[e.status]}`);
  }, [ended, answered]);
}

const ENDINGS: Record<EndedInvite["status"], string> = {
  lost: "another editor accepted first. It won't count against you.",
  withdrawn: "no longer available. It won't count against you.",
  expired: "this invite expired.",
};

function Ended({ ended }: { ended: readonly EndedInvite[] }) {
  if (ended.length === 0) return null;
  return (
    <ul className={styles.ended} aria-label="Invites that ended in the last 24 hours">
      {ended.map((e) => (
        <li key={e.inviteId}>
          <del className="figures">{formatMoney(e.payMinor, e.currency)}</del>{" "}
          <span>
            <b className="figures number">{e.number}</b>: {ENDINGS[e.status]}
          </span>{" "}
          <span className="soft">
            <RelativeTime at={e.at} /> ago
          </span>
        </li>
      ))}
    </ul>
  );
}

function NoInvites({ readiness }: { readiness: Readiness | null }) {
  if (!readiness)
    return (
      <EmptyState title="Invites are for editors" mark="stet">
        This account isn't an editor account, so it gets no invites.
      </EmptyState>
    );
  const { fields, services, variants, missing, pause, quietNow, openOrders, parallelOrders } = readiness;
  const full = parallelOrders !== null && openOrders >= parallelOrders;
  return (
    <EmptyState title="No invites right now" mark="caret">
      {missing.length > 0 ? (
        <p>Complete the steps above to get invites.</p>
      ) : pause ? (
        <p>You won't get new invites during the pause.</p>
      ) : full ? (
        <p>You have {count(openOrders, "open order")}, which is your limit. Invites resume when you deliver one.</p>
      ) : (
        <>
          <p>
            You'll get an invite when a paid order in{" "}
            {joinWords(
              fields.map((f) => findSubfield(f)?.subfield.label ?? f),
              "or",
            )}{" "}
            needs{" "}
            {joinWords(
              services.map((s) => (SERVICE_LABELS[s as Service] ?? s).toLowerCase()),
              "or",
            )}{" "}
            in{" "}
            {joinWords(
              variants.map((v) => ENGLISH_VARIANT_LABELS[v as EnglishVariant] ?? v),
              "or",
            )}{" "}
            and fits your availability. We'll notify you here and by email.
          </p>
          {quietNow ? <p>It's your quiet hours now. Invites resume when they end.</p> : null}
        </>
      )}
    </EmptyState>
  );
}
