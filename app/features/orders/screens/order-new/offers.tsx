import { count } from "#app/platform/rules/core/count.ts";
import { Form } from "react-router";
import type { EnglishVariant } from "#app/features/pricing/rules/taxonomy.ts";
import type { StandingDiscount } from "#app/features/pricing/rules/standing-discount.ts";
import { usePricing } from "#app/features/pricing/ui/pricing-context.ts";
import { useSession } from "#app/platform/browser/core/session.ts";
import type { ProblemData } from "#app/platform/server/requests/problem.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS } from "#app/features/pricing/rules/policy.ts";
import type { OfferMatrix } from "#app/features/pricing/rules/offer.ts";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Notice, fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import type { ChoicesPatch, OrderChoices } from "../../rules/draft/choices.ts";
import type { DraftOnPage } from "../../server/drafts/read-draft-page.ts";
import { AskQuote } from "../../ui/draft/ask-quote.tsx";
import { DiscountNotice } from "../../ui/draft/discount-notice.tsx";
import { FieldChoice, VariantChoice } from "../../ui/draft/field-choice.tsx";
import { NoEditorNotice } from "../../ui/change/no-editor.tsx";
import { OfferTable } from "../../ui/draft/offer-table.tsx";
import type { Offers as PriceList } from "../../ui/draft/use-offers.ts";
import type { ServerQuote } from "../../ui/draft/use-server-quote.ts";
import styles from "../order-new.module.css";
import { Extras } from "./extras.tsx";
import { PricesFrom } from "./prices-from.tsx";

/** The way on for somebody who chose a price before and came back. */
function Continue({ matrix, choices: { service, turnaround } }: { matrix: OfferMatrix; choices: OrderChoices }) {
  const offer = service && turnaround ? matrix[service][turnaround] : null;
  if (!service || !turnaround || !offer?.offered) return null;
  return (
    <p className={styles.chosen}>
      <span>
        {SERVICE_LABELS[service]}, {TURNAROUND_LABELS[turnaround]}:{" "}
        <b className="figures">{formatMoney(offer.receipt.totalMinor, offer.receipt.currency)}</b>
      </span>
      <SubmitButton name="cell" value={`${service}/${turnaround}`} pending="Opening">
        Continue
      </SubmitButton>
    </p>
  );
}

/** The choice of a field, then every price with its due date, or what to do if no editor can take the manuscript. */
export function Offers({
  draft,
  choices,
  change,
  saveNow,
  quote,
  standing,
  listed,
  offers,
  variantFound,
  answered,
}: {
  draft: DraftOnPage;
  choices: OrderChoices;
  change: (patch: ChoicesPatch) => void;
  saveNow: () => Promise<boolean>;
  quote: ServerQuote;
  /** The discounts that these prices include. */
  standing: readonly StandingDiscount[];
  /** Prices without regard to who is free. */
  listed: OfferMatrix;
  offers: PriceList;
  /** The manuscript's variant of English, if we can tell. */
  variantFound: EnglishVariant | null | undefined;
  answered: ProblemData | undefined;
}) {
  const { sum, matrix, now, timeZone } = offers;
  const { noEditor, checking } = quote;
  const session = useSession();
  const { pdfBp } = usePricing();
  const excluded = choices.excluded ?? [];
  const cells = Object.values(matrix).flatMap((row) => Object.values(row));
  const isTooLong =
    cells.every((cell) => !cell.offered) && cells.some((cell) => !cell.offered && cell.code === "too-many-words");
  return (
    <Section
      title={choices.subfield ? "Choose a service and turnaround" : "What field is your manuscript in?"}
      aside={<span className="soft small">You won't be charged yet</span>}
    >
      {sum.estimate ? (
        <div className={styles.note}>
          <Notice tone="attention" title="This count is an estimate.">
            We can't count this type of file exactly. For an exact count, add your manuscript in Word, OpenDocument, or
            plain text.
          </Notice>
        </div>
      ) : null}
      {sum.pdf ? (
        <div className={styles.note}>
          <Notice tone="info" title="We edit PDFs as annotations.">
            You get the edits as annotations on the pages, {pdfBp > 0 ? `for ${pdfBp / 100}% more and ` : null}without a
            clean copy. If you have the Word or LaTeX source, add that instead.
          </Notice>
        </div>
      ) : null}
      <DiscountNotice standing={standing} className={styles.note} />
      <Form method="post" className={styles.field}>
        <input type="hidden" name="orderId" value={draft.id} />
        <div className={styles.pair}>
          <FieldChoice choices={choices} change={change} error={fieldError(answered, "subfield")} />
          <VariantChoice
            choices={choices}
            change={change}
            found={variantFound}
            error={fieldError(answered, "variant")}
          />
        </div>
        <noscript>
          <button type="submit" name="intent" value="field">
            Show prices
          </button>
        </noscript>
      </Form>
      {choices.subfield ? null : <PricesFrom matrix={matrix} />}
      {checking ? (
        <p role="status" className="soft">
          Checking which editors have time…
        </p>
      ) : null}
      {choices.subfield && noEditor && !checking ? (
        <Form method="post">
          <input type="hidden" name="orderId" value={draft.id} />
          <NoEditorNotice found={noEditor} problem={answered} />
          <PricesFrom matrix={listed} isChosen />
        </Form>
      ) : null}
      {choices.subfield && !noEditor && !checking ? (
        <Form method="post">
          <input type="hidden" name="intent" value="choose" />
          <input type="hidden" name="orderId" value={draft.id} />
          <Continue matrix={matrix} choices={choices} />
          <OfferTable matrix={matrix} now={now} timeZone={timeZone} chosen={choices} />
        </Form>
      ) : null}
      {choices.subfield && !noEditor ? (
        <Extras choices={choices} change={change} offers={offers} quote={quote} />
      ) : null}
      {choices.subfield && !checking && !draft.reEditOf ? (
        <p className={noEditor ? undefined : "soft small"}>
          {noEditor
            ? "Our team can look for an editor for you. "
            : isTooLong
              ? "Too long for these prices? "
              : "Need another date or something special? "}
          <AskQuote
            orderId={draft.id}
            saveNow={saveNow}
            why={noEditor ? "no_editor" : isTooLong ? "too_long" : "wish"}
          />
          .
        </p>
      ) : null}
      {noEditor ? null : (
        <p className="soft small">
          Somebody else pays? On the order form, you can share the quote as a PDF and a link that they pay without an
          account.
        </p>
      )}
      {session || noEditor ? null : (
        <p className="soft small">
          Next comes the order form, where you'll create an account. We'll keep your files and choices.
        </p>
      )}
      {excluded.length > 0 ? (
        <p className="soft small">
          {count(excluded.length, "section is", "sections are")} left out and won't be edited.
        </p>
      ) : null}
    </Section>
  );
}
