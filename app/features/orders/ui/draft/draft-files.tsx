import { count } from "#app/platform/rules/core/count.ts";
import { useEffect } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { FileRow } from "#app/ui/file-row.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SectionCounts } from "#app/ui/charts/section-counts.tsx";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import type { ProblemData } from "#app/platform/server/requests/problem.ts";
import type { CountReceipt } from "#app/features/documents/rules/readers/receipt.ts";
import { sectionRows } from "#app/features/documents/rules/re-edit/re-edit-count.ts";
import type { OrderChoices } from "../../rules/draft/choices.ts";
import type { OwnFile } from "../../server/views/list-files.ts";
import { draftSum } from "../../rules/draft/draft-sum.ts";
import { ReEditSummary } from "./re-edit-summary.tsx";
import styles from "./draft-files.module.css";

const endingOf = (file: OwnFile): string =>
  file.receipt?.format.replace("tex-zip", "tex") ?? /\.([a-z0-9]{1,4})$/i.exec(file.name)?.[1] ?? "file";

/**
 * A draft's files with their counts. With `onExclude`, sections can be unticked. A plain form sends the same field
 * names.
 * @param removable whether each file has its button
 */
export function DraftFiles({
  orderId,
  files,
  choices,
  onExclude,
  removable = true,
}: {
  orderId: string;
  files: readonly OwnFile[];
  choices: OrderChoices;
  onExclude?: (excluded: { fileId: string; section: string }[]) => void;
  removable?: boolean;
}) {
  const { revalidate, state } = useRevalidator();
  const waits = files.some((f) => f.state === "counting");
  // Poll for a count that takes longer than its request.
  useEffect(() => {
    if (!waits || state !== "idle") return undefined;
    const timer = setTimeout(() => void revalidate(), 2_000);
    return () => clearTimeout(timer);
  }, [waits, state, revalidate]);
  const excluded = choices.excluded ?? [];
  return (
    <ul className={styles.files}>
      {files.map((file) => {
        const left = excluded.filter((e) => e.fileId === file.id).map((e) => e.section);
        const toggle = (section: string, included: boolean) =>
          onExclude?.([
            ...excluded.filter((e) => e.fileId !== file.id || e.section !== section),
            ...(included ? [] : [{ fileId: file.id, section }]),
          ]);
        const { receipt } = file;
        return (
          <li key={file.id} className={styles.file}>
            <FileRow
              name={file.name}
              format={endingOf(file)}
              sizeBytes={file.bytes}
              href={`/api/files/${file.id}/download`}
              words={receipt?.words ?? null}
              facts={<Facts file={file} />}
              actions={removable ? <RemoveFile orderId={orderId} file={file} /> : null}
            />
            {file.state === "counting" ? (
              <p className={styles.counting} role="status">
                Counting words…
              </p>
            ) : null}
            {file.refusal ? (
              <Notice tone="late" title={file.refusal.message}>
                {file.refusal.advice}
              </Notice>
            ) : null}
            {file.reEdit && receipt ? (
              <ReEditSummary count={file.reEdit} words={draftSum([file], choices).reEdit} />
            ) : null}
            {receipt && file.purpose === "source" && receipt.sections.length > 1 ? (
              <details className={styles.sections} open={left.length > 0}>
                <summary>
                  {receipt.sections.length} sections:{" "}
                  {onExclude ? "uncheck what you don't want edited" : "words by section"}
                </summary>
                {onExclude ? <input type="hidden" name="sectionsOf" value={file.id} /> : null}
                <SectionCounts
                  sections={sectionRows(receipt, file.reEdit ?? null).map((s) => ({
                    ...s,
                    title: s.title || "Before the first heading",
                  }))}
                  excluded={left}
                  referencesChecked={choices.referencesChecked ?? false}
                  caption={`Words of ${file.name} by section`}
                  {...(onExclude ? { name: `section:${file.id}`, onToggle: toggle } : {})}
                />
                <CountNotes receipt={receipt} />
              </details>
            ) : receipt ? (
              <CountNotes receipt={receipt} />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

/** How the words were counted. */
function CountNotes({ receipt: { notes } }: { receipt: CountReceipt }) {
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** Facts about the file besides its word count. */
function Facts({ file: { receipt } }: { file: OwnFile }) {
  if (!receipt) return null;
  const facts = [
    receipt.footnotes + receipt.endnotes > 0 ? `${formatWords(receipt.footnotes + receipt.endnotes)} in notes` : null,
    receipt.trackedChanges > 0 ? count(receipt.trackedChanges, "existing tracked change") : null,
    receipt.comments > 0 ? count(receipt.comments, "comment") : null,
    receipt.estimate ? "estimated" : null,
  ].filter((fact) => fact !== null);
  return (
    <>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </>
  );
}

function RemoveFile({ orderId, file }: { orderId: string; file: OwnFile }) {
  const fetcher = useFetcher<{ error?: ProblemData }>();
  const gone = fetcher.state !== "idle";
  const remove = () =>
    void fetcher.submit({ intent: "remove", orderId, fileId: file.id }, { method: "post", action: "/order/new" });
  return (
    <>
      {fetcher.data?.error ? (
        <span role="alert" className={styles.failed}>
          {fetcher.data.error.message}
        </span>
      ) : null}
      {/* A button and not a form: forms can't be nested in the order form. */}
      <Button
        type="button"
        size="compact-sm"
        variant="subtle"
        color="gray"
        onClick={remove}
        aria-disabled={gone || undefined}
        aria-label={`Remove ${file.name}`}
      >
        {gone ? "Removing…" : "Remove"}
      </Button>
    </>
  );
}
