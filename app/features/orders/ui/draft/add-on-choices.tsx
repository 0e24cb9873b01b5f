import { usePricing } from "#app/features/pricing/ui/pricing-context.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { type Service } from "#app/features/pricing/rules/policy.ts";
import {
  ADD_ONS,
  ADD_ON_CODES,
  type CountedCode,
  type TickedCode,
  isCounted,
} from "#app/features/pricing/rules/add-ons.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { MOST_UNITS, type OrderChoices } from "../../rules/draft/choices.ts";
import { addOnTooLong } from "../../rules/draft/choice-patch.ts";
import type { DraftSum } from "../../rules/draft/draft-sum.ts";
import styles from "./add-on-choices.module.css";

type AddOns = NonNullable<OrderChoices["addOns"]>;

/** What the files themselves have of it. */
const FOUND: Partial<Record<CountedCode, (sum: DraftSum) => number>> = {
  referenceStyling: (sum) => sum.referenceEntries,
  figuresAndTables: (sum) => sum.figures + sum.tables,
};

/** Optional extras. Counts found in the files are offered, never filled in. */
export function AddOnChoices({
  addOns,
  sum,
  service,
  onChange,
  error,
}: {
  addOns: AddOns;
  sum: DraftSum;
  service: Service | undefined;
  onChange: (addOns: AddOns) => void;
  error?: string | undefined;
}) {
  const policy = usePricing();
  const set = (change: Partial<AddOns>) => onChange({ ...addOns, ...change });
  const tick = (code: TickedCode) => {
    const tooLong = addOnTooLong(code, sum.billable, policy);
    return (
      <label key={code} className={styles.addOn}>
        <input
          type="checkbox"
          name={`addOn.${code}`}
          checked={addOns[code] ?? false}
          disabled={tooLong && !addOns[code]}
          onChange={(event) => set({ [code]: event.currentTarget.checked })}
        />
        <span className={styles.words}>
          <strong>{policy.addOns[code].label}</strong>
          <small>
            {tooLong ? `Available for up to ${formatWords(policy.addOns[code].maxWords ?? 0)}.` : ADD_ONS[code].hint}
          </small>
        </span>
        <span className={styles.price}>{formatMoney(policy.addOns[code].unitMinor, policy.pricedIn.currency)}</span>
      </label>
    );
  };
  const number = (code: CountedCode) => {
    const addOn = policy.addOns[code];
    const found = FOUND[code]?.(sum) ?? 0;
    return (
      <div key={code} className={styles.addOn}>
        <input
          type="number"
          inputMode="numeric"
          id={`addOn.${code}`}
          name={`addOn.${code}`}
          min={0}
          max={MOST_UNITS}
          step={1}
          value={addOns[code] || ""}
          placeholder="0"
          onChange={(event) =>
            set({ [code]: Math.max(0, Math.min(MOST_UNITS, Math.trunc(Number(event.currentTarget.value)) || 0)) })
          }
        />
        <label htmlFor={`addOn.${code}`} className={styles.words}>
          <strong>{addOn.label}</strong>
          <small>{ADD_ONS[code].hint}</small>
        </label>
        {found > 0 && addOns[code] !== found ? (
          <button type="button" className={styles.found} onClick={() => set({ [code]: found })}>
            Add {found === 1 ? "the 1 found" : `all ${found.toLocaleString("en-US")}`}
          </button>
        ) : null}
        <span className={styles.price}>{formatMoney(addOn.unitMinor, policy.pricedIn.currency)} each</span>
      </div>
    );
  };
  return (
    <fieldset className={styles.addOns} id="addOns">
      <legend className="unseen">Add-ons</legend>
      <input type="hidden" name="shown" value="addOns" />
      {error ? <p className={styles.error}>{error}</p> : null}
      {ADD_ON_CODES.map((code) => (isCounted(code) ? number(code) : tick(code)))}
      {service === "expert" ? null : (
        <label className={styles.addOn}>
          <input
            type="checkbox"
            name="addOn.secondReader"
            checked={addOns.secondReader ?? false}
            onChange={(event) => set({ secondReader: event.currentTarget.checked })}
          />
          <span className={styles.words}>
            <strong>Second reader</strong>
            <small>A second editor reads the edited text before we deliver it.</small>
          </span>
          <span className={styles.price}>+{policy.secondReaderBp / 100}%</span>
        </label>
      )}
    </fieldset>
  );
}
