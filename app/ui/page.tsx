import type { ReactNode } from "react";
import { PageLink } from "./frame/page-link.tsx";
import styles from "./page.module.css";

/**
 * A screen's column. `narrow` for a form, `reading` for prose, `wide` (default) for client screens, `full` for staff
 * tables.
 */
export function Page({
  width = "wide",
  children,
}: {
  width?: "narrow" | "reading" | "wide" | "full";
  children: ReactNode;
}) {
  return (
    <div className={styles.page} data-width={width}>
      {children}
    </div>
  );
}

export type Crumb = { label: string; to?: string };

/** A screen's header: breadcrumbs, title and page actions. */
export function PageTitle({
  title,
  crumbs,
  back,
  status,
  lede,
  actions,
}: {
  title: ReactNode;
  /** Outermost first, without the page itself. */
  crumbs?: readonly Crumb[];
  /** A single back link, if there are no breadcrumbs. */
  back?: { label: string; to: string };
  /** A StatusBadge next to the title. */
  status?: ReactNode;
  lede?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={styles.title}>
      {crumbs && crumbs.length > 0 ? (
        <nav aria-label="Breadcrumb" className={styles.crumbs}>
          <ol>
            {crumbs.map((crumb) => (
              <li key={crumb.label}>{crumb.to ? <PageLink to={crumb.to}>{crumb.label}</PageLink> : crumb.label}</li>
            ))}
          </ol>
        </nav>
      ) : back ? (
        <PageLink to={back.to} className={styles.back}>
          <span aria-hidden>←</span> {back.label}
        </PageLink>
      ) : null}
      <div className={styles.row}>
        <div className={styles.heading}>
          <h1>{title}</h1>
          {status}
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
      {lede ? <div className={styles.lede}>{lede}</div> : null}
    </div>
  );
}

/** A section of a screen with its own heading. */
export function Section({
  title,
  aside,
  id,
  children,
}: {
  title: ReactNode;
  aside?: ReactNode;
  id?: string;
  children: ReactNode;
}) {
  return (
    <section className={styles.section} id={id}>
      <div className={styles.row}>
        <h2>{title}</h2>
        {aside ? <div className={styles.actions}>{aside}</div> : null}
      </div>
      {children}
    </section>
  );
}

/** Two columns that become one below 60 rem: main content, and reference content (receipt, people, dates). */
export function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div>{main}</div>
      <aside>{side}</aside>
    </div>
  );
}

/** A bordered surface for related content. */
export function Sheet({ title, aside, children }: { title?: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.sheet}>
      {title ? (
        <div className={styles.row}>
          <h2>{title}</h2>
          {aside ? <div className={styles.actions}>{aside}</div> : null}
        </div>
      ) : null}
      {children}
    </section>
  );
}
