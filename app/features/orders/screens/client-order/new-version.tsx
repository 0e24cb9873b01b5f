import { Form } from "react-router";
import { reEditSentence } from "#app/features/documents/rules/re-edit/re-edit-count.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { FileRow } from "#app/ui/file-row.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Receipt } from "#app/ui/content/receipt.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { formatHours } from "#app/platform/rules/core/time.ts";
import type { RevisionDraft } from "../../server/revisions/version-view.ts";
import { OneFileUpload } from "../../ui/draft/one-file-upload.tsx";
import styles from "../../ui/order.module.css";

type Source = RevisionDraft["sources"][number];

/** Where the author adds a new version of one delivered file to a revision, with a summary of what's new. */
export function NewVersion({ orderId, source: { sourceId, name, version } }: { orderId: string; source: Source }) {
  return (
    <OneFileUpload
      id={`version.${sourceId}`}
      orderId={orderId}
      purpose="version"
      sourceFileId={sourceId}
      title={`New version of ${name} (optional)`}
      hint="Start from the clean copy. We compare it with the delivery. Drop the file here or choose it."
      pick={version ? "Choose another file" : "Choose the new version"}
      accept=".docx,.doc,.odt,.rtf,.txt,.md"
    >
      {version ? (
        <FileRow
          name={version.name}
          format={version.format}
          sizeBytes={version.bytes}
          href={version.href}
          facts={version.fault ? undefined : <span>{formatWords(version.newWords)} in changed and new sentences</span>}
          actions={
            <Form method="post" preventScrollReset>
              <input type="hidden" name="fileId" value={version.id} />
              <SubmitButton
                name="intent"
                value="remove_version"
                variant="subtle"
                size="compact-sm"
                pending="Removing"
                aria-label={`Remove ${version.name}`}
              >
                Remove
              </SubmitButton>
            </Form>
          }
        />
      ) : null}
      {version?.fault ? (
        <Notice tone={version.fault.counting ? "info" : "attention"} title={version.fault.message}>
          {version.fault.advice}
        </Notice>
      ) : null}
      {version?.words && !version.fault ? <p className="small">{sentenceOf(version.words)}</p> : null}
    </OneFileUpload>
  );
}

/** How the version differs, without a re-edit's words about money. */
const sentenceOf = (words: Parameters<typeof reEditSentence>[0]): string =>
  reEditSentence(words).replaceAll(": free", "").replaceAll(": charged", "").replaceAll("; ", ", ");

/** The new versions' totals: new words, free words, and the price of the rest. */
export function NewWords({ draft, currency }: { draft: RevisionDraft; currency: string }) {
  const { newWords, freeWords, charge } = draft;
  if (!draft.ready) return null;
  return (
    <Notice
      tone={charge ? "attention" : "info"}
      title={
        charge
          ? `${formatWords(newWords)} in changed and new sentences: ${freeWords.toLocaleString("en-US")} are free`
          : `${formatWords(newWords)} in changed and new sentences: all free`
      }
    >
      {charge ? (
        <div className={styles.tight}>
          <Receipt
            lines={charge.lines}
            total={{ label: "To pay", amountMinor: charge.totalMinor }}
            currency={currency}
          />
          <p>
            After you request the revision, you can pay or decline for {formatHours(charge.payMs)}. If you don't pay,
            your editor edits the free words in document order, and the letter says where the edit ends. The time for
            the revision starts when you've paid or declined.
          </p>
        </div>
      ) : (
        <p>Up to {formatWords(freeWords)} are free in this round. Your editor works from this version.</p>
      )}
    </Notice>
  );
}
