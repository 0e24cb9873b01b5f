// Must come first, because the server's reader expects Node's Buffer.
import "#app/platform/browser/node/buffer.ts";
import { type Verdict, checkText } from "#app/features/documents/rules/certificate/certificate.ts";
import { detectFormat } from "#app/features/documents/rules/readers/detect-format.ts";
import { readManuscript } from "#app/features/documents/rules/readers/read-manuscript.ts";
import { asRefusal, knowingFormat, Refused } from "#app/features/documents/rules/readers/refusal.ts";

/** Reads a visitor's file and compares it with a certificate in a browser worker. It reports only to the page. */
export type CheckRequest = { file: File; id: string; key: Uint8Array<ArrayBuffer>; seal: Uint8Array };
export type CheckAnswer =
  | Verdict
  /** Without the link's key, only the file's hash can be checked. */
  | { kind: "no-key" }
  | { kind: "refused"; message: string; advice: string };

const MAX_FILE = 100 * 1024 * 1024;

async function check({ file, id, key, seal }: CheckRequest): Promise<CheckAnswer> {
  try {
    if (file.size > MAX_FILE) throw new Refused("too-long", "This file is larger than 100 MB.");
    const bytes = Buffer.from(await file.arrayBuffer());
    const found = detectFormat(bytes, file.name);
    const model = knowingFormat(found.format, () => readManuscript(bytes, found));
    if (!model)
      throw new Refused(
        "unsupported",
        "We can't compare a PDF or an old .doc file.",
        "Use a .docx, .odt, .rtf, .tex, .md, or .txt file of the same text.",
      );
    return await checkText(model, id, key, seal);
  } catch (error) {
    const { message, advice } = asRefusal(error, file.name);
    return { kind: "refused", message, advice };
  }
}

addEventListener("message", (event: MessageEvent<CheckRequest>) => {
  void check(event.data).then((answer) => postMessage(answer));
});
