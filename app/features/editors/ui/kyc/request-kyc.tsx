import { Textarea } from "@mantine/core";
import { Form } from "react-router";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { DOCUMENT_LABELS, type DocumentKind, UPLOAD_KINDS } from "../../rules/kyc/kyc.ts";
import styles from "./request-kyc.module.css";

/** Asks an editor for documents, with a note to them. */
export const RequestKycForm = ({ name, answer }: { name: string; answer: FormAnswer | undefined }) => (
  <ActionForm intent="request-kyc" label="Request documents" pending="Requesting" answer={answer}>
    {({ problem, typed }) => (
      <>
        <fieldset className={styles.kinds}>
          <legend>Documents</legend>
          {UPLOAD_KINDS.map((kind) => (
            <label key={kind}>
              <input type="checkbox" name="kinds" value={kind} />
              {DOCUMENT_LABELS[kind]}
            </label>
          ))}
        </fieldset>
        {fieldError(problem, "kinds") ? <p className="late small">{fieldError(problem, "kinds")}</p> : null}
        <Textarea
          name="note"
          label="What do you need, and why?"
          description={`${name} will see it.`}
          maxLength={1_000}
          autosize
          minRows={2}
          defaultValue={typed.note ?? ""}
          error={fieldError(problem, "note")}
        />
      </>
    )}
  </ActionForm>
);

/** Withdraws the request for one kind of document. */
export const WithdrawKycRequest = ({ kind }: { kind: DocumentKind }) => (
  <Form method="post" preventScrollReset>
    <input type="hidden" name="kind" value={kind} />
    <SubmitButton name="intent" value="withdraw-kyc" variant="default" size="compact-sm" pending="Withdrawing">
      Withdraw request
    </SubmitButton>
  </Form>
);
