import { NavLink } from "react-router";
import styles from "./page-tabs.module.css";

export type PageTab = { label: string; to: string };

/** Links between pages that belong together, the present one marked. They go beneath the page's title. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map((tab) => <NavLink key={tab.to} to={tab.to} end>{tab.label}</NavLink>)}
    </nav>
  );
}
