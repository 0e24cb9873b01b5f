import { Form } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import styles from "../../ui/order.module.css";

/** Orders a re-edit of a later version of a delivered manuscript. Posts `intent=re_edit`. */
export function OrderReEdit({
  refusal,
  minimumMinor,
  currency,
  untilAt,
}: {
  refusal: string | null;
  minimumMinor: number;
  currency: string;
  untilAt: Date | null;
}) {
  return (
    <Fold id="re-edit" title="Revised it since?" aside={refusal ? null : "Pay only for what changed"}>
      {refusal ? (
        <p className="soft">{refusal} Place a new order for a new version.</p>
      ) : (
        <Form method="post" className={styles.form}>
          <div className={styles.tight}>
            <p className="soft small">
              Upload your new version and we'll compare it with this delivery sentence by sentence. Unchanged and moved
              sentences are free. Changed and new ones cost the standard rate ({formatMoney(minimumMinor, currency)}{" "}
              minimum). We invite your editor first.
            </p>
            {untilAt ? (
              <p className="soft small">
                You can order a re-edit while we keep your files, until <Instant at={untilAt} deadline />.{" "}
                <a href="#kept-files">Keep them longer</a>
              </p>
            ) : null}
          </div>
          <SubmitButton name="intent" value="re_edit" variant="default" pending="Opening the form">
            Order a re-edit
          </SubmitButton>
        </Form>
      )}
    </Fold>
  );
}
