import { Form } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { readPageNumber } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { readProviderAccount } from "#app/features/payments/server/provider/read-provider-account.ts";
import type { FormAnswer } from "#app/ui/action-form.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { DoneNote, ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { PageTabs } from "#app/ui/frame/page-tabs.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { TaskProgress } from "#app/ui/frame/task-progress.tsx";
import { textOfBankFile } from "../rules/bank-files/bank-text.ts";
import type { ColumnsPreview } from "../rules/bank-files/csv-preview.ts";
import { RECONCILIATION_VIEWS } from "../rules/reconciliation/reconciliation.ts";
import { undoRule } from "../server/reconciliation/book-by-rules.ts";
import { matchSeveral } from "../server/reconciliation/match-several.ts";
import { removeBankRule, saveBankRule } from "../server/reconciliation/bank-rules.ts";
import { detailsWords } from "../server/reconciliation/add-details.ts";
import { importedWords } from "../server/reconciliation/import-lines.ts";
import { importStatement } from "../server/reconciliation/import-statement.ts";
import { UncheckedColumns, checkColumns } from "../server/reconciliation/preview-columns.ts";
import { onlyAdmins, readReconciliation } from "../server/reconciliation/read-reconciliation.ts";
import { readStatementLines } from "../server/reconciliation/read-statement-lines.ts";
import { reconcileNow } from "../server/reconciliation/record-differences.ts";
import {
  acceptSuggestions,
  resolveDifference,
  splitLine,
  takeDifference,
} from "../server/reconciliation/resolve-difference.ts";
import { reverseStatement, reversedWords } from "../server/reconciliation/reverse-statement.ts";
import { decideDuplicates, undoMatch } from "../server/reconciliation/undo-match.ts";
import { DifferenceForms } from "../ui/difference-forms.tsx";
import type { Route } from "./+types/admin-reconciliation";
import type { Reconciled } from "./admin-reconciliation/reconciled.ts";
import { Balance } from "./admin-reconciliation/balance.tsx";
import { DayByDay } from "./admin-reconciliation/day-by-day.tsx";
import { InTransit } from "./admin-reconciliation/in-transit.tsx";
import { Resolved, about } from "./admin-reconciliation/differences.tsx";
import { layoutOf } from "./admin-reconciliation/layout-of.ts";
import { Rules } from "./admin-reconciliation/rules.tsx";
import { partsTyped } from "./admin-reconciliation/parts-typed.ts";
import { StatementLines } from "./admin-reconciliation/statement-lines.tsx";
import { Statements } from "./admin-reconciliation/statements.tsx";
import { ToMatch, isLine } from "./admin-reconciliation/to-match.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Reconciliation");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const statementId = search.get("statement");
  const find = (search.get("find") ?? "").trim().slice(0, 80);
  const linesPage = Math.min(1_000, Math.max(1, Math.trunc(Number(search.get("lines") ?? 1)) || 1));
  const view = RECONCILIATION_VIEWS.find(({ key }) => key === search.get("view"))?.key ?? "match";
  return {
    ...(await readReconciliation(actor, { view, line: search.get("line"), rule: search.get("rule"), find })),
    find,
    view,
    page: search.has("page") ? readPageNumber(search) : null,
    opened: statementId ? await readStatementLines(actor, statementId, linesPage) : null,
  };
});

export const action = pageAction<Route.ActionArgs, { columns: ColumnsPreview }>({
  takesFiles: true,
  intents: {
    import: intent({
      command: importStatement,
      input: async ({ form, text, texts, actor }) => {
        const file = form.get("file");
        if (!(file instanceof File) || file.size === 0) throw invalid("file", "Choose the statement's file first.");
        const content = textOfBankFile(new Uint8Array(await file.arrayBuffer()));
        const layout = layoutOf(text, texts);
        await checkColumns(actor, content, text("account"), layout);
        return {
          fileName: file.name.slice(0, 200),
          text: content,
          opening: text("opening"),
          account: text("account"),
          ...(layout ? { layout } : {}),
        };
      },
      done: ({ again, taskId, otherCurrencies = [], details, ...imported }) => {
        if (details) return detailsWords(details);
        if (again) return "This statement was imported before. Nothing has changed.";
        const left =
          otherCurrencies.length > 0
            ? ` Lines in ${joinWords(otherCurrencies)} weren't imported. Export the statement of each of these currencies on its own.`
            : "";
        if (taskId) return `Import of ${count(imported.lines, "line")} started${left && `.${left}`}`;
        return `Statement imported: ${importedWords(imported)}${left}`;
      },
    }),
    reverse: intent({
      command: reverseStatement,
      input: ({ text }) => ({ statementId: text("statementId"), why: text("why") }),
      done: (done) => ("taskId" in done ? "Reversal started" : `Import reversed: ${reversedWords(done.result)}`),
    }),
    duplicates: intent({
      command: decideDuplicates,
      input: ({ text }) => ({
        statementId: text("statementId"),
        lineId: text("lineId"),
        seen: text("seen"),
        are: text("are"),
      }),
      done: ({ count: many }, { text }) => {
        const lines = count(many, "line");
        return text("are") === "duplicates" ? `${lines} skipped as duplicate` : `${lines} booked`;
      },
    }),
    undo: intent({
      command: undoMatch,
      input: ({ text }) => ({ lineId: text("lineId"), note: text("note") }),
      done: "Assignment undone. The line is an open difference again.",
    }),
    compare: async ({ actor }) => {
      onlyAdmins(actor);
      await readProviderAccount(now());
      await reconcileNow(actor);
      return { done: "Provider, ledger, and bank compared" };
    },
    take: intent({
      command: takeDifference,
      input: ({ text }) => ({ key: text("key") }),
      done: "Difference assigned to you",
    }),
    accept: intent({
      command: acceptSuggestions,
      input: ({ texts }) => ({ lines: texts("id") }),
      done: ({ count: many }) => `${count(many, "line")} matched`,
    }),
    split: intent({
      command: splitLine,
      input: ({ text, texts }) => ({
        key: text("key"),
        note: text("note"),
        parts: partsTyped(texts("part"), texts("amount"), text("currency")),
      }),
      done: "Line split",
    }),
    "save-rule": intent({
      command: saveBankRule,
      input: ({ text }) => ({
        words: text("words"),
        direction: text("direction"),
        account: text("account"),
        alone: text("alone") !== "",
        inputTax: text("inputTax"),
        reverseCharge: text("reverseCharge") !== "",
        supplierInEu: text("reverseCharge") === "eu",
      }),
      done: ({ booked }) => (booked > 0 ? `Rule saved, ${count(booked, "line")} booked` : "Rule saved"),
    }),
    "undo-rule": intent({
      command: undoRule,
      input: ({ text }) => ({ id: text("ruleId"), seen: text("seen"), note: text("note") }),
      done: ({ count: many }) => `${count(many, "booking")} undone. From now on, this rule only suggests.`,
    }),
    several: intent({
      command: matchSeveral,
      input: ({ text, texts }) => ({ key: text("key"), note: text("note"), parts: texts("parts") }),
      done: ({ count: many }) => `Line matched with ${many}`,
    }),
    "remove-rule": intent({
      command: removeBankRule,
      input: ({ text }) => ({ id: text("ruleId") }),
      done: "Rule removed",
    }),
    resolve: intent({
      command: resolveDifference,
      input: ({ text }) => ({ key: text("key"), note: text("note"), account: text("account") }),
      done: "Resolved",
    }),
  },
  refused: (problem, { text, texts }) => {
    if (problem instanceof UncheckedColumns) return { columns: problem.preview };
    const layout = layoutOf(text, texts);
    return layout ? { columns: { layout, rows: [] } } : {};
  },
  typed: ({ text }) => ({
    key: text("key"),
    note: text("note"),
    account: text("account"),
    opening: text("opening"),
    lineId: text("lineId"),
    why: text("why"),
    words: text("words"),
    direction: text("direction"),
    ruleId: text("ruleId"),
  }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/**
 * Whether the card provider, the ledger, and the bank agree, what is on its way between them, and what somebody must
 * explain.
 */
export default function AdminReconciliation({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => /^(books|payment|refund|payout)/.test(event.kind));
  const answer = useLastAnswer(actionData);
  const { balances, open, ended, transit, statements, accounts, days, tasks, opened, rules, view, chosen } = loaderData;
  return (
    <Page width="full">
      <PageTitle
        title="Reconciliation"
        actions={
          <Form method="post">
            <SubmitButton name="intent" value="compare" variant="default" pending="Comparing">
              Compare now
            </SubmitButton>
          </Form>
        }
      />
      {answer?.error &&
      !["import", "resolve", "reverse", "undo", "split", "several", "save-rule", "undo-rule"].includes(answer.form) ? (
        <ErrorNote problem={answer.error} />
      ) : null}
      <DoneNote answer={answer} />
      <TaskProgress tasks={tasks} />
      {balances.map((b) => (
        <Balance key={b.currency} b={b} open={open.length} transit={transit.length} comparedAt={days[0]?.madeAt} />
      ))}
      {opened ? <StatementLines of={opened} answer={answer} /> : null}
      <PageTabs
        label="Views of the reconciliation"
        shown={view}
        tabs={RECONCILIATION_VIEWS.map(({ key, label }) => ({
          key,
          label,
          to: key === "match" ? "?" : `?view=${key}`,
          ...(key === "match" ? { count: open.length } : {}),
        }))}
      />
      {view === "match" ? (
        <>
          <ToMatch
            lines={open.filter(isLine)}
            asked={loaderData.page}
            chosen={chosen}
            find={loaderData.find}
            accounts={loaderData.assignable}
            answer={answer}
          />
          <OtherDifferences open={open} assignable={loaderData.assignable} answer={answer} />
          <Statements statements={statements} accounts={accounts} answer={answer} />
        </>
      ) : null}
      {view === "matched" ? <Resolved ended={ended} answer={answer} /> : null}
      {view === "transit" ? <InTransit transit={transit} /> : null}
      {view === "rules" ? (
        <Rules rules={rules} booked={loaderData.booked} assignable={loaderData.assignable} answer={answer} />
      ) : null}
      {view === "days" ? <DayByDay days={days} /> : null}
    </Page>
  );
}

/** Differences that aren't bank lines. While there are lines to match, it isn't said that there are no others. */
function OtherDifferences({
  open,
  assignable,
  answer,
}: Pick<Reconciled, "open" | "assignable"> & { answer: FormAnswer | undefined }) {
  const others = open.filter((difference) => !isLine(difference));
  if (others.length === 0 && open.length > 0) return null;
  return (
    <Section title="Other differences">
      <DataTable
        caption="Other differences"
        rows={others}
        rowKey={(d) => d.key}
        columns={[
          ...about,
          { key: "owner", header: "Owner", cell: (d) => d.owner ?? <span className="soft">none</span> },
          {
            key: "act",
            header: "Resolve",
            cell: (d) => <DifferenceForms difference={d} accounts={assignable} answer={answer} />,
          },
        ]}
        empty={
          <EmptyState title="No other differences" mark="check">
            Provider, ledger, and bank are compared every day. Any differences appear here.
          </EmptyState>
        }
      />
    </Section>
  );
}
