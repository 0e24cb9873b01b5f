import type { DefaultToastOptions } from "react-hot-toast/headless";

/** Durations in milliseconds by kind of toast. At most 20 show at once, the library's own limit. */
export const TOAST_OPTIONS: DefaultToastOptions = {
  duration: 4000,
  blank: { duration: 4000 },
  error: { duration: 4000 },
  custom: { duration: 4000 },
  success: { duration: 2000 },
  loading: { duration: Number.POSITIVE_INFINITY },
};

/**
 * `toast("...")`, `toast.success`, `toast.error`, `toast.loading`, `toast.promise`: a line that says what just
 * happened.
 */
export { default as toast } from "react-hot-toast/headless";
