import { Button } from "@mantine/core";
import { Link } from "react-router";
import { useClientPath } from "#app/features/accounts/ui/sign-in/use-client-path.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { FileRow } from "#app/ui/file-row.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { SectionCounts } from "#app/ui/charts/section-counts.tsx";
import type { OrderView } from "../server/views/get-order-view.ts";
import { checkHref } from "./check/check-summary.tsx";
import { PolicyFold } from "./order-policy.tsx";
import styles from "./order.module.css";

const REFERENCES: Record<OrderView["choices"]["references"], string> = {
  none: "Don't edit",
  check: "Check",
  style: "Style, don't check",
  both: "Check and style",
};

/** What was ordered: the choices and the instructions. */
export function OrderBrief({
  view,
}: {
  view: Pick<OrderView, "choices" | "reEdit" | "viewer" | "billableWords"> & Partial<Pick<OrderView, "policy">>;
}) {
  const c = view.choices;
  const clientPage = useClientPath();
  return (
    <div className={styles.tight}>
      <KeyValue
        items={[
          view.reEdit
            ? {
                label: view.reEdit.forReviewers ? "Response to reviewers for" : "Re-edit of",
                value:
                  view.viewer === "client" ? (
                    <Link to={clientPage(`/order/${view.reEdit.of.id}`)}>{view.reEdit.of.number}</Link>
                  ) : (
                    view.reEdit.of.number
                  ),
              }
            : null,
          { label: "Service", value: c.service },
          { label: "Turnaround", value: c.turnaround },
          {
            label: "Billable words",
            value:
              view.billableWords > 0 ? (
                <span className="figures">{view.billableWords.toLocaleString("en-US")}</span>
              ) : null,
          },
          { label: "Document", value: c.documentType },
          { label: "Field", value: c.field },
          { label: "English", value: c.variant },
          { label: "Style guide", value: c.styleGuide },
          { label: "Extras", value: c.extras.length > 0 ? c.extras.join("; ") : null },
          { label: "References", value: REFERENCES[c.references] },
        ]}
      />
      {view.policy && view.viewer !== "editor" ? <PolicyFold policy={view.policy} /> : null}
      {c.instructions ? (
        <div>
          <p className="eyebrow">Instructions</p>
          <p className={styles.letter}>{c.instructions}</p>
        </div>
      ) : view.viewer === "client" ? null : (
        <p className="soft">The author gave no instructions.</p>
      )}
    </div>
  );
}

/** Whether the reader is an editor who has yet to start: opening the manuscript starts the order. */
export const isUnstarted = (view: Pick<OrderView, "viewer" | "status">): boolean =>
  view.viewer === "editor" && view.status === "assigned";

/**
 * A button that starts the order and downloads a file of its manuscript. The page refreshes itself when the order has
 * started.
 */
export const StartAndDownload = ({ href, name }: { href: string; name: string }) => (
  <form method="post" action={href}>
    <Button type="submit" variant="default" size="xs" aria-label={`Start and download ${name}`}>
      Start and download
    </Button>
  </form>
);

/** The author's files: the manuscript with its sections, and files for reference. */
export function AuthorFiles({
  view,
}: {
  view: Pick<OrderView, "choices" | "sources" | "references" | "viewer" | "status">;
}) {
  const unstarted = isUnstarted(view);
  return (
    <div className={styles.tight}>
      {view.sources.map((file) => (
        <div key={file.id} className={styles.tight}>
          <FileRow
            name={file.name}
            format={file.format}
            sizeBytes={file.bytes}
            words={file.words}
            {...(unstarted ? { actions: <StartAndDownload href={file.href} name={file.name} /> } : { href: file.href })}
            facts={
              <>
                {file.role ? (
                  <span>Reply letter</span>
                ) : file.excluded.length > 0 ? (
                  <span>{count(file.excluded.length, "section")} left out</span>
                ) : null}
                {file.found === null ? null : (
                  <span>
                    {file.found === 0 ? (
                      "No inconsistencies found"
                    ) : (
                      <Link to={checkHref(file.id)}>Consistency check: {count(file.found, "finding")}</Link>
                    )}
                  </span>
                )}
              </>
            }
          />
          {file.sections.length > 1 ? (
            <details>
              <summary className="small">Words by section</summary>
              <SectionCounts
                sections={file.sections}
                excluded={file.excluded}
                referencesChecked={view.choices.referencesChecked}
                caption={`Words by section of ${file.name}`}
              />
            </details>
          ) : null}
          {file.countNotes.length > 0 ? (
            <details>
              <summary className="small">How we counted the words</summary>
              <ul className={styles.countNotes}>
                {file.countNotes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </details>
          ) : null}
        </div>
      ))}
      <OtherFiles title="Reviewers' comments" files={view.references.filter((file) => file.role)} />
      <OtherFiles title="Reference files" files={view.references.filter((file) => !file.role)} />
    </div>
  );
}

/** Files for reference only. */
const OtherFiles = ({ title, files }: { title: string; files: OrderView["references"] }) =>
  files.length > 0 ? (
    <>
      <p className="eyebrow">{title}</p>
      {files.map((file) => (
        <FileRow
          key={file.id}
          name={file.name}
          format={file.name.split(".").at(-1) ?? "file"}
          sizeBytes={file.bytes}
          href={file.href}
        />
      ))}
    </>
  ) : null;
