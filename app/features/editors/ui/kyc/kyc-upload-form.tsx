import { NativeSelect, TextInput } from "@mantine/core";
import { Form } from "react-router";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type DocumentKind, NEEDS_EXPIRY, NEEDS_ISSUE_DAY, TAX_FORMS, TAX_FORM_LABELS } from "../../rules/kyc/kyc.ts";
import { KYC_ACCEPT, KYC_FILE_WORDS } from "../../rules/kyc/kyc-file.ts";
import styles from "./kyc.module.css";

/** Sends one kind of document: files from the computer, or photos from the phone's camera. */
export function KycUploadForm({
  kind,
  today,
  typed,
  problem,
}: {
  kind: DocumentKind;
  today: string;
  typed: Readonly<Record<string, string>> | undefined;
  problem: ShownProblem | undefined;
}) {
  const issued = NEEDS_ISSUE_DAY.includes(kind);
  const expires = NEEDS_EXPIRY.includes(kind) || kind === "tax_form" || kind === "proof_of_address";
  return (
    <Form method="post" encType="multipart/form-data" className={styles.upload} noValidate preventScrollReset>
      <ErrorNote problem={problem} />
      <input type="hidden" name="kind" value={kind} />
      {kind === "tax_form" ? (
        <NativeSelect
          id={`${kind}-form`}
          name="form"
          label="Form"
          data={[
            { value: "", label: "Choose a form" },
            ...TAX_FORMS.map((f) => ({ value: f, label: TAX_FORM_LABELS[f] })),
          ]}
          defaultValue={typed?.form ?? ""}
          error={fieldError(problem, "form")}
        />
      ) : null}
      <div className={styles.files}>
        <label>
          <span>{kind === "id_document" ? "Files (both sides of a card)" : "Files"}</span>
          <input type="file" name="files" accept={KYC_ACCEPT} multiple />
        </label>
        <label className={styles.camera}>
          <span>Or take a photo</span>
          <input type="file" name="files" accept="image/*" capture="environment" />
        </label>
      </div>
      <p className={styles.hint}>{KYC_FILE_WORDS}</p>
      {fieldError(problem, "files") ? <p className={styles.wrong}>{fieldError(problem, "files")}</p> : null}
      {issued || expires ? (
        <div className={styles.days}>
          {issued ? (
            <TextInput
              id={`${kind}-issuedOn`}
              name="issuedOn"
              type="date"
              max={today}
              label="Date on the document"
              defaultValue={typed?.issuedOn ?? ""}
              error={fieldError(problem, "issuedOn")}
            />
          ) : null}
          {expires ? (
            <TextInput
              id={`${kind}-expiresOn`}
              name="expiresOn"
              type="date"
              min={today}
              label={NEEDS_EXPIRY.includes(kind) ? "Expiration date" : "Expiration date (if any)"}
              defaultValue={typed?.expiresOn ?? ""}
              error={fieldError(problem, "expiresOn")}
            />
          ) : null}
        </div>
      ) : null}
      <div>
        <SubmitButton name="intent" value="document" pending="Sending">
          Send for review
        </SubmitButton>
      </div>
    </Form>
  );
}
