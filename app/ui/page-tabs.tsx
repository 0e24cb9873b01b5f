import { Link, NavLink } from "react-router";
import styles from "./page-tabs.module.css";

/** Set `current` explicitly for tabs that differ only in the query. */
export type PageTab = { label: string; to: string; current?: boolean };

/** Links between related pages, with the current one marked. Goes below the page title. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map(({ label: text, to, current }) =>
        current === undefined ? (
          <NavLink key={to} to={to} end>
            {text}
          </NavLink>
        ) : (
          <Link key={to} to={to} aria-current={current ? "page" : undefined}>
            {text}
          </Link>
        ),
      )}
    </nav>
  );
}
