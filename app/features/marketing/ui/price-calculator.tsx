import { ADD_ONS, COUNTED_CODES, TICKED_CODES } from "#app/features/pricing/rules/add-ons.ts";
import { usePricing } from "#app/features/pricing/ui/pricing-context.ts";
import { type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { Form, Link, useSearchParams } from "react-router";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import {
  SERVICES,
  SERVICE_LABELS,
  TURNAROUNDS,
  TURNAROUND_LABELS,
  type Service,
  type Turnaround,
} from "#app/features/pricing/rules/policy.ts";
import { CURRENCIES, CURRENCY, type Currency } from "#app/platform/rules/core/money.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox, NativeSelect, TextInput } from "#app/ui/fields.tsx";
import { FirstScreenEnd } from "#app/ui/frame/first-screen.tsx";
import { Receipt } from "#app/ui/content/receipt.tsx";
import { type Asked, type Calculated, addressOf, calculate, readAsked } from "../rules/calculator.ts";
import styles from "./price-calculator.module.css";
import { money } from "./price-table.tsx";

/**
 * Prices a word count at every service and turnaround, with the functions that price orders. It is a GET form:
 * it submits without script, and updates as you type with script.
 */
export function PriceCalculator({ currencies }: { currencies: readonly Currency[] }) {
  const [search] = useSearchParams();
  // After a submit, start over from the values in the address.
  return <Calculator key={search.toString()} begin={search} currencies={currencies} />;
}

const FIELDS = ["words", "service", "turnaround"] as const;

function Calculator({ begin, currencies }: { begin: URLSearchParams; currencies: readonly Currency[] }) {
  const pricing = usePricing();
  const { addOns, secondReaderBp, pdfBp } = pricing;
  const { currency } = pricing.pricedIn;
  const [asked, ask] = useState(() => readAsked(begin));
  const form = useRef<HTMLFormElement>(null);
  const readForm = () => {
    if (form.current)
      ask(readAsked(new URLSearchParams(new FormData(form.current) as unknown as Record<string, string>)));
  };
  // Pick up what was typed before the script loaded.
  useEffect(readForm, []);
  const calculated = useMemo(() => calculate(asked, pricing), [asked, pricing]);
  const choose = (event: MouseEvent, service: Service, turnaround: Turnaround) => {
    if (!form.current || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    for (const [name, value] of [
      ["service", service],
      ["turnaround", turnaround],
    ] as const)
      (form.current.elements.namedItem(name) as HTMLSelectElement).value = value;
    readForm();
  };
  return (
    <div className={styles.calculator}>
      <div className={styles.desk}>
        <Form
          ref={form}
          method="get"
          preventScrollReset
          className={styles.form}
          onInput={readForm}
          aria-label="Price calculator"
        >
          <TextInput
            id={FIELDS[0]}
            name="words"
            label="Words"
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            defaultValue={asked.typed}
            description="Leave out the references, or count them at half"
            error={asked.words === null ? "Enter a whole number of words, up to 1,000,000." : undefined}
          />
          <div className={styles.pair}>
            <NativeSelect
              id={FIELDS[1]}
              name="service"
              label="Service"
              defaultValue={asked.service}
              data={SERVICES.map((value) => ({ value, label: SERVICE_LABELS[value] }))}
            />
            <NativeSelect
              id={FIELDS[2]}
              name="turnaround"
              label="Turnaround"
              defaultValue={asked.turnaround}
              data={TURNAROUNDS.map((value) => ({ value, label: TURNAROUND_LABELS[value] }))}
            />
          </div>
          {currencies.length > 1 ? (
            <NativeSelect
              id="currency"
              name="currency"
              label="Currency"
              defaultValue={currency}
              // The whole page is in it, so it's loaded again.
              onChange={(event) => event.currentTarget.form?.requestSubmit()}
              data={currencies.map((value) => ({
                value,
                label: `${CURRENCIES[value].name} (${CURRENCIES[value].sign})`,
              }))}
            />
          ) : null}
          <fieldset className={styles.extras}>
            <legend>Optional extras</legend>
            {TICKED_CODES.map((code) => (
              <Checkbox
                key={code}
                name={ADD_ONS[code].param}
                value="1"
                defaultChecked={asked.addOns[code] ?? false}
                label={`${addOns[code].label}, ${money(addOns[code].unitMinor, currency)}`}
              />
            ))}
            <Checkbox
              name="reader"
              value="1"
              defaultChecked={asked.addOns.secondReader ?? false}
              label={`Second reader (+${secondReaderBp / 100}%)`}
              description="Included in expert editing"
            />
            <Checkbox
              name="pdf"
              value="1"
              defaultChecked={asked.pdf}
              label={`My manuscript is a PDF (+${pdfBp / 100}%)`}
            />
            <div className={styles.pair}>
              {COUNTED_CODES.map((code) => (
                <TextInput
                  key={code}
                  id={ADD_ONS[code].param}
                  name={ADD_ONS[code].param}
                  label={ADD_ONS[code].unit.ask}
                  description={`${money(addOns[code].unitMinor, currency)} each`}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={6}
                  defaultValue={asked.addOns[code] || ""}
                />
              ))}
            </div>
          </fieldset>
          <div>
            <Button type="submit" variant="default">
              Show price
            </Button>
          </div>
        </Form>
        <FirstScreenEnd />
        <div className={styles.result} aria-live="polite">
          <Chosen asked={asked} calculated={calculated} />
        </div>
      </div>
      {calculated && asked.words !== null ? (
        <Matrix asked={asked} words={asked.words} calculated={calculated} onChoose={choose} />
      ) : null}
    </div>
  );
}

/** Where a quote begins, in the currency of the prices that were shown. */
const quotePath = (currency: string): string =>
  currency === CURRENCY ? "/order/new" : `/order/new?${new URLSearchParams({ currency })}`;

/** The receipt for the chosen service and turnaround, or why they aren't available. */
function Chosen({ asked, calculated }: { asked: Asked; calculated: Calculated | null }) {
  if (!calculated) return <p className={styles.none}>Enter a word count to see the price.</p>;
  const offer = calculated.matrix[asked.service][asked.turnaround];
  if (!offer.offered)
    return (
      <p className={styles.none}>
        <b>{offer.reason}</b>{" "}
        {offer.code === "too-many-words" ? (
          <>
            Choose a longer turnaround, or <Link to="/contact?topic=ordering">contact us</Link>.
          </>
        ) : (
          offer.advice
        )}
      </p>
    );
  const { receipt } = offer;
  return (
    <>
      <Receipt
        title="Receipt"
        lines={receipt.lines}
        total={{ label: "Total", amountMinor: receipt.totalMinor }}
        currency={receipt.currency}
        note={
          receipt.overflow
            ? `Returned within ${TURNAROUND_LABELS[asked.turnaround]} plus ${formatDuration(receipt.overflow.extraMs)} of payment. Your manuscript is ${formatWords(receipt.overflow.extraWords)} over the limit for ${TURNAROUND_LABELS[asked.turnaround]}, so we'll ask you to agree to the later date.`
            : `Returned within ${TURNAROUND_LABELS[asked.turnaround]} of confirmed payment.`
        }
      />
      {calculated.notes.map((note) => (
        <p key={note} className={styles.small}>
          {note}
        </p>
      ))}
      <p className={styles.small}>
        For an exact count, section by section, <Link to={quotePath(receipt.currency)}>upload your manuscript</Link>.
        You'll also see which due dates are available.
      </p>
    </>
  );
}

function Matrix({
  asked,
  words,
  calculated,
  onChoose,
}: {
  asked: Asked;
  words: number;
  calculated: Calculated;
  onChoose: (event: MouseEvent, service: Service, turnaround: Turnaround) => void;
}) {
  const { pricedIn } = usePricing();
  return (
    <div className={styles.scroll} role="region" aria-label="Every service at every turnaround" tabIndex={0}>
      <table className={styles.matrix}>
        <caption>Prices for {formatWords(words)} with the extras above, by turnaround</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Service</span>
            </th>
            {TURNAROUNDS.map((t) => (
              <th key={t} scope="col">
                {TURNAROUND_LABELS[t]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {SERVICES.map((service) => (
            <tr key={service}>
              <th scope="row">{SERVICE_LABELS[service]}</th>
              {TURNAROUNDS.map((turnaround) => {
                const offer = calculated.matrix[service][turnaround];
                const chosen = service === asked.service && turnaround === asked.turnaround;
                return (
                  <td
                    key={turnaround}
                    className="figures"
                    data-time={TURNAROUND_LABELS[turnaround]}
                    data-chosen={chosen || undefined}
                  >
                    {offer.offered ? (
                      <Link
                        to={addressOf(asked, { service, turnaround }, pricedIn.currency)}
                        preventScrollReset
                        replace
                        rel="nofollow"
                        aria-current={chosen || undefined}
                        onClick={(event) => onChoose(event, service, turnaround)}
                      >
                        {money(offer.receipt.totalMinor, offer.receipt.currency)}
                        {offer.receipt.overflow ? (
                          <small>+{formatDuration(offer.receipt.overflow.extraMs)}</small>
                        ) : null}
                      </Link>
                    ) : (
                      <span className="soft" title={offer.reason}>
                        <span aria-hidden>–</span>
                        <span className="unseen">{offer.reason}</span>
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.small}>
        A time below a price is added to that turnaround because your word count is over its limit. A dash means the
        service isn't offered at that turnaround, or your manuscript is too long for it.
      </p>
    </div>
  );
}
