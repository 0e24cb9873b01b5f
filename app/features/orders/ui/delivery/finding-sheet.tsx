import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { Button } from "@mantine/core";
import { useState } from "react";
import { Form, useFetcher } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import type { FindingKind } from "#app/features/documents/rules/gate/findings.ts";
import { FormulaOr } from "#app/features/documents/ui/explorer/paper/plain-equation.tsx";
import { EDIT_FORMAT_WORDS } from "../../rules/work/edit-formats.ts";
import {
  FINDING_WORDS,
  type FindingSheet,
  type SheetFinding,
  type SheetGroup,
  countWords,
  fateWords,
} from "../../rules/work/finding-sheet.ts";
import styles from "./finding-sheet.module.css";

/** `editable`: true for the editor whose submission it is; others only read. */
type Props = { sheet: FindingSheet; sourceFileId: string; editable?: boolean };

/** What the edits of one copy changed besides language, by kind. The editor confirms each change, or all of a kind. */
export function FindingSheetList({ sheet, sourceFileId, editable = false }: Props) {
  const { groups, open } = sheet;
  if (groups.length === 0)
    return <p className="soft small">No numbers, citations, references, quotations, or equations changed.</p>;
  return (
    <div role="group" className={styles.sheet} aria-label="Changes beyond language">
      <p className={styles.lede}>
        <b>
          {open > 0
            ? `${count(open, "change needs", "changes need")} ${editable ? "your" : "the editor's"} confirmation`
            : "Changes beyond language"}
        </b>
        {editable && open > 0 ? (
          <span className="soft small">
            {" "}
            Confirm each change, or correct it in your copy and upload the copy again. Your confirmations are kept.
          </span>
        ) : null}
      </p>
      {groups.map((group) => (
        <Group key={`${group.kind}.${group.severity}`} group={group} sourceFileId={sourceFileId} editable={editable} />
      ))}
    </div>
  );
}

const state = (group: SheetGroup): string =>
  group.severity === "stops"
    ? "blocks delivery"
    : group.severity === "note"
      ? "for information"
      : group.open > 0
        ? `${group.open.toLocaleString("en-US")} to review`
        : "reviewed";

function Group({ group, sourceFileId, editable }: { group: SheetGroup; sourceFileId: string; editable: boolean }) {
  // Decided once, so the group doesn't close when its last change is confirmed.
  const [opened] = useState(group.severity === "stops" || (editable && group.open > 0));
  const words = FINDING_WORDS[group.kind];
  return (
    <details
      className={styles.group}
      open={opened}
      data-state={group.severity === "stops" ? "stops" : group.open > 0 ? "open" : "done"}
    >
      <summary>
        <span className={styles.title}>{words.title}</span> <span className="small">{group.summary}</span>{" "}
        <span className={styles.state}>{state(group)}</span>
      </summary>
      <div className={styles.body}>
        {words.hint && (editable || group.severity !== "look") ? <p className="soft small">{words.hint}</p> : null}
        {editable && group.severity === "look" && group.open > 1 ? (
          <Form method="post" preventScrollReset className={styles.all}>
            <input type="hidden" name="sourceFileId" value={sourceFileId} />
            <input type="hidden" name="kind" value={group.kind} />
            <Button type="submit" name="intent" value="resolve" size="compact-sm" variant="default">
              Confirm all {group.open.toLocaleString("en-US")} changes
            </Button>
          </Form>
        ) : null}
        <ol className={styles.list}>
          {group.findings.map((finding) => (
            <Item
              key={finding.key}
              finding={finding}
              sourceFileId={sourceFileId}
              editable={editable && group.severity === "look"}
            />
          ))}
        </ol>
        {group.count > group.findings.length ? (
          <p className="soft small">And {(group.count - group.findings.length).toLocaleString("en-US")} more.</p>
        ) : null}
      </div>
    </details>
  );
}

const placeOf = ({ section, paragraph }: SheetFinding): string =>
  [section, paragraph > 0 ? `paragraph ${paragraph}` : ""].filter(Boolean).join(", ");

/** Some kinds describe something other than a change of text. */
function What({ finding: { kind, before, after, leading, trailing, change, formula } }: { finding: SheetFinding }) {
  if (change)
    return (
      <p>
        {before ? <del>{before}</del> : <ins>{after}</ins>} <span className="soft small">{fateWords(change)}</span>
      </p>
    );
  if (kind === "foreign_change")
    return (
      <p>
        {before} <span className="soft small">({after === "1" ? "1 change" : `${after} changes`})</span>
      </p>
    );
  if (kind === "metadata" || kind === "open_comment") return <p>{before}</p>;
  if (kind === "spelling")
    return (
      <p>
        {before} <span className="soft small">for {after}</span>
      </p>
    );
  if (kind === "formatting" || kind === "concealed")
    return (
      <p>
        {before ? `“${before}”` : null} <span className="soft small">{after}</span>
      </p>
    );
  return (
    <p>
      {leading ? <span className="soft">… {leading} </span> : null}
      {before ? (
        <>
          <span className="unseen">was: </span>
          <del>
            <FormulaOr formula={formula?.before} text={before} />
          </del>
        </>
      ) : (
        <span className={styles.mark}>new</span>
      )}{" "}
      {after ? (
        <>
          <span className="unseen">is now: </span>
          <ins>
            <FormulaOr formula={formula?.after} text={after} />
          </ins>
        </>
      ) : (
        <span className={styles.mark}>deleted</span>
      )}
      {trailing ? <span className="soft"> {trailing} …</span> : null}
    </p>
  );
}

function Item({ finding, sourceFileId, editable }: { finding: SheetFinding; sourceFileId: string; editable: boolean }) {
  const place = placeOf(finding);
  return (
    <li className={styles.item} data-resolved={finding.resolved || undefined}>
      {place ? <p className={styles.where}>{place}</p> : null}
      <What finding={finding} />
      {editable ? (
        <Resolve finding={finding} sourceFileId={sourceFileId} />
      ) : finding.severity === "look" ? (
        <p className={styles.said}>
          {finding.resolved ? finding.reason ? <>Confirmed: {finding.reason}</> : "Confirmed." : "Not reviewed."}
        </p>
      ) : null}
    </li>
  );
}

/** Sent with a fetcher, so text typed in other fields stays. Without script it is a plain form. */
function Resolve({ finding, sourceFileId }: { finding: SheetFinding; sourceFileId: string }) {
  const { Form: Sent, state: sending, data } = useFetcher<{ error?: { message: string } }>();
  const busy = sending !== "idle";
  return (
    <Sent method="post" className={styles.resolve}>
      <input type="hidden" name="sourceFileId" value={sourceFileId} />
      <input type="hidden" name="kind" value={finding.kind} />
      <input type="hidden" name="key" value={finding.key} />
      {finding.resolved ? (
        <>
          <span className={styles.said}>{finding.reason ? <>Confirmed: {finding.reason}</> : "Confirmed."}</span>
          <Button
            type="submit"
            name="intent"
            value="unresolve"
            size="compact-xs"
            variant="subtle"
            color="gray"
            disabled={busy}
          >
            Undo
          </Button>
        </>
      ) : (
        <>
          <input
            className={styles.reason}
            name="reason"
            maxLength={500}
            placeholder="Why (optional)"
            aria-label={`Why ${finding.before || "nothing"} became ${finding.after || "nothing"} (optional)`}
          />
          <Button type="submit" name="intent" value="resolve" size="compact-sm" variant="light" disabled={busy}>
            Confirm change
          </Button>
        </>
      )}
      {data?.error && !busy ? (
        <span className="late small" role="alert">
          {data.error.message}
        </span>
      ) : null}
    </Sent>
  );
}

/** For the author, with the delivery: which content changed, and why. */
export function FindingSummary({
  sheets,
  compared,
}: {
  sheets: readonly FindingSheet[];
  /** Kinds that are compared in every copy. */
  compared: readonly FindingKind[];
}) {
  if (sheets.length === 0) return null;
  const groups = sheets.flatMap((sheet) => sheet.groups);
  const groupsOf = (kind: FindingKind) => groups.filter((group) => group.kind === kind);
  const untouched = COMPARED.filter((kind) => compared.includes(kind) && groupsOf(kind).length === 0).map((kind) =>
    kind === "number" ? "numbers (in figures or words)" : FINDING_WORDS[kind].title.toLowerCase(),
  );
  const own = [...groupsOf("author_change"), ...groupsOf("author_change_kept")];
  return (
    <div className={styles.sheet}>
      {untouched.length > 0 ? (
        <p className="small">Compared with your manuscript, we found no changed {joinWords(untouched, "or")}.</p>
      ) : null}
      {own.length > 0 ? (
        <Told
          title="Your own tracked changes"
          summary={
            groupsOf("author_change")
              .map((group) => group.summary)
              .join("; ") || "all still pending, as you sent them"
          }
          hint="The ones that are still pending are tracked in the tracked copy. In the clean copy, they're accepted."
          groups={own}
        />
      ) : null}
      {(["section", ...COMPARED, ...OTHERS] as const).map((kind) => {
        const told = groupsOf(kind);
        const count = told.reduce((sum, group) => sum + group.count, 0);
        return count === 0 ? null : (
          <Told
            key={kind}
            title={FINDING_WORDS[kind].title}
            summary={`${countWords(kind, count)}, ${count === 1 ? "confirmed by the editor" : "each confirmed by the editor"}`}
            groups={told}
          />
        );
      })}
    </div>
  );
}

/** Kinds that the author is told about even if there are none. */
const COMPARED = EDIT_FORMAT_WORDS.word.kinds;

/** Those of PDFs and LaTeX sources. */
const OTHERS = ["annotation", "preamble", "label", "code", "command", "project"] as const;

function Told({
  title,
  summary,
  hint,
  groups,
}: {
  title: string;
  summary: string;
  hint?: string;
  groups: readonly SheetGroup[];
}) {
  return (
    <details className={styles.group} data-state="done">
      <summary>
        <span className={styles.title}>{title}</span> <span className="small">{summary}</span>
      </summary>
      <div className={styles.body}>
        {hint ? <p className="soft small">{hint}</p> : null}
        <ol className={styles.list}>
          {groups
            .flatMap((group) => group.findings)
            .map((finding) => (
              <li key={finding.key} className={styles.item} data-resolved>
                {placeOf(finding) ? <p className={styles.where}>{placeOf(finding)}</p> : null}
                <What finding={finding} />
                {finding.reason ? <p className={styles.said}>Editor: {finding.reason}</p> : null}
              </li>
            ))}
        </ol>
      </div>
    </details>
  );
}
