import { Textarea } from "@mantine/core";
import { Link, data, useSearchParams } from "react-router";
import { actorContext } from "#app/context.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { isAdmin } from "#app/platform/rules/core/actor.ts";
import { Problem, refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/core/problem.ts";
import { formText, formTexts } from "#app/platform/rules/core/form-text.ts";
import { releaseOrder } from "#app/features/orders/server/lifecycle/release-order.ts";
import { SERVICES, SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { FIELDS, findSubfield } from "#app/features/pricing/rules/taxonomy.ts";
import { readPageForm } from "#app/platform/server/core/read-body.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant, RelativeTime } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Notice, type ShownProblem } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { StatusBadge, type StatusTone } from "#app/ui/status-badge.tsx";
import { assignEditor } from "../server/assign-editor.ts";
import { findSearch } from "../server/find-search.ts";
import { listCandidates } from "../server/list-candidates.ts";
import { SEARCH_LIST, type SearchRow, listSearches } from "../server/list-searches.ts";
import { SearchPanel } from "../ui/search-panel.tsx";
import type { Route } from "./+types/editor-matching";
import styles from "../ui/search-panel.module.css";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `${loaderData?.search ? `${loaderData.search.number} · ` : ""}Editor matching · ${loaderData?.siteName ?? ""}`,
  },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (!isAdmin(actor)) return problemResponse(refused("Only an admin can choose editors manually."));
  const asked = new URL(request.url).searchParams;
  const orderId = asked.get("order");
  const at = now();
  try {
    const search = orderId ? await findSearch(actor, orderId, at) : null;
    return {
      list: await listSearches(actor, readListQuery(asked, SEARCH_LIST), at),
      search,
      never: Boolean(orderId && !search),
      candidates: search?.looking ? await listCandidates(actor, search.id, at) : [],
      siteName: config().siteName,
    };
  } catch (error) {
    return problemResponse(error);
  }
}

type Answer = { form: string; error?: ShownProblem; typed?: Record<string, string>; done?: string };

export async function action({ context, request }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const form = await readPageForm(request);
  const orderId = new URL(request.url).searchParams.get("order") ?? "";
  const intent = formText(form, "intent");
  try {
    if (intent === "assign") {
      await assignEditor(actor, { orderId, editorId: formText(form, "editorId"), reason: formText(form, "reason") });
      return data<Answer>({ form: intent, done: "Editor assigned." });
    }
    if (intent === "release") {
      await releaseOrder(actor, { orderId, reason: formText(form, "reason") });
      return data<Answer>({
        form: intent,
        done: "Editor removed. We’re looking for another editor, or you can assign one here.",
      });
    }
    return data<Answer>(
      { form: intent, error: { message: "Unknown action.", advice: "Reload the page and try again." } },
      { status: 422 },
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return data<Answer>({ form: intent, error: error.toJSON(), typed: formTexts(form) }, { status: error.status });
  }
}

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
  const answer = useLastAnswer(actionData as Answer | undefined);
  const [asked] = useSearchParams();
  const csvHref = useCsvHref("/api/csv/searches");
  const narrowed = useIsFiltered("show", "service", "field");
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
            We’ll look for an editor once it’s paid.
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
              <p>The work so far is kept. We’ll notify the editor and the author.</p>
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
      <DataTable
        caption={assigned ? "Orders with an editor" : "Orders looking for an editor"}
        rows={list.rows}
        rowKey={(r) => r.id}
        rowTo={(r) => pick(r.id)}
        isLate={(r) => r.stage === "client" && !assigned}
        defaultSort="due"
        csvHref={csvHref}
        toolbar={
          <FilterBar
            placeholder="Number, title, editor"
            filters={[
              {
                name: "show",
                label: "Show",
                choices: [
                  ["", "Looking for an editor"],
                  ["support", "Support notified (40%)"],
                  ["client", "Author has options (60%)"],
                  ["pool", "In the open pool"],
                  ["assigned", "With an editor"],
                ],
              },
              {
                name: "service",
                label: "Service",
                choices: [["", "Any"], ...SERVICES.map((s) => [s, SERVICE_LABELS[s]] as const)],
              },
              {
                name: "field",
                label: "Field",
                choices: [["", "Any"], ...FIELDS.map((f) => [f.slug, f.label] as const)],
              },
            ]}
          />
        }
        columns={[
          {
            key: "number",
            header: "Order",
            sortable: true,
            cell: (r) => (
              <span className="figures" style={{ whiteSpace: "nowrap" }}>
                {r.number}
              </span>
            ),
          },
          { key: "title", header: "Manuscript", cell: (r) => r.title },
          { key: "service", header: "Service", cell: (r) => (isService(r.service) ? SERVICE_LABELS[r.service] : "") },
          {
            key: "field",
            header: "Subfield",
            narrow: "hidden",
            cell: (r) => findSubfield(r.field)?.subfield.label ?? r.field,
          },
          {
            key: "words",
            header: "Words",
            align: "end",
            sortable: true,
            cell: (r) => <span className="figures">{r.words.toLocaleString("en-US")}</span>,
          },
          {
            key: "began",
            header: "Looking for",
            sortable: true,
            cell: (r) => (assigned ? "" : <RelativeTime at={r.beganAt} />),
          },
          assigned
            ? { key: "editor", header: "Editor", cell: (r: SearchRow) => r.editorName ?? "" }
            : {
                key: "stage",
                header: "Stage",
                cell: (r: SearchRow) => <StatusBadge tone={STAGES[r.stage][1]}>{STAGES[r.stage][0]}</StatusBadge>,
              },
          {
            key: "invites",
            header: "Invites",
            cell: (r) =>
              assigned ? `${r.invited} sent` : `${r.invited} sent, ${r.open} open${r.inPool ? ", open pool" : ""}`,
          },
          { key: "due", header: "Author’s due date", sortable: true, cell: (r) => <Instant at={r.dueAt} /> },
        ]}
        empty={
          narrowed ? (
            <EmptyState
              title="No orders match"
              mark="stet"
              action={<Link to="/admin/editormatching">Clear filters</Link>}
            >
              Remove a filter or use fewer search terms.
            </EmptyState>
          ) : (
            <EmptyState
              title="No orders are looking for an editor"
              mark="check"
              action={<Link to="/admin/editormatching?show=assigned">Show orders with an editor</Link>}
            >
              Paid orders appear here until an editor accepts them.
            </EmptyState>
          )
        }
        footer={<Pager {...list} noun="order" />}
      />
    </Page>
  );
}
