import { usePricing } from "#app/features/pricing/ui/pricing-context.ts";
import { useEffect, useRef, useState } from "react";
import { billableWords } from "#app/features/documents/rules/readers/receipt.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import {
  SERVICES,
  SERVICE_LABELS,
  TURNAROUNDS,
  TURNAROUND_LABELS,
  type Service,
  type Turnaround,
} from "#app/features/pricing/rules/policy.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import { NativeSelect } from "#app/ui/fields.tsx";
import { Receipt } from "#app/ui/content/receipt.tsx";
import { SectionCounts } from "#app/ui/charts/section-counts.tsx";
import { EXAMPLE_ARTICLE } from "../rules/example-article.ts";
import styles from "./price-example.module.css";

/** A made-up article, priced by the function that prices orders. Every choice updates the receipt. */
export function PriceExample() {
  const pricing = usePricing();
  const [excluded, setExcluded] = useState<string[]>(["s5"]);
  const [service, setService] = useState<Service>("copyediting");
  const [turnaround, setTurnaround] = useState<Turnaround>("7d");
  const box = useRef<HTMLDivElement>(null);
  // Pick up what was chosen before the script loaded.
  useEffect(() => {
    setExcluded(
      [...box.current!.querySelectorAll<HTMLInputElement>("input[type=checkbox]:not(:checked)")].map(
        (tick) => tick.value,
      ),
    );
    const [chosenService, chosenTurnaround] = [...box.current!.querySelectorAll("select")].map(
      (select) => select.value,
    );
    setService(chosenService as Service);
    setTurnaround(chosenTurnaround as Turnaround);
  }, []);
  const words = billableWords([EXAMPLE_ARTICLE], {
    excluded: excluded.map((section) => ({ file: 0, section })),
    referencesChecked: true,
  });
  const sold = pricing.mills[service][turnaround] !== null;
  const receipt =
    sold && words > 0
      ? priceOrder(
          {
            service,
            turnaround,
            billableWords: words,
            estimatePdf: false,
            addOns: { referenceStyling: EXAMPLE_ARTICLE.referenceEntries },
            consentOverflow: true,
          },
          pricing,
        )
      : null;
  return (
    <div ref={box} className={styles.example}>
      <div className={styles.words}>
        <SectionCounts
          sections={EXAMPLE_ARTICLE.sections}
          excluded={excluded}
          referencesChecked
          caption="Sample article: words by section"
          onToggle={(id, included) =>
            setExcluded((now) => [...now.filter((one) => one !== id), ...(included ? [] : [id])])
          }
        />
      </div>
      <div className={styles.price}>
        <div className={styles.choice}>
          <NativeSelect
            label="Service"
            value={service}
            data={SERVICES.map((value) => ({ value, label: SERVICE_LABELS[value] }))}
            onChange={(event) => setService(event.currentTarget.value as Service)}
          />
          <NativeSelect
            label="Turnaround"
            value={turnaround}
            data={TURNAROUNDS.map((value) => ({
              value,
              label: TURNAROUND_LABELS[value],
              disabled: pricing.mills[service][value] === null,
            }))}
            onChange={(event) => setTurnaround(event.currentTarget.value as Turnaround)}
          />
        </div>
        <div aria-live="polite">
          {receipt ? (
            <Receipt
              title="Receipt"
              lines={receipt.lines}
              total={{ label: "Total", amountMinor: receipt.totalMinor }}
              currency={receipt.currency}
              note={
                receipt.overflow
                  ? `${formatWords(receipt.overflow.extraWords)} over the limit for ${TURNAROUND_LABELS[turnaround]}. Returned ${formatDuration(receipt.overflow.extraMs)} later if the author agrees.`
                  : `Returned within ${TURNAROUND_LABELS[turnaround]} of confirmed payment.`
              }
            />
          ) : (
            <p className={styles.none}>
              {sold
                ? "No sections are selected. Select at least one to see a price."
                : `${SERVICE_LABELS[service]} isn't offered at ${TURNAROUND_LABELS[turnaround]}. Choose a longer turnaround.`}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
