import { Button, type ButtonProps } from "@mantine/core";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { useFetchers, useFormAction, useNavigation } from "react-router";

/**
 * The button of a `<Form method="post">` (or a fetcher's form). While its own form is on the way it says so and takes no second click;
 * the server is safe against doubles all the same.
 * @param name with `value` tells several buttons of one form apart
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
  /** What it says meanwhile: "Paying". */
  pending?: string;
  name?: string;
  value?: string;
  busy?: boolean;
  formNoValidate?: boolean;
  formAction?: string;
} & Pick<ButtonProps, "variant" | "color" | "size" | "fullWidth" | "leftSection" | "disabled">) {
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const here = useFormAction();
  // Long ago: the clock of events starts with the page, and a first click may come at once.
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
  // Once the answer is there a click is a new one, however soon it comes.
  useEffect(() => {
    if (submitting)
      return () => {
        clickedAt.current = Number.NEGATIVE_INFINITY;
      };
  }, [submitting]);
  const guard = (event: MouseEvent) => {
    // Two clicks faster than a render, or a double click whose first half was answered already: the second one is not meant.
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
