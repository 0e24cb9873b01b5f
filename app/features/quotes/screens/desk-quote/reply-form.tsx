import { NativeSelect, TextInput, Textarea } from "@mantine/core";
import { useState } from "react";
import { Form } from "react-router";
import { formatMoney, CURRENCY, moneySymbol } from "#app/platform/rules/core/money.ts";
import { HOUR, formatDuration } from "#app/platform/rules/core/time.ts";
import { instantOf } from "#app/platform/rules/core/wall-clock.ts";
import { useNow, useTimeZone } from "#app/platform/browser/core/now.ts";
import { customLimits, customPriceFault } from "#app/features/pricing/rules/custom-price.ts";
import { SERVICES, SERVICE_LABELS, type Service } from "#app/features/pricing/rules/policy.ts";
import type { AddOns } from "#app/features/pricing/rules/add-ons.ts";
import { AddOnChoices } from "#app/features/orders/ui/draft/add-on-choices.tsx";
import { draftSum } from "#app/features/orders/rules/draft/draft-sum.ts";
import type { FormAnswer } from "#app/ui/action-form.tsx";
import { ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { moneyTyped } from "#app/platform/rules/text/typed-money.ts";
import type { StaffQuote } from "../../server/read-quote.ts";
import styles from "../../ui/quote.module.css";

const NO_SUM = draftSum([], {});

/** The terms of an offer: sent right away, or after an editor has agreed to them. */
export function ReplyForm({ quote, answer }: { quote: StaffQuote; answer: FormAnswer | undefined }) {
  const typed = answer?.error ? (answer.typed ?? {}) : {};
  const problem = answer?.error;
  const zone = useTimeZone();
  const now = useNow(60_000);
  const [service, setService] = useState<Service>(SERVICES.find((it) => it === typed.service) ?? quote.start.service);
  const [addOns, setAddOns] = useState<AddOns>(quote.choices.addOns);
  const [dueAt, setDueAt] = useState(typed.dueAt ?? quote.start.dueAt);
  const [total, setTotal] = useState(typed.total ?? "");
  const at = instantOf(dueAt, zone);
  const windowMs = at ? Math.ceil((at.getTime() - now.getTime()) / HOUR) * HOUR : 0;
  const work = {
    service,
    addOns,
    windowMs: Math.max(HOUR, windowMs),
    billableWords: quote.sum.billable,
    estimatePdf: quote.sum.pdf,
  };
  const limits = quote.sum.billable > 0 ? customLimits(work, quote.by, quote.pricing, quote.approvals) : null;
  const cents = moneyTyped(total, CURRENCY);
  const fault = limits && cents !== null ? customPriceFault(cents, limits, quote.by) : null;
  return (
    <Form method="post" className={styles.fields} noValidate preventScrollReset>
      <input type="hidden" name="current" value={quote.current?.id ?? ""} />
      <input type="hidden" name="shown" value="addOns" />
      {/* Pressing Enter in a field activates the form's first button, which must not send anything. */}
      <button type="submit" name="intent" value="" disabled className="unseen" tabIndex={-1} aria-hidden="true">
        Enter
      </button>
      <ErrorNote problem={problem} />
      <div className={styles.pair}>
        <NativeSelect
          name="service"
          label="Service"
          description={
            quote.choices.service
              ? `Requested: ${SERVICE_LABELS[quote.choices.service].toLowerCase()}`
              : "The author isn't sure yet"
          }
          data={SERVICES.map((value) => ({ value, label: SERVICE_LABELS[value] }))}
          value={service}
          onChange={(event) => setService(event.currentTarget.value as Service)}
          error={fieldError(problem, "service")}
        />
        <TextInput
          name="dueAt"
          type="datetime-local"
          label="Due date if paid now"
          description={windowMs > 0 ? `${formatDuration(windowMs)} after payment` : "In your time zone"}
          value={dueAt}
          onChange={(event) => setDueAt(event.currentTarget.value)}
          error={fieldError(problem, "dueAt")}
        />
        <TextInput
          name="total"
          label="Price"
          description={limits ? `Standard price ${formatMoney(limits.ordinaryMinor, CURRENCY)}` : undefined}
          inputMode="decimal"
          leftSection={moneySymbol(CURRENCY)}
          maxLength={14}
          value={total}
          onChange={(event) => setTotal(event.currentTarget.value)}
          error={fault ?? fieldError(problem, "total")}
        />
      </div>
      <details open={Object.values(addOns).some(Boolean)}>
        <summary>Add-ons</summary>
        <AddOnChoices addOns={addOns} sum={NO_SUM} service={service} onChange={setAddOns} />
      </details>
      <Textarea
        name="note"
        label="Message to the author (optional)"
        autosize
        minRows={2}
        maxLength={2_000}
        defaultValue={typed.note ?? ""}
        error={fieldError(problem, "note")}
      />
      <div className={styles.buttons}>
        <SubmitButton name="intent" value="send" pending="Sending">
          Send offer
        </SubmitButton>
        <span className="soft small">Sent only if an editor has time by that date.</span>
      </div>
      <details open={answer?.form === "ask" && problem !== undefined}>
        <summary>Ask an editor to agree first</summary>
        <div className={styles.fields}>
          <NativeSelect
            name="editorId"
            label="Editor"
            description="Free words are for the requested service and date. An editor can agree to more than that."
            data={[
              { value: "", label: "Choose" },
              {
                group: "Match this manuscript",
                items: quote.editors.filter((e) => e.matches).map((e) => ({ value: e.uid, label: e.label })),
              },
              {
                group: "Others",
                items: quote.editors.filter((e) => !e.matches).map((e) => ({ value: e.uid, label: e.label })),
              },
            ]}
            defaultValue={typed.editorId ?? ""}
            error={fieldError(problem, "editorId")}
          />
          <Textarea
            name="brief"
            label="About the work, for the editor"
            description="They don't see the manuscript or the author's name yet"
            autosize
            minRows={2}
            maxLength={2_000}
            defaultValue={typed.brief ?? ""}
            error={fieldError(problem, "brief")}
          />
          <div>
            <SubmitButton name="intent" value="ask" variant="default" pending="Asking">
              Ask editor
            </SubmitButton>
          </div>
        </div>
      </details>
    </Form>
  );
}
