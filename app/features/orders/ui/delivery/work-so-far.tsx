import { FileRow } from "#app/ui/file-row.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { WorkSoFar } from "../../server/views/handover-view.ts";
import { ChangesLink } from "./changes-page.tsx";
import styles from "../order.module.css";

/** The previous editor's work: the copy to continue in, and how much of it is done. */
export function WorkSoFarSheet({ work }: { work: WorkSoFar }) {
  return (
    <Sheet title={work.revision ? "The delivered copy" : "Work so far"}>
      <div className={styles.stack}>
        <p>
          {work.revision
            ? "Another editor delivered this order. Revise their copy, so that the author sees every change in one file."
            : work.words > 0
              ? `The editor before you edited ${work.words.toLocaleString("en-US")} of ${work.billableWords.toLocaleString("en-US")} words. Continue in their copy. Your pay is for the rest.`
              : "The editor before you left a copy. You're paid for the whole order, so use it only if it helps."}
        </p>
        {work.copies.map((copy) => (
          <FileRow
            key={copy.id}
            name={copy.name}
            format="docx"
            sizeBytes={copy.bytes}
            href={copy.href}
            actions={<ChangesLink fileId={copy.id} name={copy.name} />}
          />
        ))}
      </div>
    </Sheet>
  );
}
