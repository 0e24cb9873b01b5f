import { useEffect, useRef, useState } from "react";
import { isTaken, listKeysOn } from "#app/platform/browser/core/list-keys.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { Button } from "#app/ui/button.tsx";
import type { GateResult } from "../../rules/docx/change-stats.ts";
import { EDIT_KIND_WORDS, kindsByCount } from "../../rules/kinds/edit-kind.ts";
import { countChanges } from "../../rules/kinds/judge-kinds.ts";
import { ChangeLine } from "./change-line.tsx";
import type { GateAnswer } from "./gate-worker.ts";
import { FormulaEdit } from "../explorer/paper/plain-equation.tsx";
import { type CheckPolicy, KindsOfChange, findPolicy, judgedBy, objectionWords } from "./kinds-of-change.tsx";
import styles from "./gate.module.css";

/** Untracked edits shown before the rest. */
const SHOWN = 50;

type Compared = Extract<GateAnswer, { ok: true }>;

/** What the gate says about two files. @param university what was typed to find a policy */
export function Answer({
  answer,
  files,
  page,
  policies,
  university,
  onUniversity,
  onSwap,
  onAgain,
}: {
  answer: GateAnswer;
  files: { original?: File; copy?: File };
  page: string;
  policies: readonly CheckPolicy[];
  university: string;
  onUniversity: (typed: string) => void;
  onSwap: () => void;
  onAgain: () => void;
}) {
  const frame = useNextEdit();
  if (!answer.ok)
    return (
      <p className={styles.note}>
        <b>
          {answer.file === "original" ? "The original" : "The edited copy"}: {answer.message}
        </b>{" "}
        {answer.advice}
      </p>
    );
  const { result, reversed, changes, untrackedLooks } = answer;
  if (result.anotherManuscript)
    return (
      <p className={styles.note}>
        <b>These files have little in common.</b> Are they the same manuscript?
      </p>
    );
  const verdict = verdictOf(answer);
  const policy = findPolicy(policies, university);
  const share = shareText(answer, verdict, policy, files, page);
  return (
    <div ref={frame} className={styles.result}>
      <div className={styles.top}>
        <h2 className={styles.verdict} data-passed={result.passed || undefined}>
          {verdict}
        </h2>
        <div className={styles.actions}>
          <Button onClick={() => window.print()}>Print result</Button>
          <Share text={share} />
        </div>
      </div>
      <p className={styles.printed}>{share}</p>
      {reversed ? (
        <p className={styles.note}>
          The original has tracked changes and the copy has none. Are they the other way round?{" "}
          <Button variant="default" size="xs" onClick={onSwap}>
            Swap files
          </Button>
        </p>
      ) : null}
      <ChangeLine stats={result.stats} />
      {untrackedLooks > 0 ? <p>{count(untrackedLooks, "formatting change")} without tracking.</p> : null}
      <Untracked result={result} />
      {result.notes.length > 0 ? (
        <ul className={styles.notes}>
          {result.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      {changes.length === 0 ? null : answer.dictionary ? (
        <KindsOfChange
          changes={changes}
          untrackedLooks={untrackedLooks}
          untracked={result.format === "tex" ? 0 : result.untrackedTotal}
          policies={policies}
          policy={policy}
          university={university}
          onUniversity={onUniversity}
        />
      ) : (
        <p className={styles.note}>
          We couldn't load the dictionary, so we can't tell kinds of change apart. Connect to the internet and try
          again.{" "}
          <Button variant="default" size="xs" onClick={onAgain}>
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}

/**
 * What was measured, in a sentence. A replacement is one change. A LaTeX source has no tracked changes: the two sources
 * are compared.
 */
function verdictOf({
  result: { format, passed, untrackedTotal },
  changes: { length },
  untrackedLooks,
}: Compared): string {
  if (format === "tex")
    return `${count(length, "difference")} between the two sources${passed ? "" : `, ${count(untrackedTotal, "place")} to look at`}.`;
  if (!passed) return `${count(untrackedTotal, "untracked edit")}, ${count(length, "tracked change")}.`;
  if (untrackedLooks > 0)
    return length === 0
      ? "The text has no changes."
      : `Every change of the text is tracked: ${count(length, "change")}.`;
  return length === 0 ? "The copy has no changes." : `Every change is tracked: ${count(length, "change")}.`;
}

/** The result without any of the text: counts and hashes. */
function shareText(
  { hashes, changes, untrackedLooks, dictionary }: Compared,
  verdict: string,
  policy: CheckPolicy | null,
  files: { original?: File; copy?: File },
  page: string,
): string {
  const kinds = dictionary
    ? kindsByCount(countChanges(changes)).map(([kind, n]) => `${EDIT_KIND_WORDS[kind]} ${n.toLocaleString("en-US")}`)
    : [];
  return [
    `Checked at ${page}: ${verdict}`,
    ...(untrackedLooks > 0 ? [`${count(untrackedLooks, "formatting change")} without tracking.`] : []),
    ...(kinds.length > 0 ? [kinds.join(", ")] : []),
    ...(policy && dictionary
      ? [`${policy.name}, version ${policy.version}: ${objectionWords(judgedBy(policy, changes, untrackedLooks))}`]
      : []),
    ...(hashes?.[0]
      ? [
          `Original ${files.original?.name ?? ""}: SHA-256 ${hashes[0]}`,
          `Copy ${files.copy?.name ?? ""}: SHA-256 ${hashes[1]}`,
        ]
      : []),
  ].join("\n");
}

/** "n" goes to the next edit in a frame: the untracked ones, or all changes if every one is tracked. */
function useNextEdit() {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const next = (event: KeyboardEvent) => {
      if (event.key !== "n" || isTaken(event) || !listKeysOn()) return;
      const items = [...(frame.current?.querySelectorAll<HTMLElement>("[data-edit]") ?? [])];
      const at = items.indexOf(document.activeElement as HTMLElement);
      items[(at + 1) % items.length]?.focus();
    };
    addEventListener("keydown", next);
    return () => removeEventListener("keydown", next);
  }, []);
  return frame;
}

function Untracked({ result: { untracked, untrackedTotal } }: { result: GateResult }) {
  if (untracked.length === 0) return null;
  return (
    <ol className={styles.edits} aria-label="Untracked edits">
      {untracked.slice(0, SHOWN).map((one, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list never changes while it's shown
        <li key={i} tabIndex={-1} data-edit>
          {one.section ? <span className={styles.place}>{one.section}</span> : null}
          {one.what ? (
            <>
              <b>{one.what}</b> <FormulaEdit edit={one} />
            </>
          ) : (
            <span>
              {one.leading} {one.before ? <del>{one.before}</del> : null} {one.after ? <ins>{one.after}</ins> : null}{" "}
              {one.trailing}
            </span>
          )}
        </li>
      ))}
      {untrackedTotal > SHOWN ? (
        <li className={styles.place}>And {(untrackedTotal - SHOWN).toLocaleString("en-US")} more.</li>
      ) : null}
    </ol>
  );
}

function Share({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <Button
      variant="default"
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => setCopied(false),
        )
      }
    >
      {copied ? "Copied" : "Copy result without text"}
    </Button>
  );
}
