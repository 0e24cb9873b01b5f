import { type DragEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "#app/ui/button.tsx";
import { Answer } from "./gate-answer.tsx";
import type { CheckPolicy } from "./kinds-of-change.tsx";
import type { GateAnswer, GateReport, GateRequest } from "./gate-worker.ts";
import styles from "./gate.module.css";

/** A thesis takes seconds. An end to what hangs. */
const LIMIT_MS = 120_000;
const ORIGINAL = ".docx,.odt,.rtf,.txt,.md,.tex,.zip";
const COPY = ".docx,.odt,.tex,.zip";

type Slot = "original" | "copy";
type State =
  | { kind: "waiting" }
  | { kind: "comparing"; step: string }
  | { kind: "failed"; message: string; advice: string }
  | { kind: "answered"; answer: GateAnswer };

/**
 * Two files to drop, and what the gate says about them. The work is done in a worker of this page. @param policies what
 * universities allow, to judge the changes by
 */
export function GateFiles({ page, policies }: { page: string; policies: readonly CheckPolicy[] }) {
  const [files, setFiles] = useState<Partial<Record<Slot, File>>>({});
  const [state, setState] = useState<State>({ kind: "waiting" });
  const [university, setUniversity] = useState("");
  const [worked, setWorked] = useState(false);
  const online = useSyncExternalStore(
    hearNetwork,
    () => navigator.onLine,
    () => true,
  );
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
    mine.addEventListener("message", ({ data }: MessageEvent<GateReport>) => {
      if ("answer" in data) {
        setWorked(true);
        end({ kind: "answered", answer: data.answer });
      } else if (worker.current === mine) setState({ kind: "comparing", step: data.step });
    });
    mine.addEventListener("error", () =>
      end({
        kind: "failed",
        message: "We couldn't compare these files.",
        advice: "Check your connection, reload the page, and drop both again.",
      }),
    );
    setState({ kind: "comparing", step: "Loading the check" });
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
        {online ? null : (
          <p className={styles.soft}>
            {worked
              ? "You're offline. This page still works."
              : "You're offline. Connect once to load the check. After that, it works offline."}
          </p>
        )}
        {state.kind === "comparing" ? (
          <p className={styles.note}>
            {state.step} …{" "}
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
        {state.kind === "answered" ? (
          <Answer
            answer={state.answer}
            files={files}
            page={page}
            policies={policies}
            university={university}
            onUniversity={setUniversity}
            onSwap={swap}
            onAgain={() => compare(files)}
          />
        ) : null}
      </div>
    </div>
  );
}

function hearNetwork(tell: () => void): () => void {
  addEventListener("online", tell);
  addEventListener("offline", tell);
  return () => {
    removeEventListener("online", tell);
    removeEventListener("offline", tell);
  };
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
