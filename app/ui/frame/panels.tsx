import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import tabs from "./page-tabs.module.css";
import styles from "./panels.module.css";

export type Panel = {
  /** Its address: "/order/ord_1#messages". */
  id: string;
  label: string;
  /** Shown after the label: what's to do or read there. */
  count?: number;
  content: ReactNode;
  /** On a wide screen it's always shown, left of the others, and has no tab. */
  beside?: boolean;
};

const keyOf = (name: string) => `panel.${name}`;
const kept = (name: string): string | null => {
  try {
    return sessionStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
};
const keep = (name: string, id: string): void => {
  try {
    sessionStorage.setItem(keyOf(name), id);
  } catch {
    // Storage is off: the first panel opens again.
  }
};

/**
 * Parts of a page as tabs. Each has an address, as has everything in it: a URL that ends in the id of something inside
 * opens its panel. The last one is remembered while the window is open. Without script, the parts are below each other
 * and the tabs lead to them; printed, all are there. The first one is shown at first.
 * @param name of what they belong to, such as an order's id
 */
export function Panels({ label, name, panels }: { label: string; name: string; panels: readonly Panel[] }) {
  const { hash, key, state } = useLocation();
  const [chosen, setChosen] = useState<string | null>(null);
  // Of those that take turns on a wide screen, the one chosen last.
  const [turn, setTurn] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  // A part may go while it's shown: a question was the last one.
  const shown = chosen === null ? null : (panels.find((panel) => panel.id === chosen) ?? panels[0])?.id;
  const beside = panels.filter((panel) => panel.beside);
  const taking = panels.filter((panel) => !panel.beside);
  const shownTurn = (taking.find((panel) => panel.id === turn) ?? taking[0])?.id;
  const byTab = (state as { byTab?: boolean } | null)?.byTab ?? false;
  useEffect(() => {
    const frameId = requestAnimationFrame(() => {
      const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
      const panel = target && frame.current?.contains(target) ? target.closest("[data-panel]") : null;
      if (!target || !panel) {
        // A form's answer comes without a hash, and stays where it was sent from.
        const before = kept(name);
        setChosen((now) => now ?? before ?? "");
        setTurn((now) => now ?? before);
        return;
      }
      setChosen(panel.id);
      if (!panel.hasAttribute("data-beside")) setTurn(panel.id);
      keep(name, panel.id);
      if (!byTab) requestAnimationFrame(() => target.scrollIntoView());
    });
    return () => cancelAnimationFrame(frameId);
  }, [hash, key, name, byTab]);
  const section = ({ id, label: words, content, beside: isBeside }: Panel) => (
    <section
      key={id}
      id={id}
      aria-label={words}
      data-panel
      data-beside={isBeside || undefined}
      data-first={id === panels[0]?.id || undefined}
      data-shown={id === shown || undefined}
      data-turn={id === shownTurn || undefined}
      className={styles.panel}
    >
      {content}
    </section>
  );
  return (
    <div
      className={styles.panels}
      data-ready={chosen === null ? undefined : ""}
      data-split={beside.length > 0 || undefined}
      ref={frame}
    >
      {beside.length > 0 ? <div className={styles.beside}>{beside.map(section)}</div> : null}
      <nav aria-label={label} className={`${tabs.tabs} ${styles.tabs}`}>
        {panels.map(({ id, label: words, count, beside: isBeside }) => (
          <Link
            key={id}
            to={{ hash: id }}
            replace
            preventScrollReset
            state={{ byTab: true }}
            data-beside={isBeside || undefined}
            data-turn={id === shownTurn || undefined}
            aria-current={id === shown ? "true" : undefined}
          >
            {words}
            {count ? <span className="figures"> {count.toLocaleString("en-US")}</span> : null}
          </Link>
        ))}
      </nav>
      <div>{taking.map(section)}</div>
    </div>
  );
}
