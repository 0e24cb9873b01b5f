import { Button, type ButtonProps } from "./button.tsx";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { useFetchers, useFormAction, useNavigation } from "react-router";

/**
 * The button of a `<Form method="post">` (or a fetcher's form). Shows progress and ignores a second click while
 * submitting; the server handles duplicates anyway.
 * @param name with `value`, distinguishes several buttons of one form
 * @param busy for a fetcher's form: `fetcher.state !== "idle"`
 */
export function SubmitButton({
  children,
  pending = "One moment",
  name,
  value,
  busy,
  formNoValidate,
  formAction,
  ...look
}: {
  children: ReactNode;
  /** The label while submitting: "Paying". */
  pending?: string;
  name?: string;
  value?: string;
  busy?: boolean;
  formNoValidate?: boolean;
  formAction?: string;
  /** The id of its form, for a button outside of it. */
  form?: string;
} & Pick<ButtonProps, "variant" | "color" | "size" | "fullWidth" | "leftSection" | "disabled">) {
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const here = useFormAction();
  // Long ago, because event timestamps start with the page and the first click may be immediate.
  const clickedAt = useRef(Number.NEGATIVE_INFINITY);
  const mine = (formData: FormData | undefined) => !name || formData?.get(name) === value;
  const target = formAction ?? here;
  const path = (href: string | undefined) => href?.split("?")[0];
  const submitting =
    busy ??
    ((navigation.state !== "idle" &&
      navigation.formMethod !== undefined &&
      navigation.formMethod !== "GET" &&
      path(navigation.formAction) === path(target) &&
      mine(navigation.formData)) ||
      fetchers.some(
        (fetcher) =>
          fetcher.state !== "idle" &&
          path(fetcher.formAction) === path(target) &&
          mine(fetcher.formData) &&
          name !== undefined,
      ));
  // After the response, any click is a new one.
  useEffect(() => {
    if (submitting)
      return () => {
        clickedAt.current = Number.NEGATIVE_INFINITY;
      };
  }, [submitting]);
  const guard = (event: MouseEvent) => {
    // Ignores the second of two clicks before the next render, or of a double click that was already answered.
    if (submitting || event.detail > 1 || event.timeStamp - clickedAt.current < 400) event.preventDefault();
    else clickedAt.current = event.timeStamp;
  };
  return (
    <Button
      type="submit"
      {...look}
      {...(name ? { name, value: value ?? "" } : {})}
      {...(formAction ? { formAction } : {})}
      formNoValidate={formNoValidate}
      aria-disabled={submitting || undefined}
      data-pending={submitting || undefined}
      onClick={guard}
    >
      {submitting ? `${pending}…` : children}
    </Button>
  );
}
