import { FileRow } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";
import { EDIT_FORMAT_WORDS } from "../../rules/work/edit-formats.ts";
import { ChangesLink } from "./changes-page.tsx";
import { OneFileUpload } from "../draft/one-file-upload.tsx";

type Work = OrderView["work"][number];

/** Uploads the edited copy of one source. The newest version counts, earlier ones are kept. */
export function TrackedUpload({ orderId, work, error }: { orderId: string; work: Work; error?: string | undefined }) {
  // If the manuscript was converted to Word, plain text is accepted too: we can make a tracked copy from it.
  const accept = work.converted ? ".docx,.odt,.rtf,.txt,.md" : null;
  const words = EDIT_FORMAT_WORDS[work.format];
  const format = work.base ? "docx" : (work.name.split(".").at(-1) ?? "file");
  return (
    <OneFileUpload
      id={`tracked.${work.sourceId}`}
      orderId={orderId}
      purpose="tracked"
      sourceFileId={work.sourceId}
      title={work.role ? `Edited copy of the reply letter, ${work.name}` : `Edited copy of ${work.name}`}
      hint={`${words.upload} Drop it here or choose it.`}
      pick={work.tracked ? "Choose a newer copy" : "Choose the edited copy"}
      accept={accept ?? `.${format}`}
      error={error}
    >
      {work.tracked ? (
        <FileRow
          name={work.tracked.name}
          format={format}
          sizeBytes={work.tracked.bytes}
          href={work.tracked.href}
          facts={
            <>
              <span>version {work.tracked.version}</span>
              <span>
                <Instant at={work.tracked.at} />
              </span>
            </>
          }
          actions={<ChangesLink fileId={work.tracked.id} name={work.tracked.name} />}
        />
      ) : null}
    </OneFileUpload>
  );
}
