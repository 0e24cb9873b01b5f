import {
  type ComponentPropsWithRef,
  type ReactNode,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import styles from "./fields.module.css";

/** What stands around an input. */
type Around = {
  label?: ReactNode;
  /** A hint, between label and input. */
  description?: ReactNode;
  /** What is wrong with the value: a message below the input, or true where the message is elsewhere. */
  error?: ReactNode;
  /** False where the label has no asterisk although the field is required. */
  withAsterisk?: boolean | undefined;
  /** Ends with "description" and "error" where the hint comes after the input. */
  inputWrapperOrder?: readonly ("label" | "description" | "input" | "error")[] | undefined;
};
type Input<Tag extends "input" | "textarea" | "select"> = Around &
  Omit<ComponentPropsWithRef<Tag>, keyof Around | "size" | "children">;

const HINT_FIRST = ["label", "description", "input", "error"] as const;

/** What an input gets from what stands around it. */
type Tied = {
  id: string;
  required: boolean | undefined;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

/** Takes apart what belongs around an input and what to the input. */
function useField<
  Props extends Around & { id?: string; className?: string; required?: boolean; "aria-describedby"?: string },
>(props: Props) {
  const { label, description, error, withAsterisk, inputWrapperOrder: order = HINT_FIRST, className, ...own } = props;
  const made = useId();
  const id = props.id ?? made;
  const says = error && error !== true ? error : null;
  const tied: Tied = {
    id,
    required: props.required,
    "aria-invalid": error ? true : undefined,
    "aria-describedby":
      [says && `${id}-error`, description && `${id}-description`, props["aria-describedby"]]
        .filter(Boolean)
        .join(" ") || undefined,
  };
  const parts = (input: ReactNode): Record<(typeof HINT_FIRST)[number], ReactNode> => ({
    label: label ? (
      <label key="label" htmlFor={id} className={styles.label}>
        {label}
        {(withAsterisk ?? props.required) ? (
          <span className={styles.required} aria-hidden>
            {" *"}
          </span>
        ) : null}
      </label>
    ) : null,
    description: description ? (
      <p key="description" id={`${id}-description`} className={styles.hint}>
        {description}
      </p>
    ) : null,
    input,
    error: says ? (
      <p key="error" id={`${id}-error`} className={styles.error}>
        {says}
      </p>
    ) : null,
  });
  return {
    own,
    tied,
    /** The field, around its input. */
    field: (input: ReactNode) => {
      const all = parts(input);
      return (
        <div className={className ? `${styles.field} ${className}` : styles.field}>
          {order.map((part) => all[part])}
        </div>
      );
    },
  };
}

/** A line of text. @param leftSection a sign before the value, such as a currency's */
export function TextInput({ leftSection, ...props }: Input<"input"> & { leftSection?: ReactNode }) {
  const { own, tied, field } = useField(props);
  const input = <input key="input" className={styles.input} {...own} {...tied} />;
  return field(
    leftSection ? (
      <div key="input" className={styles.box} data-left="">
        <span className={styles.left}>{leftSection}</span>
        {input}
      </div>
    ) : (
      input
    ),
  );
}

/** Whether a browser lets a text area grow by style alone. */
const growsByItself = (): boolean => CSS.supports("field-sizing", "content");

/** Gives a text area the height of its text. The style says how much it can have. */
function fit(area: HTMLTextAreaElement): void {
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}

/** Several lines. @param autosize grows with the text, from `minRows` up to `maxRows` */
export function Textarea({
  autosize = false,
  minRows,
  maxRows,
  ref,
  ...props
}: Input<"textarea"> & {
  autosize?: boolean | undefined;
  minRows?: number | undefined;
  maxRows?: number | undefined;
}) {
  const { own, tied, field } = useField(props);
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => area.current!);
  useEffect(() => {
    const it = area.current;
    if (!it || !autosize || growsByItself()) return undefined;
    const again = () => fit(it);
    again();
    it.addEventListener("input", again);
    addEventListener("resize", again);
    return () => {
      it.removeEventListener("input", again);
      removeEventListener("resize", again);
    };
    // A value set from outside changes the height too.
  }, [autosize, props.value]);
  return field(
    <textarea
      key="input"
      rows={minRows}
      {...own}
      {...tied}
      ref={area}
      className={styles.area}
      {...(autosize
        ? { "data-grows": "", style: { "--rows": minRows, "--most": maxRows } as Record<string, number | undefined> }
        : {})}
    />,
  );
}

type Option = { value: string; label: string; disabled?: boolean | undefined };
/** An option, or several under a heading. Text alone is both the value and the label. */
type SelectItem = string | Option | { group: string; items: readonly (string | Option)[] };

const optionOf = (item: string | Option) => {
  const { value, label, disabled } = typeof item === "string" ? { value: item, label: item, disabled: false } : item;
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  );
};

/** The browser's own list of choices. */
export function NativeSelect({ data, ...props }: Input<"select"> & { data: readonly SelectItem[] }) {
  const { own, tied, field } = useField(props);
  return field(
    <div key="input" className={styles.choice}>
      <select className={styles.input} {...own} {...tied}>
        {data.map((item) =>
          typeof item === "object" && "group" in item ? (
            <optgroup key={item.group} label={item.group}>
              {item.items.map(optionOf)}
            </optgroup>
          ) : (
            optionOf(item)
          ),
        )}
      </select>
    </div>,
  );
}

/** A box to tick, with its label beside it and what there is to say below that. */
export function Checkbox({
  label,
  description,
  error,
  className,
  id: given,
  ...own
}: Pick<Around, "label" | "description" | "error"> & Omit<ComponentPropsWithRef<"input">, "size" | "type">) {
  const made = useId();
  const id = given ?? made;
  const says = error && error !== true ? error : null;
  const describedBy = [description && `${id}-description`, says && `${id}-error`, own["aria-describedby"]]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={className ? `${styles.tick} ${className}` : styles.tick}>
      <input
        {...own}
        type="checkbox"
        id={id}
        className={styles.check}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
      />
      <div className={styles.beside}>
        {label ? <label htmlFor={id}>{label}</label> : null}
        {description ? (
          <p id={`${id}-description`} className={styles.hint}>
            {description}
          </p>
        ) : null}
        {says ? (
          <p id={`${id}-error`} className={styles.error}>
            {says}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** A password, which a button shows while it is wanted. Clicking it leaves the cursor where it is. */
export function PasswordInput(props: Input<"input">) {
  const { own, tied, field } = useField(props);
  const [shown, setShown] = useState(false);
  const turn = () => setShown((now) => !now);
  return field(
    <div key="input" className={styles.box}>
      <input
        autoComplete="off"
        {...own}
        {...tied}
        type={shown ? "text" : "password"}
        className={`${styles.input} ${styles.secret}`}
      />
      <button
        type="button"
        className={styles.reveal}
        tabIndex={-1}
        aria-label="Toggle password visibility"
        aria-pressed={shown}
        onMouseDown={(event) => event.preventDefault()}
        onClick={turn}
      >
        <svg
          viewBox="0 0 256 256"
          fill="none"
          stroke="currentColor"
          strokeWidth="16"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="M128 56c-80 0-112 72-112 72s32 72 112 72 112-72 112-72-32-72-112-72z" />
          <circle cx="128" cy="128" r="40" />
          {shown ? <path d="M48 40l160 176" /> : null}
        </svg>
      </button>
    </div>,
  );
}
