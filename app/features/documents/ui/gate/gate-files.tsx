import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { count } from "#app/platform/rules/core/count.ts";
import { Button } from "#app/ui/button.tsx";
import type { GateResult } from "../../rules/docx/change-stats.ts";
import { ChangeLine } from "./change-line.tsx";
import type { GateAnswer, GateRequest } from "./gate-worker.ts";
import styles from "./gate.module.css";

/** A thesis takes seconds. An end to what hangs. */
const LIMIT_MS = 120_000;
const ORIGINAL = ".docx,.odt,.rtf,.txt,.md,.tex,.zip";
const COPY = ".docx,.tex,.zip";
/** Untracked edits shown before the rest. */
const SHOWN = 50;

type Slot = "original" | "copy";
type State =
  | { kind: "waiting" }
  | { kind: "comparing" }
  | { kind: "failed"; message: string; advice: string }
  | { kind: "answered"; answer: GateAnswer };

/** Two files to drop, and what the gate says about them. The work is done in a worker of this page. */
export function GateFiles({ page }: { page: string }) {
  const [files, setFiles] = useState<Partial<Record<Slot, File>>>({});
  const [state, setState] = useState<State>({ kind: "waiting" });
  const worker = useRef<Worker | null>(null);
  const limit = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => {
    clearTimeout(limit.current);
    worker.current?.terminate();
    worker.current = null;
  };
  useEffect(() => stop, []);

  function compare({ original, copy }: Partial<Record<Slot, File>>): void {
    stop();
    if (!original || !copy) return setState({ kind: "waiting" });
    const mine = new Worker(new URL("./gate-worker.ts", import.meta.url), { type: "module" });
    worker.current = mine;
    const end = (next: State) => {
      if (worker.current !== mine) return;
      stop();
      setState(next);
    };
    limit.current = setTimeout(
      () => end({ kind: "failed", message: "This takes too long.", advice: "Compare one chapter at a time." }),
      LIMIT_MS,
    );
    mine.addEventListener("message", (event: MessageEvent<GateAnswer>) =>
      end({ kind: "answered", answer: event.data }),
    );
    mine.addEventListener("error", () =>
      end({
        kind: "failed",
        message: "We couldn't compare these files.",
        advice: "Check your connection, reload the page, and drop both again.",
      }),
    );
    setState({ kind: "comparing" });
    mine.postMessage({ original, copy } satisfies GateRequest);
  }
  const take = (slot: Slot, file: File | undefined) => {
    if (!file) return;
    const next = { ...files, [slot]: file };
    setFiles(next);
    compare(next);
  };
  const swap = () => {
    const next = { ...(files.copy && { original: files.copy }), ...(files.original && { copy: files.original }) };
    setFiles(next);
    compare(next);
  };

  return (
    <div className={styles.gate}>
      <div className={styles.drops}>
        <Drop label="The original" accept={ORIGINAL} file={files.original} onFile={(file) => take("original", file)} />
        <Drop label="The edited copy" accept={COPY} file={files.copy} onFile={(file) => take("copy", file)} />
      </div>
      <noscript>
        <p className={styles.note}>Turn on JavaScript in your browser to compare files.</p>
      </noscript>
      <div aria-live="polite" className={styles.answer}>
        {state.kind === "comparing" ? (
          <p className={styles.note}>
            Comparing …{" "}
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                stop();
                setState({ kind: "waiting" });
              }}
            >
              Stop
            </Button>
          </p>
        ) : null}
        {state.kind === "failed" ? (
          <p className={styles.note}>
            <b>{state.message}</b> {state.advice}
          </p>
        ) : null}
        {state.kind === "answered" ? <Answer answer={state.answer} files={files} page={page} onSwap={swap} /> : null}
      </div>
    </div>
  );
}

function Drop({
  label,
  accept,
  file,
  onFile,
}: {
  label: string;
  accept: string;
  file: File | undefined;
  onFile: (file: File | undefined) => void;
}) {
  const field = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping a file; the field inside takes the keyboard
    <label
      className={styles.drop}
      htmlFor={field}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <b>{label}</b>
      <span>{file ? file.name : "Drop a file here or choose one"}</span>
      <input
        id={field}
        type="file"
        accept={accept}
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </label>
  );
}

function Answer({
  answer,
  files,
  page,
  onSwap,
}: {
  answer: GateAnswer;
  files: Partial<Record<Slot, File>>;
  page: string;
  onSwap: () => void;
}) {
  if (!answer.ok)
    return (
      <p className={styles.note}>
        <b>
          {answer.file === "original" ? "The original" : "The edited copy"}: {answer.message}
        </b>{" "}
        {answer.advice}
      </p>
    );
  const { result, reversed, hashes } = answer;
  const changes =
    result.stats.insertions +
    result.stats.deletions +
    result.stats.moves +
    result.stats.formatChanges +
    result.stats.otherChanges;
  if (result.anotherManuscript)
    return (
      <p className={styles.note}>
        <b>These files have little in common.</b> Are they the same manuscript?
      </p>
    );
  const verdict = verdictOf(result, changes);
  const share = [
    `Checked at ${page}: ${verdict}`,
    ...(hashes?.[0]
      ? [
          `Original ${files.original?.name ?? ""}: SHA-256 ${hashes[0]}`,
          `Copy ${files.copy?.name ?? ""}: SHA-256 ${hashes[1]}`,
        ]
      : []),
  ].join("\n");
  return (
    <>
      <h2 className={styles.verdict} data-passed={result.passed || undefined}>
        {verdict}
      </h2>
      {reversed ? (
        <p className={styles.note}>
          The original has tracked changes and the copy has none. Are they the other way round?{" "}
          <Button variant="default" size="xs" onClick={onSwap}>
            Swap files
          </Button>
        </p>
      ) : null}
      <ChangeLine stats={result.stats} />
      <Untracked result={result} />
      {result.notes.length > 0 ? (
        <ul className={styles.notes}>
          {result.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      <div className={styles.actions}>
        <Button variant="default" onClick={() => window.print()}>
          Print result
        </Button>
        <Share text={share} />
      </div>
    </>
  );
}

/** What was measured, in a sentence. A LaTeX source has no tracked changes: the two sources are compared. */
function verdictOf({ format, passed, untrackedTotal }: GateResult, changes: number): string {
  if (format === "tex")
    return `${count(changes, "difference")} between the two sources${passed ? "" : `, ${count(untrackedTotal, "place")} to look at`}.`;
  if (!passed) return `${count(untrackedTotal, "untracked edit")}, ${count(changes, "tracked change")}.`;
  return changes === 0 ? "The copy has no changes." : `Every change is tracked: ${count(changes, "change")}.`;
}

function Untracked({ result: { untracked, untrackedTotal } }: { result: Extract<GateAnswer, { ok: true }>["result"] }) {
  const list = useRef<HTMLOListElement>(null);
  // "n" goes to the next edit.
  useEffect(() => {
    const next = (event: KeyboardEvent) => {
      if (event.key !== "n" || event.metaKey || event.ctrlKey || event.altKey) return;
      const items = [...(list.current?.children ?? [])] as HTMLElement[];
      const at = items.indexOf(document.activeElement as HTMLElement);
      items[(at + 1) % items.length]?.focus();
    };
    addEventListener("keydown", next);
    return () => removeEventListener("keydown", next);
  }, []);
  if (untracked.length === 0) return null;
  return (
    <ol ref={list} className={styles.untracked} aria-label="Untracked edits">
      {untracked.slice(0, SHOWN).map((one, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list never changes while it's shown
        <li key={i} tabIndex={-1}>
          {one.section ? <span className={styles.place}>{one.section}</span> : null}
          {one.what ? (
            <b>{one.what}</b>
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

/** The result without any of the text: counts and hashes. */
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
