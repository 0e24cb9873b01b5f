// Must come first, because the server's reader expects Node's Buffer.
import "#app/platform/browser/node/buffer.ts";
import { crc32 } from "#app/platform/browser/node/zlib.ts";
import { type FilesGated, gateFiles } from "../../rules/gate/gate-files.ts";
import { englishWords } from "../../rules/kinds/english-words.ts";

/** Compares a visitor's two files in a browser worker. It reports only to the page. */
export type GateRequest = { original: File; copy: File };
export type GateAnswer = FilesGated & {
  hashes?: [string, string];
  /** Without the dictionary, kinds of change aren't told: they'd differ from the server's. */
  dictionary?: boolean;
};
/** What it does now, or the answer. */
export type GateReport = { step: string } | { answer: GateAnswer };

const report = (what: GateReport): void => postMessage(what);

const MAX_FILE = 100 * 1024 * 1024;

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  if (!globalThis.crypto?.subtle) return "";
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]
    .map((one) => one.toString(16).padStart(2, "0"))
    .join("");
};
/** Enough to tell whether a picture of a project is the same. */
const hashOf = (bytes: Uint8Array | string): string => {
  const all = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  return `${all.length} ${crc32(all)}`;
};

async function run({ original, copy }: GateRequest): Promise<GateAnswer> {
  for (const [file, name] of [
    [original, "original"],
    [copy, "copy"],
  ] as const)
    if (file.size > MAX_FILE)
      return {
        ok: false,
        file: name,
        message: "This file is larger than 100 MB.",
        advice: "Make its pictures smaller, and drop it again.",
      };
  report({ step: "Reading both files" });
  const [one, two, isWord] = await Promise.all([
    original.arrayBuffer(),
    copy.arrayBuffer(),
    englishWords().catch(() => undefined),
  ]);
  report({ step: "Comparing them" });
  const answer = gateFiles(
    { name: original.name, bytes: Buffer.from(one) },
    { name: copy.name, bytes: Buffer.from(two) },
    hashOf,
    isWord,
  );
  if (!answer.ok) return answer;
  const hashes: [string, string] = [await sha256(new Uint8Array(one)), await sha256(new Uint8Array(two))];
  return { ...answer, hashes, dictionary: isWord !== undefined };
}

addEventListener("message", (event: MessageEvent<GateRequest>) => {
  void run(event.data).then(
    (answer) => report({ answer }),
    () =>
      report({
        answer: {
          ok: false,
          file: "copy",
          message: "We couldn't compare these files.",
          advice: "Save both again in Word, and drop them again.",
        },
      }),
  );
});
