import { Button } from "@mantine/core";
import { useState } from "react";
import { Form, useFetcher } from "react-router";
import {
  FINDING_WORDS,
  type FindingSheet,
  type SheetFinding,
  type SheetGroup,
  countWords,
} from "../rules/finding-sheet.ts";
import styles from "./finding-sheet.module.css";

/** `editable`: the editor's own hand-in; the others read what was said. */
type Props = { sheet: FindingSheet; sourceFileId: string; editable?: boolean };

/** What the edits of one copy changed besides language, by kind; the editor says of each, or of all of a kind, that it is meant. */
export function FindingSheetList({ sheet, sourceFileId, editable = false }: Props) {
  const { groups, open } = sheet;
  if (groups.length === 0)
    return <p className="soft small">Numbers, citations, references, quotations and equations stand as they were.</p>;
  return (
    <section className={styles.sheet} aria-label="What the edits changed besides language">
      <p className={styles.lede}>
        <b>
          {open > 0
            ? `${open.toLocaleString("en-US")} ${open === 1 ? "change waits" : "changes wait"} for ${editable ? "your word" : "the editor's word"}`
            : "What the edits changed besides language"}
        </b>
        {editable && open > 0 ? (
          <span className="soft small">
            {" "}
            Say of each that it is meant, or change it in your copy and upload that. What you said stands when you
            upload again.
          </span>
        ) : null}
      </p>
      {groups.map((group) => (
        <Group key={`${group.kind}.${group.severity}`} group={group} sourceFileId={sourceFileId} editable={editable} />
      ))}
    </section>
  );
}

const state = (group: SheetGroup): string =>
  group.severity === "stops"
    ? "stops the hand-in"
    : group.severity === "note"
      ? "to know"
      : group.open > 0
        ? `${group.open.toLocaleString("en-US")} to look at`
        : "gone through";

function Group({ group, sourceFileId, editable }: { group: SheetGroup; sourceFileId: string; editable: boolean }) {
  // As it was when it came into view: it does not close under the hand that ticks its last.
  const [opened] = useState(group.severity === "stops" || (editable && group.open > 0));
  const words = FINDING_WORDS[group.kind];
  return (
    <details
      className={styles.group}
      open={opened}
      data-state={group.severity === "stops" ? "stops" : group.open > 0 ? "open" : "done"}
    >
      <summary>
        <span className={styles.title}>{words.title}</span>{" "}
        <span className="small">{countWords(group.kind, group.count)}</span>{" "}
        <span className={styles.state}>{state(group)}</span>
      </summary>
      <div className={styles.body}>
        {words.hint && (editable || group.severity !== "look") ? <p className="soft small">{words.hint}</p> : null}
        {editable && group.severity === "look" && group.open > 1 ? (
          <Form method="post" preventScrollReset className={styles.all}>
            <input type="hidden" name="sourceFileId" value={sourceFileId} />
            <input type="hidden" name="kind" value={group.kind} />
            <Button type="submit" name="intent" value="resolve" size="compact-sm" variant="default">
              I have looked at all {group.open.toLocaleString("en-US")}: they are meant
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

/** Some kinds say something else than a change of text. */
function What({ finding: { kind, before, after, leading, trailing } }: { finding: SheetFinding }) {
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
          <del>{before}</del>
        </>
      ) : (
        <span className={styles.mark}>new</span>
      )}{" "}
      {after ? (
        <>
          <span className="unseen">is now: </span>
          <ins>{after}</ins>
        </>
      ) : (
        <span className={styles.mark}>taken out</span>
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
          {finding.resolved ? finding.reason ? <>Meant: {finding.reason}</> : "Meant." : "Not gone through."}
        </p>
      ) : null}
    </li>
  );
}

/** Sent by itself, so that what is typed beside it stays. Without script it is a form like any other. */
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
          <span className={styles.said}>{finding.reason ? <>Meant: {finding.reason}</> : "Meant."}</span>
          <Button
            type="submit"
            name="intent"
            value="unresolve"
            size="compact-xs"
            variant="subtle"
            color="gray"
            disabled={busy}
          >
            Take back
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
            It is meant
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

/** For the author, with the delivery: what of the substance was touched, and why. */
export function FindingSummary({ sheets }: { sheets: readonly FindingSheet[] }) {
  if (sheets.length === 0) return null;
  const groups = sheets.flatMap((sheet) => sheet.groups);
  const kinds = (["number", "citation", "reference", "quotation", "equation"] as const).map((kind) => ({
    kind,
    groups: groups.filter((group) => group.kind === kind),
  }));
  const untouched = kinds
    .filter((one) => one.groups.length === 0)
    .map((one) => FINDING_WORDS[one.kind].title.toLowerCase());
  const touched = kinds.filter((one) => one.groups.length > 0);
  const list = new Intl.ListFormat("en", { type: "conjunction" });
  return (
    <div className={styles.sheet}>
      {untouched.length > 0 ? (
        <p className="small">{capital(list.format(untouched))} stand as you wrote them.</p>
      ) : null}
      {touched.map(({ kind, groups: own }) => (
        <details key={kind} className={styles.group} data-state="done">
          <summary>
            <span className={styles.title}>{FINDING_WORDS[kind].title}</span>{" "}
            <span className="small">
              {countWords(
                kind,
                own.reduce((sum, group) => sum + group.count, 0),
              )}
              , each looked at by the editor
            </span>
          </summary>
          <div className={styles.body}>
            <ol className={styles.list}>
              {own
                .flatMap((group) => group.findings)
                .map((finding) => (
                  <li key={finding.key} className={styles.item} data-resolved>
                    {placeOf(finding) ? <p className={styles.where}>{placeOf(finding)}</p> : null}
                    <What finding={finding} />
                    {finding.reason ? <p className={styles.said}>The editor: {finding.reason}</p> : null}
                  </li>
                ))}
            </ol>
          </div>
        </details>
      ))}
    </div>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
