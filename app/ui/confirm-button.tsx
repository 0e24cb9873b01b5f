import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button, type ButtonProps } from "./button.tsx";
import { SubmitButton } from "./submit-button.tsx";
import styles from "./confirm-button.module.css";

/**
 * A button that asks for confirmation before an irreversible action. Uses a native dialog with a plain form; browsers
 * with invoker commands open it before the script loads.
 */
export function ConfirmButton({
  children,
  title,
  body,
  confirm,
  pending,
  fields = {},
  action,
  stops = false,
  ...look
}: {
  /** The button's label: "Cancel this order". */
  children: ReactNode;
  /** The question. */
  title: ReactNode;
  /** What will happen: amounts, dates, who is notified. May contain inputs of the form. */
  body?: ReactNode;
  /** The confirm button's label: "Cancel and refund $95.00". */
  confirm: string;
  pending?: string;
  /** Hidden fields of the form. */
  fields?: Readonly<Record<string, string>>;
  /** The form's action; defaults to this page. */
  action?: string;
  /** A destructive action: the confirm button is vermilion. */
  stops?: boolean;
} & Pick<ButtonProps, "variant" | "color" | "size" | "fullWidth" | "leftSection" | "disabled">) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const { state } = useNavigation();
  const sent = useRef(false);
  // An open page reloads automatically when something happens, also below an open dialog.
  const offer = `${confirm} ${JSON.stringify(fields)}`;
  const [seen, setSeen] = useState(offer);
  const hasChanged = seen !== offer;
  useEffect(() => {
    if (state === "submitting") sent.current = dialog.current?.open ?? false;
    if (state === "idle" && sent.current) {
      sent.current = false;
      dialog.current?.close();
    }
  }, [state]);
  // Prevents the browser's own command from running too.
  const open = (event: MouseEvent) => {
    event.preventDefault();
    setSeen(offer);
    if (dialog.current && !dialog.current.open) dialog.current.showModal();
  };
  const close = (event: MouseEvent) => {
    event.preventDefault();
    dialog.current?.close();
  };
  // React passes both attributes through, but its types don't include them yet.
  const invoker = { command: "show-modal", commandfor: id } as Record<string, string>;
  return (
    <>
      <Button type="button" variant="default" {...look} {...invoker} onClick={open} aria-haspopup="dialog">
        {children}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a click on the backdrop closes it; Escape does the same */}
      <dialog
        ref={dialog}
        id={id}
        className={styles.dialog}
        aria-labelledby={`${id}-title`}
        onClick={(event) => event.target === dialog.current && dialog.current.close()}
      >
        <Form method="post" {...(action ? { action } : {})} className={styles.form}>
          <h2 id={`${id}-title`}>{title}</h2>
          {body ? <div className={styles.body}>{body}</div> : null}
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {hasChanged ? (
            <p role="alert" className={styles.changed}>
              This changed while you were deciding. Check what it says now before you confirm.
            </p>
          ) : null}
          <div className={styles.buttons}>
            <Button
              type="button"
              variant="default"
              onClick={close}
              {...({ command: "close", commandfor: id } as Record<string, string>)}
            >
              Go back
            </Button>
            {hasChanged ? (
              <Button type="button" onClick={() => setSeen(offer)}>
                I've checked the change
              </Button>
            ) : (
              <SubmitButton
                {...(stops ? { color: "vermilion" } : {})}
                {...(pending ? { pending } : {})}
                {...(action ? { formAction: action } : {})}
              >
                {confirm}
              </SubmitButton>
            )}
          </div>
        </Form>
      </dialog>
    </>
  );
}
