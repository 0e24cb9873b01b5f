import type { ReactNode } from "react";
import styles from "./editor.module.css";

/** A checkbox or radio button. @param hint shown below it */
export function Choice({
  type = "checkbox",
  name,
  value,
  checked,
  disabled = false,
  hint,
  children,
}: {
  type?: "checkbox" | "radio";
  name: string;
  value: string;
  checked: boolean;
  disabled?: boolean;
  hint?: ReactNode;
  children: ReactNode;
}) {
  return (
    <label className={styles.choice} data-off={disabled || undefined}>
      <input type={type} name={name} value={value} defaultChecked={checked} disabled={disabled} />
      <span>{children}</span>
      {hint ? <small>{hint}</small> : null}
    </label>
  );
}
