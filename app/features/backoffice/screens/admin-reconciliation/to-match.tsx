import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { Form, Link, useSearchParams } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageOf } from "#app/platform/rules/core/list-query.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { BulkForm } from "#app/ui/lists/bulk.tsx";
import { Pager } from "#app/ui/lists/list-controls.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Money } from "#app/ui/money.tsx";
import { Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { ShownDifference } from "../../server/reconciliation/read-reconciliation.ts";
import { NoteField, ResolveForm, TakeForm } from "../../ui/difference-forms.tsx";
import { MOST_CANDIDATES, agreedTo, sumOfParts } from "../../rules/reconciliation/suggestions.ts";
import styles from "../../ui/finance.module.css";
import { type Reconciled, day } from "./reconciled.ts";

const FORM = "to-match";
const KEYS = [
  ["m", "Match the row as suggested"],
  ["s", "Split the row"],
] as const;
/** So few that the page isn't long on a phone. */
const PER_PAGE = 15;
/** How many parts the form has room for. */
const PARTS = [1, 2, 3, 4];

/** A bank line that nobody has explained yet. */
type Line = ShownDifference & { toMatch: NonNullable<ShownDifference["toMatch"]> };
export const isLine = (difference: ShownDifference): difference is Line => difference.toMatch !== null;

/** What a line is agreed to be: as the server found it, which compares it again. */
const agreed = ({ key, toMatch }: Line): string => `${key} ${toMatch.suggestion ? agreedTo(toMatch.suggestion) : ""}`;

/**
 * Bank lines that nobody has explained, each with what it probably is, why, and what matching it books. Only the line
 * whose link was followed has its forms: two hundred of them would be a heavy page.
 */
export function ToMatch({
  lines: all,
  asked,
  chosen,
  find,
  accounts,
  answer,
}: {
  lines: readonly Line[];
  /** The page in the URL, or null: then it's the chosen line's. */
  asked: number | null;
  /** The line that's matched by hand. */
  chosen: Reconciled["chosen"];
  /** The words of what it's several of. */
  find: string;
  /** What a line can be assigned to. */
  accounts: Reconciled["assignable"];
  answer: FormAnswer | undefined;
}) {
  const at = all.findIndex((line) => line.lineId === chosen?.lineId);
  const { page, pages, offset, limit } = pageOf(
    all.length,
    asked ?? Math.floor(Math.max(at, 0) / PER_PAGE) + 1,
    PER_PAGE,
  );
  const lines = all.slice(offset, offset + limit);
  const suggested = lines.filter((line) => line.toMatch.suggestion).length;
  return (
    <Section title={all.length > 0 ? `To match (${all.length})` : "To match"}>
      <div className={styles.toMatch}>
        <DataTable
          caption="Bank lines to match"
          compact
          rows={lines}
          rowKey={agreed}
          keys={KEYS}
          footer={pages > 1 ? <Pager total={all.length} more={false} page={page} pages={pages} noun="line" /> : null}
          select={{
            form: FORM,
            label: (line) => line.toMatch.says || "a line without text",
            can: (line) => line.toMatch.suggestion !== null,
            bar:
              suggested > 0 ? (
                <BulkForm id={FORM} label="Selected lines">
                  <SubmitButton name="intent" value="accept" size="compact-sm" variant="default" pending="Matching">
                    Match as suggested
                  </SubmitButton>
                </BulkForm>
              ) : null,
          }}
          columns={[
            {
              key: "day",
              header: "Date",
              cell: (line) => <span className={styles.nowrap}>{day(line.toMatch.day)}</span>,
            },
            {
              key: "text",
              header: "Bank line",
              narrow: "title",
              cell: (line) => (
                <>
                  <Link to={`?line=${line.lineId}`} preventScrollReset className={styles.says}>
                    {line.toMatch.says || <span className="soft">no text</span>}
                  </Link>
                  {line.toMatch.reference ? <span className={styles.books}>{line.toMatch.reference}</span> : null}
                  {line.owner ? <span className={styles.under}>{line.owner} is looking into it.</span> : null}
                </>
              ),
            },
            {
              key: "amount",
              header: "Amount",
              align: "end",
              cell: (line) => (
                <span className={styles.nowrap}>
                  <Money minor={line.amountMinor} currency={line.currency} />
                </span>
              ),
            },
            { key: "suggestion", header: "Suggestion", cell: (line) => <Suggested line={line} /> },
            {
              key: "act",
              header: "Match",
              cell: (line) => (
                <Acts
                  line={line}
                  chosen={line.lineId === chosen?.lineId ? chosen : null}
                  close={page > 1 ? `?page=${page}` : "?"}
                  find={find}
                  accounts={accounts}
                  answer={answer}
                />
              ),
            },
          ]}
          empty={
            <EmptyState title="Every bank line is matched" mark="check">
              Lines of imported statements that nothing explains appear here, each with a suggestion if there is one.
            </EmptyState>
          }
        />
      </div>
    </Section>
  );
}

function Suggested({ line: { toMatch } }: { line: Line }) {
  if (!toMatch.suggestion) return <span className="soft">No suggestion</span>;
  const { choice, label, reason, books } = toMatch.suggestion;
  const [kind, id] = [choice.slice(0, choice.indexOf(":")), choice.slice(choice.indexOf(":") + 1)];
  const to =
    kind === "run"
      ? `/admin/payouts/bank-batch?run=${id}`
      : kind === "payout"
        ? `/admin/payout-history?payout=${id}`
        : null;
  return (
    <>
      <span className={styles.suggested}>
        {to ? <Link to={to}>{label}</Link> : label} <span className={styles.under}>{reason}</span>
      </span>
      <span className={styles.books}>{books}</span>
    </>
  );
}

function Acts({
  line,
  chosen,
  close,
  find,
  accounts,
  answer,
}: {
  line: Line;
  chosen: Reconciled["chosen"];
  /** The page's address without its forms. */
  close: string;
  find: string;
  accounts: Reconciled["assignable"];
  answer: FormAnswer | undefined;
}) {
  return (
    <>
      <div className={styles.acts} data-chosen={chosen ? "" : undefined}>
        {line.toMatch.suggestion ? (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="id" value={agreed(line)} />
            <SubmitButton name="intent" value="accept" size="compact-sm" pending="Matching" data-key="m">
              Match
            </SubmitButton>
          </Form>
        ) : null}
        <TakeForm difference={line} />
        <Button
          className={styles.find}
          data-only={line.toMatch.suggestion ? undefined : ""}
          component={Link}
          to={chosen ? close : `?line=${line.lineId}`}
          preventScrollReset
          size="compact-sm"
          variant="default"
          data-open=""
        >
          {chosen ? "Close" : "Find a match"}
        </Button>
        {chosen ? null : (
          <Button
            component={Link}
            to={`?line=${line.lineId}&split`}
            preventScrollReset
            size="compact-sm"
            variant="subtle"
            data-key="s"
          >
            Split
          </Button>
        )}
      </div>
      {chosen ? (
        <>
          <ResolveForm difference={line} accounts={accounts} candidates={chosen.candidates} answer={answer} />
          {chosen.parts.length > 1 || chosen.candidates.length >= MOST_CANDIDATES || find !== "" ? (
            <SeveralForm line={line} parts={chosen.parts} find={find} answer={answer} />
          ) : null}
          <SplitForm line={line} accounts={accounts} answer={answer} />
        </>
      ) : null}
    </>
  );
}

/**
 * Matches a line with several payouts, documents, or balances that add up to it. What's selected stays while others are
 * searched for.
 */
function SeveralForm({
  line,
  parts,
  find,
  answer,
}: {
  line: Line;
  parts: NonNullable<Reconciled["chosen"]>["parts"];
  find: string;
  answer: FormAnswer | undefined;
}) {
  const own = answer?.typed?.["key"] === line.key || answer?.done ? answer : undefined;
  const [chosen, setChosen] = useState<typeof parts>([]);
  const isChosen = (value: string) => chosen.some((one) => one.value === value);
  const sumMinor = sumOfParts(chosen);
  const shown = [...chosen, ...parts.filter((part) => !isChosen(part.value))];
  return (
    <>
      <Form method="get" preventScrollReset className={styles.decide}>
        <input type="hidden" name="line" value={line.lineId ?? ""} />
        <TextInput
          name="find"
          type="search"
          size="xs"
          aria-label="Find payouts, documents, and organizations"
          placeholder="Number or name"
          defaultValue={find}
          maxLength={80}
        />
        <Button type="submit" size="compact-sm" variant="default">
          Find several
        </Button>
      </Form>
      <ActionForm
        intent="several"
        label="Match with several"
        submit="Match with these"
        pending="Matching"
        starts={find !== ""}
        fields={{ key: line.key }}
        answer={own}
      >
        {({ problem, typed }) => (
          <>
            <fieldset className={styles.several}>
              <legend>What it is together</legend>
              {shown.map((part) => (
                <label key={part.value}>
                  <input
                    type="checkbox"
                    name="parts"
                    value={part.value}
                    checked={isChosen(part.value)}
                    onChange={() =>
                      setChosen((all) =>
                        isChosen(part.value) ? all.filter((one) => one.value !== part.value) : [...all, part],
                      )
                    }
                  />
                  {part.label}
                </label>
              ))}
            </fieldset>
            {parts.length === 0 ? <p>Nothing with these words is part of this line.</p> : null}
            <p aria-live="polite">
              {line.amountMinor === sumMinor
                ? "They add up to the line."
                : `Selected: ${formatMoney(Math.abs(sumMinor), line.currency)} of ${formatMoney(Math.abs(line.amountMinor), line.currency)}.`}
            </p>
            <NoteField problem={problem} typed={typed} />
          </>
        )}
      </ActionForm>
    </>
  );
}

/** Assigns parts of a line to several accounts. */
function SplitForm({
  line,
  accounts,
  answer,
}: {
  line: Line;
  accounts: Reconciled["assignable"];
  answer: FormAnswer | undefined;
}) {
  const own = answer?.typed?.["key"] === line.key || answer?.done ? answer : undefined;
  const starts = useSearchParams()[0].has("split");
  return (
    <ActionForm
      intent="split"
      label="Split"
      starts={starts}
      submit="Book the parts"
      pending="Booking"
      fields={{ key: line.key, currency: line.currency }}
      answer={own}
    >
      {({ problem, typed }) => (
        <>
          {PARTS.map((n) => (
            <div key={n} className={styles.form}>
              <NativeSelect
                name="part"
                label={`Account of part ${n}`}
                data={[{ value: "", label: n > 2 ? "None" : "Choose" }, ...accounts]}
              />
              <TextInput name="amount" label={`Amount of part ${n}`} inputMode="decimal" maxLength={20} />
            </div>
          ))}
          <NoteField problem={problem} typed={typed} />
        </>
      )}
    </ActionForm>
  );
}
