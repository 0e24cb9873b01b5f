import { Link, NavLink } from "react-router";
import styles from "./page-tabs.module.css";

/** `current` says by itself whether it is the present one, where the address differs in its query alone. */
export type PageTab = { label: string; to: string; current?: boolean };

/** Links between pages that belong together, the present one marked. They go beneath the page's title. */
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
