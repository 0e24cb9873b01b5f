import { useEffect, useRef } from "react";
import { Link, useFetcher, useSearchParams } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import { BECAME, introOf, sectionsOf } from "#app/features/documents/rules/check/report/report.ts";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/fields.tsx";
import type { ProblemData } from "#app/platform/server/requests/problem.ts";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import type { CheckReport, CheckView, FormChoice, ReportedFinding } from "../../server/check/read-check.ts";
import styles from "./check.module.css";
import { runKey } from "./run-key.ts";
import { PlacePage, placeHref } from "./place-page.tsx";

/** Places shown before the rest is folded. */
const SHOWN = 3;

/** The whole report of one file's check, on its order's page. */
export function CheckPage({ view, back }: { view: CheckView; back: { label: string; to: string } }) {
  useEffect(() => {
    const open = () => document.querySelectorAll("details").forEach((one) => (one.open = true));
    window.addEventListener("beforeprint", open);
    return () => window.removeEventListener("beforeprint", open);
  }, []);
  if ("place" in view) return <PlacePage view={view.place} />;
  const { report } = view;
  if (!report)
    return (
      <Page width="reading">
        <PageTitle title="Consistency check" back={back} />
        <Notice tone="info" title={view.problem.message}>
          {view.problem.advice}
        </Notice>
      </Page>
    );
  return (
    <Page width="reading">
      <PageTitle
        title="Consistency check"
        back={back}
        lede={report.name}
        actions={
          <>
            <a href={`/api/files/${report.fileId}/check`} download>
              Download as Word
            </a>
            <Button variant="default" onClick={() => window.print()}>
              Print
            </Button>
          </>
        }
      />
      <p>
        {introOf(report.findings)} {aboutOf(report)}
      </p>
      {report.mayKeep && report.findings.some(mayBeKept) ? (
        <p className={`soft small ${styles.keys}`}>
          On a finding, <kbd>p</kbd> keeps it on purpose or takes that back, and <kbd>j</kbd> and <kbd>k</kbd> go down
          and up.
        </p>
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the findings in it, whose buttons do the same */}
      <div onKeyDown={report.mayKeep ? runKey : undefined}>
        {sectionsOf(report.findings).map(({ title, findings }) => (
          <Section key={title} title={title} aside={<span className="soft figures">{findings.length}</span>}>
            {report.mayKeep ? (
              <KeepGroup findings={findings} orderId={view.orderId} fileId={report.sourceFileId} />
            ) : null}
            <ul className={styles.findings}>
              {findings.map((one, i) => (
                // The list never changes while it's shown.
                <OneFinding
                  key={i}
                  finding={one}
                  orderId={view.orderId}
                  fileId={report.fileId}
                  mayChoose={report.mayChoose}
                  mayAsk={report.mayAsk}
                  opens={report.opens}
                  sourceFileId={report.mayKeep ? report.sourceFileId : null}
                />
              ))}
            </ul>
          </Section>
        ))}
      </div>
    </Page>
  );
}

function aboutOf({ edited, language, findings, mayKeep, mayAsk }: CheckReport): string {
  const parts = [];
  if (edited) parts.push("This is the edited copy with all changes accepted.");
  else if (findings.some((one) => one.became !== null))
    parts.push("Each finding says whether the edited copy still has it.");
  else if (findings.length > 0)
    parts.push(`Nothing was changed. Choose a form, or ${mayAsk ? "ask the author" : "leave it to the editor"}.`);
  if (mayKeep && findings.some(mayBeKept))
    parts.push("If something stays on purpose, say so, and the author sees it with the delivery.");
  if (language !== null && language !== "en") parts.push("Only checks that work in any language were made.");
  return parts.join(" ");
}

/** What counts and is still there. */
const mayBeKept = ({ folded, became }: ReportedFinding): boolean => !folded && became !== "gone";

/** Keeps one finding on purpose, or takes that back. */
function Keep({ finding, orderId, fileId }: { finding: ReportedFinding; orderId: string; fileId: string }) {
  const fetcher = useFetcher<{ done?: string; error?: ProblemData }>();
  const isKept = finding.keptFor !== null;
  return (
    <fetcher.Form method="post" className={styles.keep}>
      <KeepFields orderId={orderId} fileId={fileId} ids={[finding.id]} />
      {isKept ? null : (
        <TextInput
          name="reason"
          maxLength={300}
          aria-label={`Why it stays: ${finding.message}`}
          placeholder="Reason (optional)"
        />
      )}
      <Button
        type="submit"
        name="kept"
        value={isKept ? "no" : "yes"}
        variant={isKept ? "subtle" : "default"}
        size="xs"
        data-key="p"
      >
        {isKept ? "Undo" : "Keep on purpose"}
      </Button>
      <span role="status" className="unseen">
        {fetcher.data?.done}
      </span>
      {fetcher.data?.error ? <ErrorNote problem={fetcher.data.error} /> : null}
    </fetcher.Form>
  );
}

/** Keeps all findings of a group that aren't kept yet. */
function KeepGroup({
  findings,
  orderId,
  fileId,
}: {
  findings: readonly ReportedFinding[];
  orderId: string;
  fileId: string;
}) {
  const fetcher = useFetcher<{ done?: string; error?: ProblemData }>();
  const open = findings.filter((one) => mayBeKept(one) && one.keptFor === null);
  const done = useRef<HTMLParagraphElement>(null);
  const said = fetcher.data?.done;
  // The form goes once all are kept, and keys work where the focus is.
  useEffect(() => {
    if (said !== undefined) done.current?.focus();
  }, [said]);
  if (open.length < 2)
    return said === undefined ? null : (
      <p ref={done} role="status" tabIndex={-1} className="soft small">
        {said}
      </p>
    );
  return (
    <fetcher.Form method="post" className={styles.keep}>
      <KeepFields orderId={orderId} fileId={fileId} ids={open.map(({ id }) => id)} />
      <TextInput name="reason" maxLength={300} aria-label="Why all of these stay" placeholder="Reason (optional)" />
      <Button type="submit" name="kept" value="yes" variant="subtle" size="xs">
        Keep all {open.length} on purpose
      </Button>
      {fetcher.data?.error ? <ErrorNote problem={fetcher.data.error} /> : null}
    </fetcher.Form>
  );
}

const KeepFields = ({ orderId, fileId, ids }: { orderId: string; fileId: string; ids: readonly string[] }) => (
  <>
    <input type="hidden" name="intent" value="keep_findings" />
    <input type="hidden" name="orderId" value={orderId} />
    <input type="hidden" name="fileId" value={fileId} />
    <input type="hidden" name="ids" value={ids.join(" ")} />
  </>
);

function OneFinding({
  finding,
  mayChoose,
  mayAsk,
  opens,
  sourceFileId,
  ...of
}: {
  finding: CheckReport["findings"][number];
  orderId: string;
  fileId: string;
  mayChoose: boolean;
  mayAsk: boolean;
  opens: boolean;
  /** The manuscript in which this reader may keep findings on purpose; null if they may not. */
  sourceFileId: string | null;
}) {
  const { message, places, total, became, choice, keptFor } = finding;
  const rest = places.slice(SHOWN);
  const shown = became ?? (keptFor === null ? null : "kept");
  const keeps = sourceFileId !== null && mayBeKept(finding);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its key works while it has the focus
    <li {...(keeps ? { "data-entry": true, tabIndex: 0, "aria-label": message } : {})}>
      <p className={styles.message}>
        {message}
        {shown ? (
          <span className={styles.became} data-left={shown === "left" || undefined}>
            {BECAME[shown]}
          </span>
        ) : null}
      </p>
      {keptFor ? <p className="small">Reason: {keptFor}</p> : null}
      {keeps && sourceFileId ? <Keep finding={finding} orderId={of.orderId} fileId={sourceFileId} /> : null}
      {choice && mayChoose ? (
        <ChooseForm choice={choice} later={mayAsk ? "Decide later" : "Leave it to the editor"} {...of} />
      ) : null}
      {choice && mayAsk ? <AskAuthor choice={choice} /> : null}
      {choice?.said && !mayChoose ? <Said {...choice.said} /> : null}
      <Places places={places.slice(0, SHOWN)} opens={opens} />
      {rest.length > 0 ? (
        <details>
          <summary className="small">{count(total - SHOWN, "more place")}</summary>
          <Places places={rest} opens={opens} />
          {total > places.length ? <p className="soft small">The first {places.length} are listed.</p> : null}
        </details>
      ) : null}
    </li>
  );
}

const BY = {
  author: "the author",
  editor: "the editor",
  sheet: "the author's style sheet",
  organization: "the organization's style sheet",
} as const;
const Said = ({ form, by }: NonNullable<FormChoice["said"]>) => (
  <p className="soft small">
    “{form}”, says {BY[by]}.
  </p>
);

/** The forms of a finding to choose from. Choosing is saved at once; without script a button saves it. */
function ChooseForm({
  choice,
  later,
  orderId,
  fileId,
}: {
  choice: FormChoice;
  /** What it's called to choose none. */
  later: string;
  orderId: string;
  fileId: string;
}) {
  const fetcher = useFetcher<{ error?: ProblemData }>();
  const sent = fetcher.formData?.get("form");
  const said = typeof sent === "string" ? sent : (choice.said?.form ?? "");
  return (
    <fetcher.Form method="post" onChange={(event) => void fetcher.submit(event.currentTarget)}>
      <input type="hidden" name="intent" value="choose_form" />
      <input type="hidden" name="orderId" value={orderId} />
      <input type="hidden" name="fileId" value={fileId} />
      <input type="hidden" name="key" value={choice.key} />
      <fieldset className={styles.choice}>
        <legend className="unseen">{choice.title}</legend>
        {[...choice.options, ""].map((option) => (
          <label key={option}>
            <input type="radio" name="form" value={option} defaultChecked={said === option} /> {option || later}
            {(choice.said?.by === "sheet" || choice.said?.by === "organization") && choice.said.form === option ? (
              <small className="soft"> from the style sheet</small>
            ) : null}
          </label>
        ))}
        <noscript>
          <button type="submit">Save</button>
        </noscript>
      </fieldset>
      {fetcher.data?.error ? <ErrorNote problem={fetcher.data.error} /> : null}
    </fetcher.Form>
  );
}

/** Asks the author which form they prefer, as a question on the order. */
function AskAuthor({ choice }: { choice: FormChoice }) {
  const fetcher = useFetcher<{ done?: string; error?: ProblemData }>();
  return (
    <fetcher.Form method="post" className={styles.ask}>
      <input type="hidden" name="intent" value="ask_form" />
      <input type="hidden" name="key" value={choice.key} />
      <input type="hidden" name="options" value={choice.options.join("\n")} />
      <Button
        type="submit"
        variant="default"
        size="xs"
        disabled={fetcher.state !== "idle" || fetcher.data?.done !== undefined}
      >
        Ask the author
      </Button>{" "}
      <span role="status" className="soft small">
        {fetcher.data?.done}
      </span>
      {fetcher.data?.error ? <ErrorNote problem={fetcher.data.error} /> : null}
    </fetcher.Form>
  );
}

function Places({ places, opens }: { places: CheckReport["findings"][number]["places"]; opens: boolean }) {
  const [search] = useSearchParams();
  if (places.length === 0) return null;
  return (
    <ul className={styles.places}>
      {places.map((place) => (
        <li key={`${place.block}:${place.from}:${place.text}`}>
          {place.section ? <span className="soft">{place.section} </span> : null}
          <q>{opens && place.block >= 0 ? <Link to={placeHref(search, place)}>{place.text}</Link> : place.text}</q>
        </li>
      ))}
    </ul>
  );
}
