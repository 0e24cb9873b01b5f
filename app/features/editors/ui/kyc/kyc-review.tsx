import { Textarea, TextInput } from "@mantine/core";
import { VAT_STATUS_WORDS } from "../../rules/vat-status.ts";
import { Form } from "react-router";
import { versionLabel } from "#app/features/accounts/rules/legal.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { DOCUMENT_HINTS, DOCUMENT_LABELS, TAX_FORM_LABELS, type TaxForm, WITH_REVIEW } from "../../rules/kyc/kyc.ts";
import type { KycReviewData, ReviewAnswer, ReviewDocument } from "../../server/kyc/kyc-review.ts";
import { Choice } from "../choice.tsx";
import { KycBadge } from "./kyc-badge.tsx";
import { KycViewer } from "./kyc-viewer.tsx";
import styles from "./kyc.module.css";

/**
 * One editor's details and documents, with what a reviewer can do. Content is opened piece by piece, each opening
 * logged.
 */
export function KycReview({ kyc, answer }: { kyc: KycReviewData; answer: ReviewAnswer | undefined }) {
  const waiting = kyc.documents.filter((d) => WITH_REVIEW.includes(d.status) && !d.replacedAt);
  const others = kyc.documents.filter((d) => !waiting.includes(d));
  return (
    <div className={styles.stack}>
      <div role="status">{answer?.done ? <Notice tone="good">{answer.done}</Notice> : null}</div>
      {answer?.error && !answer.documentId ? <ErrorNote problem={answer.error} /> : null}
      <Sheet title="Legal details">
        <Details kyc={kyc} answer={answer} />
      </Sheet>
      <Sheet title="To review">
        {waiting.length === 0 ? <p className="soft">No documents to review.</p> : null}
        {waiting.map((d) => (
          <Waiting key={d.id} document={d} answer={answer?.documentId === d.id ? answer : undefined} />
        ))}
      </Sheet>
      {others.length > 0 ? (
        <Sheet title="Earlier documents">
          {others.map((d) => (
            <Decided key={d.id} document={d} answer={answer?.documentId === d.id ? answer : undefined} />
          ))}
        </Sheet>
      ) : null}
    </div>
  );
}

const DETAIL_LABELS = [
  ["legalName", "Legal name"],
  ["dateOfBirth", "Date of birth"],
  ["addressLine", "Street address"],
  ["postCode", "Postal code"],
  ["town", "City"],
  ["country", "Country"],
  ["taxCountry", "Tax residence"],
  ["tin", "Tax identification number"],
  ["vatId", "VAT ID"],
  ["vatStatus", "VAT"],
] as const;

function Details({ kyc, answer }: { kyc: KycReviewData; answer: ReviewAnswer | undefined }) {
  const opened = answer?.opened;
  if (kyc.details === "missing") return <p className="soft">The editor hasn't entered them yet.</p>;
  return (
    <div className={styles.decide}>
      <p className={styles.hint}>
        {kyc.details === "checked"
          ? "Confirmed: they match the documents."
          : "Not confirmed yet. Approving the identity document confirms them."}{" "}
        Each opening is logged.
      </p>
      {opened ? (
        <KeyValue
          items={DETAIL_LABELS.filter(([name]) => opened.details[name] !== undefined).map(([name, label]) => ({
            label,
            value:
              name === "vatStatus" && opened.details.vatStatus
                ? VAT_STATUS_WORDS[opened.details.vatStatus]
                : opened.details[name] || "none",
          }))}
        />
      ) : null}
      <Form method="post" className={styles.actions} preventScrollReset>
        {kyc.mayOpenDetails && !opened ? (
          <SubmitButton name="intent" value="open-details" variant="default" size="compact-md" pending="Opening">
            Open details
          </SubmitButton>
        ) : null}
        {opened && !opened.checked && kyc.mayConfirm ? (
          <>
            <input type="hidden" name="version" value={opened.version} />
            <SubmitButton name="intent" value="confirm-details" size="compact-md" pending="Confirming">
              Confirm details
            </SubmitButton>
          </>
        ) : null}
      </Form>
    </div>
  );
}

const fileLabel = (d: ReviewDocument, i: number): string =>
  d.files.length > 1 ? `file ${i + 1} of ${d.files.length}` : "file";

function Facts({ document: d }: { document: ReviewDocument }) {
  return (
    <>
      <header>
        <h3>{DOCUMENT_LABELS[d.kind]}</h3>
        <KycBadge state={d.status} />
      </header>
      <p className={styles.hint}>
        {d.submittedAt ? (
          <>
            Sent <Instant at={d.submittedAt} />.{" "}
          </>
        ) : null}
        {d.form ? `${TAX_FORM_LABELS[d.form as TaxForm]}. ` : ""}
        {d.issuedOn ? `Dated ${formatLongDay(d.issuedOn)}. ` : ""}
        {d.expiresOn ? `Expires ${formatLongDay(d.expiresOn)}. ` : ""}
        {d.agreementVersion ? `Version of ${versionLabel(d.agreementVersion)}, signed on the page. ` : ""}
        {d.reviewedAt && d.deciderName ? (
          <>
            Reviewed <Instant at={d.reviewedAt} /> by {d.deciderName}.{" "}
          </>
        ) : null}
        {d.replacedAt ? "Replaced by a newer one. " : ""}
        {d.note}
      </p>
    </>
  );
}

function Waiting({ document: d, answer }: { document: ReviewDocument; answer: ReviewAnswer | undefined }) {
  const problem = answer?.error;
  if (!d.mayReview)
    return (
      <article className={styles.document}>
        <Facts document={d} />
        <p className={styles.hint}>Only another admin can review this document.</p>
      </article>
    );
  const taken = d.status === "in_review" && !d.mine;
  return (
    <article className={styles.document}>
      <Facts document={d} />
      <p className={styles.hint}>{DOCUMENT_HINTS[d.kind]}</p>
      {taken ? <Notice>{d.reviewerName ?? "Someone else"} is reviewing this document.</Notice> : null}
      {d.files.map((file, i) => (
        <KycViewer key={file.id} file={file} label={fileLabel(d, i)} />
      ))}
      <Form method="post" className={styles.decide} noValidate preventScrollReset>
        <ErrorNote problem={problem} />
        <input type="hidden" name="documentId" value={d.id} />
        {d.status === "submitted" || taken ? (
          <div>
            <SubmitButton
              name="intent"
              value={taken ? "take-over" : "start"}
              variant="default"
              size="compact-md"
              pending="Starting"
            >
              {taken ? "Take over review" : "Start review"}
            </SubmitButton>
          </div>
        ) : null}
        {taken ? null : (
          <>
            <div className={styles.days}>
              <TextInput
                id={`${d.id}-issuedOn`}
                name="issuedOn"
                type="date"
                label="Date on the document"
                defaultValue={answer?.typed?.issuedOn ?? d.issuedOn ?? ""}
                error={fieldError(problem, "issuedOn")}
              />
              <TextInput
                id={`${d.id}-expiresOn`}
                name="expiresOn"
                type="date"
                label="Expiration date"
                defaultValue={answer?.typed?.expiresOn ?? d.expiresOn ?? ""}
                error={fieldError(problem, "expiresOn")}
              />
            </div>
            {d.kind === "degree_certificate" ? (
              <Choice name="doctorate" value="yes" checked={false} hint="Opens expert editing">
                This is a doctorate
              </Choice>
            ) : null}
            <Textarea
              id={`${d.id}-note`}
              name="note"
              label="Reason"
              description="The editor will see this. Required to ask for more or reject."
              maxLength={1_000}
              autosize
              minRows={2}
              defaultValue={answer?.typed?.note ?? ""}
              error={fieldError(problem, "note")}
            />
            <div className={styles.actions}>
              <SubmitButton name="intent" value="approved" pending="Approving">
                Approve document
              </SubmitButton>
              <SubmitButton name="intent" value="needs_info" variant="default" pending="Asking">
                Ask for more
              </SubmitButton>
              <SubmitButton name="intent" value="rejected" variant="default" pending="Rejecting">
                Reject document
              </SubmitButton>
            </div>
          </>
        )}
      </Form>
    </article>
  );
}

function Decided({ document: d, answer }: { document: ReviewDocument; answer: ReviewAnswer | undefined }) {
  const problem = answer?.error;
  return (
    <article className={styles.document}>
      <Facts document={d} />
      {d.files.map((file, i) => (
        <KycViewer key={file.id} file={file} label={fileLabel(d, i)} />
      ))}
      {d.status === "approved" && d.mayRevoke ? (
        <details className={styles.open} open={problem !== undefined || undefined}>
          <summary>Withdraw approval</summary>
          <Form method="post" className={styles.decide} noValidate preventScrollReset>
            <ErrorNote problem={problem} />
            <input type="hidden" name="documentId" value={d.id} />
            <TextInput
              id={`${d.id}-note`}
              name="note"
              label="Reason"
              description="The editor will see this."
              maxLength={1_000}
              defaultValue={answer?.typed?.note ?? ""}
              error={fieldError(problem, "note")}
            />
            <div>
              <SubmitButton name="intent" value="revoked" variant="default" pending="Withdrawing">
                Withdraw approval
              </SubmitButton>
            </div>
          </Form>
        </details>
      ) : null}
    </article>
  );
}
