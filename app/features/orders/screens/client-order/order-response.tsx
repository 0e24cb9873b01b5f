import { Form } from "react-router";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { LETTER_WORDS } from "../../rules/draft/file-role.ts";
import styles from "../../ui/order.module.css";

/** What the client order page knows about a response to reviewers. */
export type ResponseOffer = {
  refusal: string | null;
  untilAt: Date;
  /** Whether the delivery is kept, so that a new version can be compared with it. */
  compared: boolean;
  /** What it costs besides the words, and the least the words cost. */
  priceMinor: number;
  currency: string;
  minimumMinor: number;
};

/** Starts a response to reviewers for a delivered manuscript. Posts `intent=reviewers`. */
export function OrderResponse({ offer, filesDueAt }: { offer: ResponseOffer; filesDueAt: Date | null }) {
  const { refusal, untilAt, compared } = offer;
  const price = formatMoney(offer.priceMinor, offer.currency);
  const deletedBefore = filesDueAt && filesDueAt < untilAt ? filesDueAt : null;
  return (
    <Fold id="reviewers" title="Response to reviewers" aside={refusal ? null : `Re-edit price + ${price}`}>
      {refusal ? (
        <p className="soft">{refusal} Place a new order for a new version.</p>
      ) : (
        <Form method="post" className={styles.form}>
          <div className={styles.tight}>
            <p className="soft small">
              Did a journal send you reviews? Upload your new version, the reviewers' comments, and your reply letter
              (up to {formatWords(LETTER_WORDS)}). Your editor reads the comments and edits both the manuscript and the
              letter. We invite the editor of this order first.
            </p>
            <p className="soft small">
              {compared
                ? `Unchanged and moved sentences are free. Changed and new ones cost the standard rate (${formatMoney(offer.minimumMinor, offer.currency)} minimum), and the reviewers' comments and the letter cost ${price} more.`
                : `We no longer have the edited text of this order to compare your new version with, so all of its words cost the standard rate. The reviewers' comments and the letter cost ${price} more.`}
            </p>
            <p className="soft small">
              You can order this until <Instant at={untilAt} deadline />.{" "}
              {compared && deletedBefore ? (
                <>
                  We delete your files on <Instant at={deletedBefore} />. After that, unchanged sentences are charged
                  too. <a href="#kept-files">Keep your files longer</a>
                </>
              ) : null}
            </p>
          </div>
          <SubmitButton name="intent" value="reviewers" variant="default" pending="Opening the form">
            Start response to reviewers
          </SubmitButton>
        </Form>
      )}
    </Fold>
  );
}
