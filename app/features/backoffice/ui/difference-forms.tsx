import { NativeSelect, Textarea } from "@mantine/core";
import { Form } from "react-router";
import { plural } from "#app/platform/rules/core/count.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { Candidate } from "../rules/reconciliation/suggestions.ts";
import type { ShownDifference } from "../server/reconciliation/read-reconciliation.ts";
import styles from "./finance.module.css";

type Of = {
  difference: ShownDifference;
  /** What it can be assigned to. */
  accounts: readonly AccountItem[];
  answer: FormAnswer | undefined;
};
export type AccountItem = { value: string; label: string };

/**
 * Assigns a difference to the person, or resolves it with a note and, for unassigned money, the account it belongs to.
 */
export function DifferenceForms({ difference, accounts, answer }: Of) {
  return (
    <div className={styles.resolve}>
      <TakeForm difference={difference} />
      {difference.duplicate && difference.lineId ? (
        <DecideDuplicates statementId={difference.duplicate.statementId} lineId={difference.lineId} seen={1} />
      ) : (
        <ResolveForm difference={difference} accounts={accounts} answer={answer} />
      )}
    </div>
  );
}

type FieldOf = { problem: ShownProblem | undefined; typed: Readonly<Record<string, string>> };

/** The note that explains what a difference was. */
export const NoteField = (of: FieldOf) => <WordsField {...of} name="note" label="Note" most={1_000} />;

/** Why something that was booked is taken back. */
export const ReasonField = ({ name = "note", ...of }: FieldOf & { name?: string }) => (
  <WordsField {...of} name={name} label="Reason" most={500} />
);

const WordsField = ({ problem, typed, name, label, most }: FieldOf & { name: string; label: string; most: number }) => (
  <Textarea
    name={name}
    label={label}
    required
    maxLength={most}
    autosize
    minRows={2}
    defaultValue={typed[name] ?? ""}
    error={fieldError(problem, name)}
  />
);

export function TakeForm({ difference }: Pick<Of, "difference">) {
  if (difference.owner !== null) return null;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="key" value={difference.key} />
      <SubmitButton name="intent" value="take" size="compact-sm" variant="default" pending="Assigning">
        Assign to me
      </SubmitButton>
    </Form>
  );
}

export function ResolveForm({
  difference,
  accounts,
  candidates = [],
  answer,
}: Of & { candidates?: readonly Candidate[] }) {
  const own = answer?.typed?.["key"] === difference.key || answer?.done ? answer : undefined;
  return (
    <ActionForm
      intent="resolve"
      label={difference.toMatch ? "Match by hand" : "Resolve"}
      starts={difference.toMatch !== null}
      submit={difference.toMatch ? "Match line" : "Resolve difference"}
      pending="Resolving"
      fields={{ key: difference.key }}
      answer={own}
    >
      {({ problem, typed }) => (
        <>
          {difference.needsAccount ? (
            <NativeSelect
              name="account"
              label={candidates.length > 0 ? "What it is, or the account it belongs to" : "Account it belongs to"}
              required
              defaultValue={typed["account"] ?? ""}
              data={[
                { value: "", label: "Choose" },
                ...(candidates.length > 0
                  ? [
                      {
                        group: "Payouts and organizations",
                        items: candidates.map(({ value, label }) => ({ value, label })),
                      },
                    ]
                  : []),
                {
                  group: "Accounts",
                  items: [...accounts],
                },
              ]}
            />
          ) : null}
          <NoteField problem={problem} typed={typed} />
        </>
      )}
    </ActionForm>
  );
}

/** Decides about probable duplicates of a statement: one line, or all of them. */
export function DecideDuplicates({
  statementId,
  lineId = "",
  seen,
}: {
  statementId: string;
  lineId?: string;
  /** How many there are. */
  seen: number;
}) {
  const all = seen === 1 ? "" : ` all ${seen}`;
  return (
    <Form method="post" preventScrollReset className={styles.decide}>
      <input type="hidden" name="intent" value="duplicates" />
      <input type="hidden" name="statementId" value={statementId} />
      <input type="hidden" name="lineId" value={lineId} />
      <input type="hidden" name="seen" value={seen} />
      <SubmitButton name="are" value="duplicates" size="compact-sm" variant="default" pending="Skipping">
        Skip{all} as {plural(seen, "duplicate")}
      </SubmitButton>
      <SubmitButton name="are" value="new" size="compact-sm" variant="default" pending="Booking">
        Book{all} as new
      </SubmitButton>
    </Form>
  );
}
