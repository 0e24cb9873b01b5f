import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import styles from "./fold.module.css";

/**
 * Whether something foldable is open, and the props of its `<details>`. An address that ends in its id opens it: the browser does so
 * itself for a target inside it, and this does it where the address changes without a page load.
 * @param initially open at first, and again whenever this turns true
 */
export function useFold(id: string, initially: boolean) {
  const [open, setOpen] = useState(initially);
  const { hash, key } = useLocation();
  const target = useRef<HTMLDivElement>(null);
  const named = hash === `#${id}`;
  const [wasInitially, setWasInitially] = useState(initially);
  if (initially !== wasInitially) {
    setWasInitially(initially);
    if (initially) setOpen(true);
  }
  useEffect(() => {
    const details = named ? target.current?.closest("details") : null;
    if (!details) return;
    // Its toggle event tells the state.
    details.open = true;
    target.current?.scrollIntoView();
  }, [named, key]);
  return {
    open,
    setOpen,
    details: { open, onToggle: (event: { currentTarget: HTMLDetailsElement }) => setOpen(event.currentTarget.open) },
    /** Of the element inside that an address can name. */
    target: { id, ref: target },
  };
}

/** A sheet whose content is seen once its title is pressed. It works without script. */
export function Fold({
  id,
  title,
  aside,
  open = false,
  children,
}: {
  id: string;
  title: ReactNode;
  /** What one should know without opening it. */
  aside?: ReactNode;
  open?: boolean;
  children: ReactNode;
}) {
  const { details, target } = useFold(id, open);
  return (
    <details className={styles.fold} {...details}>
      <summary>
        <h2>{title}</h2>
        {aside ? <span className={styles.aside}>{aside}</span> : null}
      </summary>
      <div className={styles.content} {...target}>
        {children}
      </div>
    </details>
  );
}
