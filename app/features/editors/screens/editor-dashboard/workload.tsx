import styles from "../../ui/dashboard.module.css";

const words = (n: number): string => n.toLocaleString("en-US");

export function Meter({ label, taken, of, unit }: { label: string; taken: number; of: number | null; unit: string }) {
  return (
    <div className={styles.meter}>
      <span>{label}</span>
      <b className="figures">
        {words(taken)}
        {of ? (
          <>
            {" "}
            <span className="soft">of {words(of)}</span>
          </>
        ) : null}
      </b>
      {of ? (
        <progress
          value={Math.min(taken, of)}
          max={of}
          aria-label={`${label}: ${words(taken)} of ${words(of)} ${unit}`}
        />
      ) : (
        <small>You haven't set a limit for {unit}.</small>
      )}
    </div>
  );
}
