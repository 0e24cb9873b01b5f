import { Link, NavLink } from "react-router";
import styles from "./page-tabs.module.css";

/**
 * Tabs that differ only in the query say which is `current`, or have a `key` that `shown` names. A count marks items to
 * do.
 */
export type PageTab = { label: string; to: string; current?: boolean; key?: string; count?: number };

/** Links between related pages, with the current one marked. Goes below the page title. */
export function PageTabs({ label, tabs, shown }: { label: string; tabs: readonly PageTab[]; shown?: string }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map(({ label: text, to, key, count, current = shown === undefined ? undefined : key === shown }) => {
        const words = (
          <>
            {text}
            {count ? <span className="figures"> ({count.toLocaleString("en-US")})</span> : null}
          </>
        );
        return current === undefined ? (
          <NavLink key={to} to={to} end>
            {words}
          </NavLink>
        ) : (
          <Link key={to} to={to} aria-current={current ? "page" : undefined}>
            {words}
          </Link>
        );
      })}
    </nav>
  );
}
