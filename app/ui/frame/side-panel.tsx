import { type ReactNode, useEffect, useId, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { isTaken } from "#app/platform/browser/core/list-keys.ts";
import styles from "./side-panel.module.css";

/** A list, and beside it the panel of one of its rows. Below 1,024 px, the panel is above the list. */
export const BesidePanel = ({ panel, children }: { panel: ReactNode; children: ReactNode }) => (
  <div className={styles.frame} data-open={panel ? true : undefined}>
    <div className={styles.list}>{children}</div>
    {panel}
  </div>
);

/**
 * What one row of a list is about, 420 px wide, at an address of its own. It takes the focus when it opens. Escape closes
 * it and gives the focus back to the row's link. It goes into `BesidePanel`, and the list's table has `beside`.
 * @param of the key of its row
 * @param close the list's address without it
 */
export function SidePanel({
  of,
  title,
  close,
  children,
}: {
  of: string;
  title: ReactNode;
  close: string;
  children: ReactNode;
}) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    heading.current?.focus();
    return () => {
      // Closed, rather than another row's panel: nothing has the focus then.
      requestAnimationFrame(() => {
        if (document.activeElement && document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>(`[data-row="${CSS.escape(of)}"] a[data-open]`)?.focus();
      });
    };
  }, [of]);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || isTaken(event)) return;
      event.preventDefault();
      void navigate(close, { preventScrollReset: true });
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [close, navigate]);
  return (
    <aside className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Link to={close} preventScrollReset aria-keyshortcuts="Escape" className={styles.close}>
          Close
        </Link>
      </div>
      {children}
    </aside>
  );
}

/** A part of a panel under a heading of its own. */
export const PanelPart = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className={styles.part}>
    <h3>{title}</h3>
    {children}
  </section>
);
