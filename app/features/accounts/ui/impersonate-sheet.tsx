import { NativeSelect, Textarea } from "@mantine/core";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { CATEGORIES, CATEGORY_LABELS, REASON_LIMIT } from "../rules/impersonation.ts";
import styles from "./person-notes.module.css";

/** The form with which staff start viewing the product as a person. */
export function ImpersonateSheet({
  name,
  readOnly,
  answer,
}: {
  name: string;
  readOnly: boolean;
  answer: FormAnswer | undefined;
}) {
  return (
    <Sheet title={`View as ${name}`}>
      <div className={styles.stack}>
        <p className={styles.none}>
          See the product as {name} does, for up to 30 minutes.{" "}
          {readOnly
            ? "You can look, but not change anything."
            : "You can answer messages and change matching settings, but not pay, sign, or change their account."}{" "}
          We tell {name} right away.
        </p>
        <ActionForm
          intent="impersonate"
          label={`View as ${name}`}
          submit="Start viewing"
          pending="Starting"
          answer={answer}
        >
          {({ problem, typed }) => (
            <>
              <NativeSelect
                name="category"
                label="Reason"
                description={`${name} will see this.`}
                data={[
                  { value: "", label: "Choose a reason" },
                  ...CATEGORIES.map((it) => ({ value: it, label: CATEGORY_LABELS[it] })),
                ]}
                defaultValue={typed.category ?? ""}
                error={fieldError(problem, "category")}
              />
              <Textarea
                name="reason"
                label="Details"
                description="Stored in the audit trail, for example a ticket number."
                maxLength={REASON_LIMIT}
                autosize
                minRows={2}
                defaultValue={typed.reason ?? ""}
                error={fieldError(problem, "reason")}
              />
            </>
          )}
        </ActionForm>
      </div>
    </Sheet>
  );
}
