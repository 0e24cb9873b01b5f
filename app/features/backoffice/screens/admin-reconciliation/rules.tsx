import { NativeSelect, TextInput } from "@mantine/core";
import { Form } from "react-router";
import { choiceLabel } from "#app/features/payments/rules/ledger/account-choice.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { DIRECTIONS, DIRECTION_WORDS } from "../../rules/reconciliation/suggestions.ts";
import styles from "../../ui/finance.module.css";
import type { Reconciled } from "./reconciled.ts";

/** Rules that say which account bank lines with some words belong to. */
export function Rules({
  rules,
  assignable,
  answer,
}: Pick<Reconciled, "rules" | "assignable"> & { answer: FormAnswer | undefined }) {
  return (
    <Section title="Rules">
      <p className={styles.note}>
        A rule suggests an account for each bank line with its words. Lines with the same text as one that you assigned
        before are suggested without a rule.
      </p>
      <ActionForm intent="save-rule" label="Add a rule" submit="Save rule" pending="Saving" answer={answer}>
        {({ problem, typed }) => (
          <div className={styles.form}>
            <TextInput
              name="words"
              label="Words in the line's text"
              placeholder="Account fee"
              required
              maxLength={80}
              defaultValue={typed["words"] ?? ""}
              error={fieldError(problem, "words")}
            />
            <NativeSelect
              name="direction"
              label="Direction"
              defaultValue={typed["direction"] || "any"}
              data={DIRECTIONS.map((value) => ({ value, label: DIRECTION_WORDS[value] }))}
            />
            <NativeSelect
              name="account"
              label="Account"
              required
              defaultValue={typed["account"] ?? ""}
              error={fieldError(problem, "account")}
              data={[{ value: "", label: "Choose" }, ...assignable]}
            />
          </div>
        )}
      </ActionForm>
      <DataTable
        caption="Rules for bank lines"
        rows={rules}
        rowKey={(rule) => rule.id}
        columns={[
          { key: "words", header: "Words", narrow: "title", cell: (rule) => rule.words },
          { key: "direction", header: "Direction", cell: (rule) => DIRECTION_WORDS[rule.direction] },
          { key: "account", header: "Account", cell: (rule) => choiceLabel(rule.account) },
          { key: "by", header: "Saved by", cell: (rule) => rule.by || <span className="soft">nobody anymore</span> },
          {
            key: "remove",
            header: "Remove",
            cell: (rule) => (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="ruleId" value={rule.id} />
                <SubmitButton name="intent" value="remove-rule" size="compact-sm" variant="default" pending="Removing">
                  Remove
                </SubmitButton>
              </Form>
            ),
          },
        ]}
        empty={
          <EmptyState title="No rules" mark="stet">
            Add one for lines whose text changes every time.
          </EmptyState>
        }
      />
    </Section>
  );
}
