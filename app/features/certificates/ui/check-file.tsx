import { count, plural } from "#app/platform/rules/core/count.ts";
import { DOWNLOAD_MS, fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { keyInFragment } from "#app/features/documents/rules/certificate/certificate.ts";
import type { CertificateKind } from "../rules/certificate-facts.ts";
import { type DeclaredFile, fileWords } from "../rules/declaration.ts";
import { shareWords } from "../rules/share-words.ts";
import type { CheckAnswer, CheckRequest } from "./check-worker.ts";
import styles from "./certificate.module.css";

const LIMIT_MS = 90_000;
const ACCEPTED = ".docx,.odt,.rtf,.txt,.md,.tex,.zip";

type State =
  | { kind: "waiting" }
  | { kind: "reading"; name: string }
  | { kind: "failed"; message: string; advice: string }
  | { kind: "answered"; name: string; /** What the file is, by its hash. */ known: string | null; answer: CheckAnswer };

/** Runs the comparison in a worker. @throws when the seal can't be loaded or it takes too long */
async function compare(file: File, id: string, key: Uint8Array<ArrayBuffer> | null): Promise<CheckAnswer> {
  if (!key) return { kind: "no-key" };
  const response = await fetchInTime(`/api/certified/${id}`, {}, DOWNLOAD_MS);
  if (!response.ok) throw new Error(`The seal answered ${response.status}`);
  const seal = new Uint8Array(await response.arrayBuffer());
  const worker = new Worker(new URL("./check-worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<CheckAnswer>((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error("The comparison took too long")), LIMIT_MS);
      worker.addEventListener("message", (event: MessageEvent<CheckAnswer>) => {
        clearTimeout(limit);
        resolve(event.data);
      });
      worker.addEventListener("error", () => {
        clearTimeout(limit);
        reject(new Error("The reader failed"));
      });
      worker.postMessage({ file, id, key, seal } satisfies CheckRequest);
    });
  } finally {
    worker.terminate();
  }
}

/**
 * Lets a visitor drop a file to see how much of it is the certified text. The file is read in their browser and isn't
 * sent anywhere.
 */
export function CheckFile({
  id,
  kind = "certificate",
  files = [],
}: {
  id: string;
  kind?: CertificateKind;
  /** The hashes of the order's files, by which they're recognized even without the key. */
  files?: readonly DeclaredFile[];
}) {
  // Undefined until the browser reads the URL, because the server never sees its fragment.
  const [key, setKey] = useState<Uint8Array<ArrayBuffer> | null | undefined>(undefined);
  const [state, setState] = useState<State>({ kind: "waiting" });
  const [over, setOver] = useState(false);
  const turn = useRef(0);
  const field = useId();
  useEffect(() => {
    const read = () => setKey(keyInFragment(location.hash));
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);

  async function take(file: File | undefined): Promise<void> {
    if (!file || (!key && files.length === 0)) return;
    const mine = ++turn.current;
    const show = (next: State) => {
      if (mine === turn.current) setState(next);
    };
    show({ kind: "reading", name: file.name });
    try {
      const known = files.length > 0 ? fileWords(files, await hashOf(file)) : null;
      show({ kind: "answered", name: file.name, known, answer: await compare(file, id, key ?? null) });
    } catch {
      show({
        kind: "failed",
        message: "We couldn't compare the file.",
        advice: "Check your connection, reload the page, and drop the file again.",
      });
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  if (key === undefined)
    return (
      <>
        <p className={styles.soft}>You can compare a file here once the page has loaded.</p>
        <noscript>
          <p className={styles.soft}>Turn on JavaScript in your browser to compare a file.</p>
        </noscript>
      </>
    );
  const needsKey = (
    <p className={styles.note}>
      To compare a file{files.length > 0 ? " sentence by sentence" : ""}, you need the {kind}'s link. Scan the QR code
      on the {kind} or open the link printed below it. The part of the link after “#” is the key, which an ID alone
      doesn't include.
    </p>
  );
  if (key === null && files.length === 0) return needsKey;
  if (!globalThis.crypto?.subtle)
    return (
      <p className={styles.note}>Your browser can compare files only on encrypted pages. Open this page with https.</p>
    );
  return (
    <div className={styles.check}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping a file; the field inside takes the keyboard */}
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
        <b>Drop a file here or choose one</b>
        <span>.docx, .odt, .rtf, .txt, .md, or LaTeX. It's read in your browser and isn't sent anywhere.</span>
        <input
          id={field}
          type="file"
          accept={ACCEPTED}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </label>
      <div aria-live="polite" className={styles.answer}>
        {state.kind === "reading" ? <p className={styles.soft}>Reading “{state.name}” …</p> : null}
        {state.kind === "failed" ? (
          <p className={styles.note}>
            <b>{state.message}</b> {state.advice}
          </p>
        ) : null}
        {state.kind === "answered" && state.known ? (
          <h3 className={styles.verdict} data-all>
            {state.known}
          </h3>
        ) : null}
        {state.kind === "answered" && state.answer.kind !== "no-key" ? (
          <Answer name={state.name} answer={state.answer} />
        ) : null}
        {state.kind === "answered" && state.answer.kind === "no-key" && !state.known ? (
          <p className={styles.note}>
            <b>
              “{state.name}” isn't one of the files of this {kind}.
            </b>{" "}
            Its text may still be the same.
          </p>
        ) : null}
        {key === null ? needsKey : null}
      </div>
    </div>
  );
}

const SHOWN = 100;

/** A file's SHA-256, in hexadecimal. */
async function hashOf(file: File): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function Answer({ name, answer }: { name: string; answer: Exclude<CheckAnswer, { kind: "no-key" }> }) {
  switch (answer.kind) {
    case "refused":
      return (
        <p className={styles.note}>
          <b>{answer.message}</b> {answer.advice}
        </p>
      );
    case "wrong-key":
      return (
        <p className={styles.note}>
          <b>The key in this link doesn't belong to this certificate.</b> Scan the QR code on the certificate again, or
          copy its full link.
        </p>
      );
    case "too-short":
      return (
        <p className={styles.note}>
          <b>We found no sentence of eight words or more in “{name}”.</b> Shorter ones are too common to compare.
        </p>
      );
    case "compared": {
      const { sentences, found, certified, covered, others } = answer;
      const all = found === sentences;
      return (
        <>
          <h3 className={styles.verdict} data-all={all || undefined}>
            {shareWords(found, sentences)} of the {count(sentences, "sentence")} in “{name}”{" "}
            {plural(sentences, "is", "are")} in the certified text.
          </h3>
          <div className={styles.bar} aria-hidden>
            <i style={{ width: `${(100 * found) / sentences}%` }} />
          </div>
          <p className={styles.soft}>
            {covered === certified
              ? "The file contains the full certified text:"
              : "Of the certified text, the file contains"}{" "}
            {covered.toLocaleString("en-US")} of {certified.toLocaleString("en-US")} distinct sentences. Sentences of
            fewer than eight words aren't compared.
          </p>
          {others.length > 0 ? (
            <>
              <h4>
                {others.length === 1
                  ? "This sentence isn't in it"
                  : `These ${others.length.toLocaleString("en-US")} sentences aren't in it`}
              </h4>
              <ol className={styles.others}>
                {others.slice(0, SHOWN).map((it, i) => (
                  // oxlint-disable-next-line react/no-array-index-key -- these sentences never move, and two may be equal
                  <li key={i}>
                    {it.section && it.section !== others[i - 1]?.section ? <span>{it.section}</span> : null}
                    <q>{it.text}</q>
                  </li>
                ))}
              </ol>
              {others.length > SHOWN ? (
                <p className={styles.soft}>And {(others.length - SHOWN).toLocaleString("en-US")} more.</p>
              ) : null}
            </>
          ) : null}
        </>
      );
    }
  }
}
