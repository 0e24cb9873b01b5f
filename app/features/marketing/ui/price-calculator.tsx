import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { Form, Link, useSearchParams } from "react-router";
import { formatWords } from "#app/features/pricing/rules/price.ts";
import {
  PRICING_POLICY,
  SERVICES,
  SERVICE_LABELS,
  TURNAROUNDS,
  TURNAROUND_LABELS,
  type Service,
  type Turnaround,
} from "#app/features/pricing/rules/policy.ts";
import { formatDuration } from "#app/platform/rules/time.ts";
import { Receipt } from "#app/ui/receipt.tsx";
import { type Asked, type Calculated, addressOf, calculate, readAsked } from "../rules/calculator.ts";
import styles from "./price-calculator.module.css";
import { money } from "./price-table.tsx";

const { addOns, secondReaderBp, pdfBp } = PRICING_POLICY;

/**
 * What a number of words costs, at every service and turnaround, by the functions that price orders. A GET form: without script it is sent,
 * with script it answers while one types.
 */
export function PriceCalculator() {
  const [search] = useSearchParams();
  // A form that was sent begins anew with what its address says.
  return <Calculator key={search.toString()} begin={search} />;
}

const FIELDS = ["words", "service", "turnaround"] as const;

function Calculator({ begin }: { begin: URLSearchParams }) {
  const [asked, ask] = useState(() => readAsked(begin));
  const form = useRef<HTMLFormElement>(null);
  const readForm = () => {
    if (form.current)
      ask(readAsked(new URLSearchParams(new FormData(form.current) as unknown as Record<string, string>)));
  };
  // What was typed before the script had loaded counts.
  useEffect(readForm, []);
  const calculated = useMemo(() => calculate(asked), [asked]);
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
          aria-label="What it costs"
        >
          <TextInput
            id={FIELDS[0]}
            name="words"
            label="Words"
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            defaultValue={asked.typed}
            description="Without the references, or with half of them"
            error={asked.words === null ? "A whole number of words, up to 1,000,000." : undefined}
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
              label="Back in"
              defaultValue={asked.turnaround}
              data={TURNAROUNDS.map((value) => ({ value, label: TURNAROUND_LABELS[value] }))}
            />
          </div>
          <fieldset className={styles.extras}>
            <legend>With it, if you like</legend>
            <Checkbox
              name="formatting"
              value="1"
              defaultChecked={asked.formatting}
              label={`${addOns.journalFormatting.label}, ${money(addOns.journalFormatting.unitMinor)}`}
            />
            <Checkbox
              name="cover"
              value="1"
              defaultChecked={asked.cover}
              label={`${addOns.coverLetter.label}, ${money(addOns.coverLetter.unitMinor)}`}
            />
            <Checkbox
              name="reader"
              value="1"
              defaultChecked={asked.secondReader}
              label={`Second reader, ${secondReaderBp / 100} %`}
              description="Part of expert editing"
            />
            <Checkbox
              name="pdf"
              value="1"
              defaultChecked={asked.pdf}
              label={`The manuscript is a PDF, ${pdfBp / 100} %`}
            />
            <div className={styles.pair}>
              <TextInput
                id="references"
                name="references"
                label="References to style"
                description={`${money(addOns.referenceStyling.unitMinor)} each`}
                inputMode="numeric"
                autoComplete="off"
                maxLength={6}
                defaultValue={asked.references || ""}
              />
              <TextInput
                id="figures"
                name="figures"
                label="Figures and tables"
                description={`${money(addOns.figuresAndTables.unitMinor)} each`}
                inputMode="numeric"
                autoComplete="off"
                maxLength={6}
                defaultValue={asked.figures || ""}
              />
            </div>
          </fieldset>
          <div>
            <Button type="submit" variant="default">
              Show the price
            </Button>
          </div>
        </Form>
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

/** The receipt of the service and turnaround that are chosen, or why they cannot be had. */
function Chosen({ asked, calculated }: { asked: Asked; calculated: Calculated | null }) {
  if (!calculated) return <p className={styles.none}>Type how many words there are.</p>;
  const offer = calculated.matrix[asked.service][asked.turnaround];
  if (!offer.offered)
    return (
      <p className={styles.none}>
        <b>{offer.reason}</b>{" "}
        {offer.code === "too-many-words" ? (
          <>
            Choose a longer time, or <Link to="/contact?topic=ordering">write to us</Link>.
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
            ? `Back within ${TURNAROUND_LABELS[asked.turnaround]} and ${formatDuration(receipt.overflow.extraMs)} of the payment: ${formatWords(receipt.overflow.extraWords)} are above what fits ${TURNAROUND_LABELS[asked.turnaround]}, and you are asked to agree.`
            : `Back within ${TURNAROUND_LABELS[asked.turnaround]} of the confirmed payment.`
        }
      />
      {calculated.notes.map((note) => (
        <p key={note} className={styles.small}>
          {note}
        </p>
      ))}
      <p className={styles.small}>
        Your manuscript itself is counted exactly, section by section, when you{" "}
        <Link to="/order/new">drop it on the order page</Link>. Which dates can be kept is shown there too.
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
  return (
    <div className={styles.scroll} role="region" aria-label="Every service at every speed" tabIndex={0}>
      <table className={styles.matrix}>
        <caption>{formatWords(words)}, with what is chosen above, back within</caption>
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
                        to={addressOf(asked, { service, turnaround })}
                        preventScrollReset
                        replace
                        rel="nofollow"
                        aria-current={chosen || undefined}
                        onClick={(event) => onChoose(event, service, turnaround)}
                      >
                        {money(offer.receipt.totalMinor)}
                        {offer.receipt.overflow ? (
                          <small>and {formatDuration(offer.receipt.overflow.extraMs)}</small>
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
        A time below a price is added to the column’s: so many words are above what fits it. A dash: not offered at this
        speed, or too long for it.
      </p>
    </div>
  );
}
