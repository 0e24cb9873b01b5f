import { Link } from "react-router";
import styles from "./tabs.module.css";

/** Tabs for a screen's lists, each with its own URL. `shown` is the current one; a count marks items to do. */
export function Tabs({
  label,
  tabs,
  shown,
}: {
  label: string;
  tabs: readonly { key: string; label: string; to: string; count?: number }[];
  shown: string;
}) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((t) => (
        <Link key={t.key} to={t.to} aria-current={t.key === shown ? "page" : undefined}>
          {t.label}
          {t.count ? <span className="figures"> ({t.count.toLocaleString("en-US")})</span> : null}
        </Link>
      ))}
    </nav>
  );
}
