import { resolveValue, useToaster } from "react-hot-toast/headless";
import { TOAST_OPTIONS, toast } from "#app/platform/browser/core/toast.ts";
import styles from "./toaster.module.css";

const SIGNS = { success: "✓", error: "!", loading: "", blank: "", custom: "" } as const;

/** Toasts appear at the bottom left, clear of the support bubble. Hovering pauses them. */
export function Toaster() {
  const { toasts, handlers } = useToaster(TOAST_OPTIONS);
  return (
    <div className={styles.stack} onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause}>
      {toasts.map((one) => (
        <div key={one.id} className={styles.toast} data-kind={one.type} data-visible={one.visible || undefined}>
          {one.type === "loading" ? (
            <span className={styles.turning} aria-hidden />
          ) : SIGNS[one.type] ? (
            <b className={styles.sign} aria-hidden>
              {SIGNS[one.type]}
            </b>
          ) : null}
          <span className={styles.words} {...one.ariaProps}>
            {resolveValue(one.message, one)}
          </span>
          {one.type === "loading" ? null : (
            <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => toast.dismiss(one.id)}>
              ×
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
