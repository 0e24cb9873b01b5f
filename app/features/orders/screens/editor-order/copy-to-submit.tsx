import { Form } from "react-router";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";
import type { SubmissionView } from "../../ui/delivery.tsx";
import { Annotations } from "../../ui/annotations.tsx";
import { FindingSheetList } from "../../ui/finding-sheet.tsx";
import { GateFindings } from "../../ui/gate-findings.tsx";
import { TrackedUpload } from "../../ui/tracked-upload.tsx";
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
  error,
}: {
  orderId: string;
  work: Work;
  /** The copy as it was checked last; it may be older than the upload. */
  part: Part | undefined;
  /** Whether the submission's changes have been counted. */
  counted: boolean;
  checking: boolean;
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
      {checked?.annotations ? <Annotations annotations={checked.annotations} /> : null}
      <TrackedForYou work={work} checked={checked} counted={counted} />
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
    return (
      <>
        {checked?.gate?.passed && counted ? (
          <p className="small">
            We made this copy from your upload. Every difference from the manuscript is a tracked change under your
            name. Your upload is kept as the previous version.
          </p>
        ) : null}
        {untracked ? (
          <p className="small">
            We made this copy from your upload, which is kept as the previous version. We can't turn the changes listed
            above into tracked changes. Undo them in your own copy and upload it again.
          </p>
        ) : null}
      </>
    );
  return work.tracked && work.base && (untracked || !/\.docx$/i.test(work.tracked.name)) ? (
    <MakeTracked trackedFileId={work.tracked.id} />
  ) : null;
}

function MakeTracked({ trackedFileId }: { trackedFileId: string }) {
  return (
    <Form method="post" preventScrollReset className={styles.tight}>
      <input type="hidden" name="trackedFileId" value={trackedFileId} />
      <p className="small">
        <b>Edited without tracking?</b> We can compare your copy with the manuscript and turn what differs into tracked
        changes under your name. Your comments stay. Headers, footers, link addresses, merged cells, and embedded files
        can't be tracked this way, so we'll list them for you.
      </p>
      <div>
        <SubmitButton name="intent" value="track" variant="default" pending="Comparing">
          Make a tracked copy
        </SubmitButton>
      </div>
    </Form>
  );
}
