import { consentSentence } from "#app/features/pricing/rules/price-limits.ts";
import { formatBusinessDays } from "#app/platform/rules/core/time.ts";
import { Checkbox } from "#app/ui/fields.tsx";
import { AskQuote } from "../../ui/draft/ask-quote.tsx";
import { NoEditorNotice } from "../../ui/change/no-editor.tsx";
import { ServiceChoice, TurnaroundChoice } from "../../ui/draft/offer-choices.tsx";
import { Step } from "./step.tsx";
import type { OrderFormState } from "./use-order-form.ts";

/** The service and the turnaround, with their prices and due dates. */
export function ServiceStep({
  form,
  answerDays,
}: {
  form: OrderFormState;
  /** Business days until a request for a custom quote is answered. */
  answerDays: number;
}) {
  const {
    draft,
    choices,
    change,
    matrix,
    chosen,
    problem,
    error,
    quote: { noEditor, checking },
    saved: { saveNow },
  } = form;
  // The reason is at the service. No other date and no custom quote would help.
  const barred = chosen !== null && !chosen.offered && chosen.code === "policy";
  const ask = { orderId: draft.id, saveNow };
  return (
    <Step n={3} title="Service and turnaround">
      {noEditor ? <NoEditorNotice found={noEditor} problem={problem} /> : null}
      {checking ? (
        <p role="status" className="soft">
          Checking which editors have time…
        </p>
      ) : null}
      <ServiceChoice
        matrix={matrix}
        service={choices.service}
        turnaround={choices.turnaround}
        onChoose={(service) => change({ service })}
        error={error("service")}
      />
      {choices.service && !barred ? (
        <TurnaroundChoice
          matrix={matrix}
          service={choices.service}
          turnaround={choices.turnaround}
          onChoose={(turnaround) => change({ turnaround })}
          error={error("turnaround")}
        />
      ) : null}
      {draft.reEditOf || barred ? null : chosen && !chosen.offered ? (
        <p>
          {chosen.reason} <AskQuote {...ask} why={chosen.code === "no-editor-free" ? "no_editor" : "too_long"} /> and
          we'll send you a price and a date within {formatBusinessDays(answerDays)}.
        </p>
      ) : noEditor ? (
        <p>
          <AskQuote {...ask} why="no_editor" /> and our team will look for an editor for you.
        </p>
      ) : (
        <p className="soft small">
          Need another date or something special? <AskQuote {...ask} why="wish" />.
        </p>
      )}
      {chosen?.offered && chosen.receipt.overflow ? (
        <div id="consentOverflow" tabIndex={-1}>
          <input type="hidden" name="shown" value="consentOverflow" />
          <Checkbox
            name="consentOverflow"
            checked={choices.consentOverflow ?? false}
            onChange={(event) => change({ consentOverflow: event.currentTarget.checked })}
            error={error("consentOverflow")}
            label={
              <>
                I agree to the later due date. <span className="soft">{consentSentence(chosen.receipt)}</span>
              </>
            }
          />
        </div>
      ) : null}
    </Step>
  );
}
