import { NativeSelect, Textarea } from "@mantine/core";
import { Form } from "react-router";
import { ACCOUNTS } from "#app/features/payments/rules/chart-of-accounts.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { ASSIGNABLE } from "../rules/reconciliation.ts";
import type { ShownDifference } from "../server/reconciliation/read-reconciliation.ts";
import styles from "./finance.module.css";

/**
 * Assigns a difference to the person, or resolves it with a note and, for unassigned money, the account it belongs to.
 */
export function DifferenceForms({
  difference,
  answer,
}: {
  difference: ShownDifference;
  answer: FormAnswer | undefined;
}) {
  const own = answer?.typed?.["key"] === difference.key || answer?.done ? answer : undefined;
  return (
    <div className={styles.resolve}>
      {difference.owner === null ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="key" value={difference.key} />
          <SubmitButton name="intent" value="take" size="compact-sm" variant="default" pending="Assigning">
            Assign to me
          </SubmitButton>
        </Form>
      ) : null}
      <ActionForm
        intent="resolve"
        label="Resolve"
        submit="Resolve difference"
        pending="Resolving"
        fields={{ key: difference.key }}
        answer={own}
      >
        {({ problem, typed }) => (
          <>
            {difference.needsAccount ? (
              <NativeSelect
                name="account"
                label="Account it belongs to"
                required
                defaultValue={typed["account"] ?? ""}
                data={[
                  { value: "", label: "Choose an account" },
                  ...ASSIGNABLE.map((account) => ({ value: account, label: ACCOUNTS[account].label })),
                ]}
              />
            ) : null}
            <Textarea
              name="note"
              label="Note"
              required
              maxLength={1000}
              autosize
              minRows={2}
              defaultValue={typed["note"] ?? ""}
              error={fieldError(problem, "note")}
            />
          </>
        )}
      </ActionForm>
    </div>
  );
}
