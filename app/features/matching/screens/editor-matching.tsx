import { Textarea } from "@mantine/core";
import { Link, useSearchParams } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { releaseOrder } from "#app/features/orders/server/lifecycle/release-order.ts";
import { WordsKept } from "#app/features/orders/ui/draft/words-kept.tsx";
import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { findSubfield } from "#app/features/pricing/rules/taxonomy.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant, RelativeTime } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { assignEditor } from "../server/assign-editor.ts";
import { findSearch } from "../server/find-search.ts";
import { listCandidates } from "../server/list-candidates.ts";
import { listSearches } from "../server/list-searches.ts";
import { SearchPanel } from "../ui/search-panel.tsx";
import type { Route } from "./+types/editor-matching";
import styles from "../ui/search-panel.module.css";
import { SEARCH_LIST, type SearchRow } from "#app/features/matching/rules/search-list.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, `${loaderData?.search ? `${loaderData.search.number} · ` : ""}Editor matching`);

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (!may(actor, "orders")) throw refused("Only an admin can choose editors manually.");
  const asked = search;
  const orderId = asked.get("order");
  const at = now();
  const opened = orderId ? await findSearch(actor, orderId, at) : null;
  return {
    list: await listSearches(actor, readListQuery(asked, SEARCH_LIST), at),
    search: opened,
    never: Boolean(orderId && !opened),
    candidates: opened?.looking ? await listCandidates(actor, opened.id, at) : [],
  };
});

export const action = pageAction<Route.ActionArgs>({
  intents: {
    assign: intent({
      command: assignEditor,
      input: ({ search, text }) => ({
        orderId: search.get("order") ?? "",
        editorId: text("editorId"),
        reason: text("reason"),
      }),
      done: "Editor assigned.",
    }),
    release: intent({
      command: releaseOrder,
      input: ({ search, text }) => ({
        orderId: search.get("order") ?? "",
        reason: text("reason"),
        words: text("words"),
      }),
      done: "Editor removed. We're looking for another editor, or you can assign one here.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const STAGES: Record<SearchRow["stage"], [string, StatusTone]> = {
  matching: ["Sending invites", "active"],
  support: ["Support notified", "waiting"],
  client: ["Author has options", "late"],
};

/** Orders looking for an editor. For the selected one: candidates with reasons, and the search forecast. */
export default function EditorMatching({ loaderData, actionData }: Route.ComponentProps) {
  const { list, search, candidates, never } = loaderData;
  useLive(
    (event) =>
      event.kind.startsWith("invite.") || event.kind.startsWith("order.") || event.kind.startsWith("matching."),
  );
  const answer = useLastAnswer(actionData);
  const [asked] = useSearchParams();
  const assigned = asked.get("show") === "assigned";
  const pick = (id: string) => {
    const next = new URLSearchParams(asked);
    next.set("order", id);
    return `?${next}`;
  };
  return (
    <Page width="full">
      <PageTitle title="Editor matching" />
      {answer?.done && !answer.error ? (
        <div className={styles.notice} aria-live="polite">
          <Notice tone="good">{answer.done}</Notice>
        </div>
      ) : null}
      {never ? (
        <div className={styles.notice}>
          <Notice tone="attention" title="This order was never paid">
            We'll look for an editor once it's paid.
          </Notice>
        </div>
      ) : null}
      {search ? (
        <SearchPanel
          search={search}
          candidates={candidates}
          answer={answer?.error ? answer : undefined}
          release={
            <>
              <p>The work so far is kept. We'll notify the editor and the author.</p>
              {search.delivered ? null : <WordsKept billableWords={search.words} />}
              <Textarea
                name="reason"
                label="Reason (shown to the editor)"
                required
                minLength={3}
                maxLength={1_000}
                autosize
                minRows={2}
              />
            </>
          }
        />
      ) : null}
      <ListTable
        list={SEARCH_LIST}
        page={list}
        cells={{
          number: (r) => (
            <span className="figures" style={{ whiteSpace: "nowrap" }}>
              {r.number}
            </span>
          ),
          title: true,
          service: (r) => (isService(r.service) ? SERVICE_LABELS[r.service] : ""),
          field: (r) => findSubfield(r.field)?.subfield.label ?? r.field,
          words: (r) => <span className="figures">{r.words.toLocaleString("en-US")}</span>,
          began: (r) => (assigned ? "" : <RelativeTime at={r.beganAt} />),
          editor: assigned ? (r) => r.editorName ?? "" : undefined,
          stage: assigned
            ? undefined
            : (r) => <StatusBadge tone={STAGES[r.stage][1]}>{STAGES[r.stage][0]}</StatusBadge>,
          invites: (r) =>
            assigned ? `${r.invited} sent` : `${r.invited} sent, ${r.open} open${r.inPool ? ", open pool" : ""}`,
          due: (r) => <Instant at={r.dueAt} />,
        }}
        rowKey={(r) => r.id}
        rowTo={(r) => pick(r.id)}
        isLate={(r) => r.stage === "client" && !assigned}
        caption={assigned ? "Orders with an editor" : SEARCH_LIST.caption}
        noMatch={
          <EmptyState title="No orders match" mark="stet" action={<Link to={SEARCH_LIST.home}>Clear filters</Link>}>
            Remove a filter or use fewer search terms.
          </EmptyState>
        }
        empty={
          <EmptyState
            title="No orders are looking for an editor"
            mark="check"
            action={<Link to="/admin/editormatching?show=assigned">Show orders with an editor</Link>}
          >
            Paid orders appear here until an editor accepts them.
          </EmptyState>
        }
      />
    </Page>
  );
}
