import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import styles from "./fold.module.css";

/**
 * Whether a foldable is open, and the props of its `<details>`. A URL ending in its id opens it: the browser does that
 * on page load, and this hook after client-side navigation.
 * @param initially open at first, and again when this becomes true
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
    // The toggle event reports the state.
    details.open = true;
    target.current?.scrollIntoView();
  }, [named, key]);
  return {
    open,
    setOpen,
    details: { open, onToggle: (event: { currentTarget: HTMLDetailsElement }) => setOpen(event.currentTarget.open) },
    /** The id of an inner element that a URL can target. */
    target: { id, ref: target },
  };
}

/** A sheet that expands when its title is clicked. Works without script. */
export function Fold({
  id,
  title,
  aside,
  open = false,
  children,
}: {
  id: string;
  title: ReactNode;
  /** A summary shown while closed. */
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
