import { Form } from "react-router";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";
import type { SubmissionView } from "../../ui/delivery/delivery.tsx";
import { Annotations } from "../../ui/delivery/annotations.tsx";
import { FindingSheetList } from "../../ui/delivery/finding-sheet.tsx";
import { GateFindings } from "../../ui/delivery/gate-findings.tsx";
import { NotAllowed } from "../../ui/delivery/not-allowed.tsx";
import { TrackedUpload } from "../../ui/delivery/tracked-upload.tsx";
import { Consistency } from "../../ui/check/consistency.tsx";
import styles from "../../ui/order.module.css";

type Work = OrderView["work"][number];
type Part = SubmissionView["files"][number];

/** The edited copy of one source: its upload, and what the check found in it. */
export function CopyToSubmit({
  orderId,
  work,
  part,
  counted,
  checking,
  referencesLeft,
  error,
}: {
  orderId: string;
  work: Work;
  /** The copy as it was checked last; it may be older than the upload. */
  part: Part | undefined;
  /** Whether the submission's changes have been counted. */
  counted: boolean;
  checking: boolean;
  /** Whether the author wants the reference list left as it is. */
  referencesLeft: boolean;
  error: string | undefined;
}) {
  const stale = part !== undefined && part.trackedFileId !== work.tracked?.id;
  const checked = stale ? undefined : part;
  return (
    <div className={styles.tight}>
      <TrackedUpload orderId={orderId} work={work} error={error} />
      {checking && !checked && work.tracked ? (
        <Notice tone="info" title="Checking your copy against the manuscript…">
          This takes a few seconds, or up to a minute for a long manuscript. The result appears here.
        </Notice>
      ) : stale ? (
        <p className="soft small">You uploaded a newer copy. We'll check it when you submit.</p>
      ) : null}
      {checked?.gate ? <GateFindings gate={checked.gate} /> : null}
      {checked?.rule && checked.gate?.untrackedTotal === 0 ? (
        <NotAllowed {...checked.rule} trackedFileId={checked.trackedFileId} editable turned={work.turned} />
      ) : null}
      {work.check?.outcome ? (
        <p className="soft small">
          <Consistency outcome={work.check.outcome} fileId={null} copyId={work.check.open ? work.check.fileId : null} />
        </p>
      ) : null}
      {checked?.annotations ? <Annotations annotations={checked.annotations} /> : null}
      <TrackedForYou work={work} checked={checked} counted={counted} />
      {referencesLeft &&
      !checked?.gate?.anotherManuscript &&
      checked?.sheet?.groups.some((group) => group.kind === "reference") ? (
        <Notice tone="attention" title="Work on the reference list wasn't ordered">
          Undo your changes to its entries, unless the author's instructions ask for them.
        </Notice>
      ) : null}
      {checked?.sheet && !checked.gate?.anotherManuscript ? (
        <FindingSheetList sheet={checked.sheet} sourceFileId={work.sourceId} editable key={checked.trackedFileId} />
      ) : null}
    </div>
  );
}

/** For an editor who edited without tracking: the offer to make a tracked copy, or its result. */
function TrackedForYou({ work, checked, counted }: { work: Work; checked: Part | undefined; counted: boolean }) {
  const untracked = checked?.gate != null && !checked.gate.anotherManuscript && checked.gate.untrackedTotal > 0;
  if (work.compared)
    return checked?.gate?.passed && counted ? (
      <div className={styles.tight}>
        <p className="small">
          We made this copy from your upload. Every difference in words is a tracked change. Review it before you submit
          it. Your upload is kept as the previous version.
        </p>
        {work.leftOut.length > 0 ? (
          <>
            <p className="small">Changes of yours that this copy doesn't have:</p>
            <ul className="small">
              {work.leftOut.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    ) : null;
  return work.tracked && work.base && (untracked || !/\.docx$/i.test(work.tracked.name)) ? (
    <MakeTracked trackedFileId={work.tracked.id} rewriter={checked?.gate?.rewriter ?? null} />
  ) : null;
}

function MakeTracked({ trackedFileId, rewriter }: { trackedFileId: string; rewriter: string | null }) {
  return (
    <Form method="post" preventScrollReset className={styles.tight}>
      <input type="hidden" name="trackedFileId" value={trackedFileId} />
      <p className="small">
        {rewriter ? (
          <>
            <b>Keep working in {rewriter}.</b> We can make your edits in the author's own file. Your tracked changes and
            comments stay, and words that you changed without tracking become tracked changes under your name.
            Formatting, new pictures, new notes, and new table rows aren't carried over, so we'll list them for you.
          </>
        ) : (
          <>
            <b>Edited without tracking?</b> We can compare your copy with the manuscript and turn what differs into
            tracked changes under your name. Your comments stay. Headers, footers, link addresses, merged cells, and
            embedded files can't be tracked. If you changed any, we'll make your edits of words in the author's own file
            and list what we left out.
          </>
        )}
      </p>
      <div>
        <SubmitButton name="intent" value="track" variant="default" pending="Comparing">
          {rewriter ? "Move my edits to the author's file" : "Make a tracked copy"}
        </SubmitButton>
      </div>
    </Form>
  );
}
