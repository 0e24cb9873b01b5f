import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { EarlyStartAsk } from "#app/features/payments/server/checkout/early-start.ts";
import { EarlyStart } from "#app/features/payments/ui/early-start.tsx";
import { PayTerms } from "#app/features/payments/ui/pay-terms.tsx";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";
import { ChangesLink, hasChanges } from "../../ui/delivery/changes-page.tsx";
import type { SubmissionView } from "../../ui/delivery/delivery.tsx";
import { NextStep } from "../../ui/next-step.tsx";
import styles from "../../ui/order.module.css";

/** The main button on a client's order page, with what they have to know for it. */
export function ClientStep({
  view,
  delivery,
  earlyStart,
  problem,
}: {
  view: OrderView;
  /** The latest one. */
  delivery: SubmissionView | undefined;
  earlyStart: EarlyStartAsk;
  /** Why the last payment wasn't started. */
  problem: ShownProblem | undefined;
}) {
  const { action } = view.waiting;
  if (!action) return null;
  const step = { action, orderId: view.id };
  if (action.code === "pay")
    return (
      <NextStep
        {...step}
        before={<EarlyStart ask={earlyStart} error={fieldError(problem, "earlyStart")} />}
        after={
          <p className="small soft">
            <PayTerms /> Somebody else or your organization pays?{" "}
            <Link to={`/order/new/form?order=${view.id}#share`}>Choose it in the order form</Link>
          </p>
        }
      />
    );
  return action.code === "review_delivery" ? (
    <Review files={delivery?.files ?? []} step={step} />
  ) : (
    <NextStep {...step} />
  );
}

/** A delivery of one file is looked at and downloaded here. Those of several files are listed below. */
function Review({ files, step }: { files: SubmissionView["files"]; step: Parameters<typeof NextStep>[0] }) {
  const [file] = files;
  const shown = file?.tracked ?? file?.textChanges;
  if (files.length !== 1 || !file || !shown || !hasChanges(shown.name)) return <NextStep {...step} />;
  return (
    <div className={styles.buttons}>
      <ChangesLink fileId={shown.id} name={shown.name} main />
      <Button component="a" href={shown.href} download variant="default">
        {file.format === "word" ? "Download tracked changes" : "Download edited copy"}
      </Button>
      {file.clean ? (
        <a href={file.clean.href} download>
          Download clean copy
        </a>
      ) : null}
    </div>
  );
}
