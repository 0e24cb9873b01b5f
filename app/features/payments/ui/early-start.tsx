import { Checkbox } from "#app/ui/fields.tsx";
import type { EarlyStartAsk } from "../server/checkout/early-start.ts";
import styles from "./payment.module.css";

/**
 * The box a consumer checks before paying. It's never checked in advance.
 * @param error why the payment was refused without it
 */
export function EarlyStart({ ask, error }: { ask: EarlyStartAsk; error?: string | undefined }) {
  if (!ask) return null;
  return (
    <Checkbox
      id="earlyStart"
      name="earlyStart"
      value={ask.version}
      label={ask.text}
      error={error}
      className={styles.earlyStart}
    />
  );
}
