import type { ComponentPropsWithRef, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import styles from "./button.module.css";

export type ButtonProps = {
  /** `filled` for a page's main action (default), `default` for others, `light` and `subtle` inside a text or a row. */
  variant?: "filled" | "default" | "light" | "subtle" | undefined;
  /** `vermilion` for what can't be undone, `gray` for what should stay in the background. */
  color?: "vermilion" | "gray" | undefined;
  size?: "xs" | "sm" | "md" | "compact-xs" | "compact-sm" | "compact-md" | undefined;
  fullWidth?: boolean | undefined;
  /** An icon before the label. */
  leftSection?: ReactNode;
  disabled?: boolean | undefined;
};
/** A button, or with `component` a link that looks like one. */
type Kind =
  | ({ component?: undefined } & Omit<ComponentPropsWithRef<"button">, keyof ButtonProps>)
  | ({ component: "a" } & Omit<ComponentPropsWithRef<"a">, keyof ButtonProps>)
  | ({ component: typeof Link } & Omit<LinkProps, keyof ButtonProps>);

/** One element, without a context or styles of its own in the page: it is on every public page. */
export function Button({
  variant = "filled",
  color,
  size = "sm",
  fullWidth,
  leftSection,
  disabled,
  ...others
}: ButtonProps & Kind) {
  const look = {
    className: others.className ? `${styles.button} ${others.className}` : styles.button,
    "data-variant": variant === "filled" ? undefined : variant,
    "data-color": color,
    "data-size": size === "sm" ? undefined : size,
    "data-block": fullWidth || undefined,
  };
  const children = leftSection ? (
    <>
      <span className={styles.left}>{leftSection}</span>
      {others.children}
    </>
  ) : (
    others.children
  );
  if (others.component === undefined) {
    const { component: _, ...rest } = others;
    return (
      <button type="button" {...rest} {...look} disabled={disabled}>
        {children}
      </button>
    );
  }
  if (others.component === "a") {
    const { component: _, ...rest } = others;
    return (
      <a {...rest} {...look} data-button="">
        {children}
      </a>
    );
  }
  const { component: _, ...rest } = others;
  return (
    <Link {...rest} {...look} data-button="">
      {children}
    </Link>
  );
}
