import { consentSentence } from "#app/features/pricing/rules/price-limits.ts";
import { formatBusinessDays } from "#app/platform/rules/core/time.ts";
import { Checkbox } from "#app/ui/fields.tsx";
import { SERVICE_LABELS, TURNAROUND_LABELS } from "#app/features/pricing/rules/policy.ts";
import { useFold } from "#app/ui/fold.tsx";
import styles from "../order-form.module.css";
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
  const { service, turnaround } = choices;
  const settled = service && turnaround && chosen?.offered && !noEditor && !error("service") && !error("turnaround");
  const { details, target } = useFold("offers", !settled);
  return (
    <Step name="service" title="Service">
      {noEditor ? <NoEditorNotice found={noEditor} problem={problem} /> : null}
      {checking ? (
        <p role="status" className="soft">
          Checking which editors have time…
        </p>
      ) : null}
      <details className={styles.offers} {...details}>
        <summary>
          <span>
            {service ? SERVICE_LABELS[service] : "Choose a service"}
            {service && turnaround ? `, ${TURNAROUND_LABELS[turnaround]}` : null}
          </span>
          <span className={styles.open}>{service && turnaround ? "Change" : "Choose"}</span>
        </summary>
        <div className={styles.fields} {...target}>
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
          {draft.reEditOf || barred || noEditor || (chosen && !chosen.offered) ? null : (
            <p className="soft small">
              Need another date or something special? <AskQuote {...ask} why="wish" />.
            </p>
          )}
        </div>
      </details>
      {draft.reEditOf || barred ? null : <Otherwise form={form} ask={ask} answerDays={answerDays} />}
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

/** A custom quote, where no price or no editor fits. */
function Otherwise({
  form: {
    chosen,
    quote: { noEditor },
  },
  ask,
  answerDays,
}: {
  form: OrderFormState;
  ask: { orderId: string; saveNow: () => Promise<boolean> };
  answerDays: number;
}) {
  if (chosen && !chosen.offered)
    return (
      <p>
        {chosen.reason} <AskQuote {...ask} why={chosen.code === "no-editor-free" ? "no_editor" : "too_long"} /> and
        we'll send you a price and a date within {formatBusinessDays(answerDays)}.
      </p>
    );
  return noEditor ? (
    <p>
      <AskQuote {...ask} why="no_editor" /> and our team will look for an editor for you.
    </p>
  ) : null;
}
