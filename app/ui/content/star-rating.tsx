import styles from "./star-rating.module.css";

const WORDS = ["Poor", "Below expectations", "As expected", "Good", "Excellent"];

/** One to five stars as a radio group, which works with keyboards, screen readers and without script. */
export function StarRating({
  name,
  label,
  defaultValue,
  required = false,
  error,
  readOnly = false,
}: {
  name: string;
  label: string;
  defaultValue?: number | null;
  required?: boolean;
  error?: string | undefined;
  readOnly?: boolean;
}) {
  if (readOnly) return <Stars value={defaultValue ?? 0} label={label} />;
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${name}-error` : undefined}>
      <legend>
        {label}
        {required ? "" : " (optional)"}
      </legend>
      <div className={styles.stars}>
        {WORDS.map((word, i) => (
          <label key={word} title={word}>
            <input type="radio" name={name} value={i + 1} defaultChecked={defaultValue === i + 1} required={required} />
            <svg viewBox="0 0 24 24" aria-hidden>
              <path d="M12 2.8l2.9 5.9 6.500.95-4.700 4.580 1.110 6.470L12 17.640 6.190 20.700 7.300 14.230 2.600 9.650l6.500-.95z" />
            </svg>
            <span className="unseen">
              {i + 1} of 5: {word}
            </span>
          </label>
        ))}
      </div>
      {error ? (
        <p id={`${name}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** A read-only rating; `value` may be a fraction. */
export function Stars({ value, label }: { value: number; label?: string }) {
  return (
    <span className={styles.read} role="img" aria-label={`${label ? `${label}: ` : ""}${value.toFixed(1)} of 5`}>
      <b className="figures" aria-hidden>
        {value.toFixed(1)}
      </b>
      <span aria-hidden> ★</span>
    </span>
  );
}
