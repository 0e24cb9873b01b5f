import { DOWNLOAD_MS, fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import { Button } from "@mantine/core";
import { useState } from "react";
import { Notice } from "#app/ui/notice.tsx";
import type { ReviewFile } from "../../server/kyc/kyc-review.ts";
import styles from "./kyc.module.css";

const MOST_PAGES = 20;

/** Bytes as a data URL, for a frame that may load nothing. */
const dataUrl = (bytes: ArrayBuffer, type: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")));
    reader.readAsDataURL(new Blob([bytes], { type }));
  });

/** A PDF's pages drawn as images, so that nothing in it can run. */
async function drawPdf(bytes: ArrayBuffer): Promise<string[]> {
  const { getDocumentProxy, renderPageAsImage } = await import("unpdf");
  const pdf = await getDocumentProxy(new Uint8Array(bytes.slice(0)));
  const count = Math.min(pdf.numPages, MOST_PAGES);
  const pages: string[] = [];
  for (let page = 1; page <= count; page++)
    pages.push(
      await dataUrl(await renderPageAsImage(new Uint8Array(bytes.slice(0)), page, { width: 1_200 }), "image/png"),
    );
  return pages;
}

/** A page that shows images and may load or run nothing else. */
const frameOf = (images: readonly string[]): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:"><body bgcolor="white">${images
    .map((src, i) => `<img width="100%" alt="Page ${i + 1}" src="${src}">`)
    .join("")}`;

/**
 * Opens one file of a document in a sandboxed frame. Each opening is logged on the server before the file is decrypted.
 */
export function KycViewer({
  file,
  label,
  from = "/api/kyc/files",
}: {
  file: ReviewFile;
  label: string;
  from?: "/api/kyc/files" | "/api/applications/files";
}) {
  const [shown, show] = useState<{ html: string } | { failed: string } | "loading" | null>(null);
  const open = async () => {
    show("loading");
    try {
      const answer = await fetchInTime(
        `${from}/${file.id}`,
        { method: "POST", headers: { accept: "*/*" } },
        DOWNLOAD_MS,
      );
      if (!answer.ok) {
        const said = (await answer.json().catch(() => null)) as { message?: string } | null;
        show({ failed: said?.message ?? "We couldn't open this file. Reload the page and try again." });
        return;
      }
      const bytes = await answer.arrayBuffer();
      const images =
        file.contentType === "application/pdf" ? await drawPdf(bytes) : [await dataUrl(bytes, file.contentType)];
      show({ html: frameOf(images) });
    } catch {
      show({ failed: "We couldn't show this file. Download it to look at it." });
    }
  };
  const open_ = shown !== null && shown !== "loading" && "html" in shown;
  return (
    <div className={styles.decide}>
      <form method="post" action={`${from}/${file.id}?download`} className={styles.actions}>
        <Button
          type="button"
          variant="default"
          size="compact-md"
          onClick={() => (open_ ? show(null) : void open())}
          loading={shown === "loading"}
        >
          {open_ ? "Close" : "Open"} {label}
        </Button>
        <Button type="submit" variant="subtle" size="compact-md">
          Download
        </Button>
      </form>
      {shown !== null && shown !== "loading" && "failed" in shown ? (
        <Notice tone="attention">{shown.failed}</Notice>
      ) : null}
      {open_ ? (
        <iframe className={styles.viewer} title={label} sandbox="" srcDoc={(shown as { html: string }).html} />
      ) : null}
    </div>
  );
}
