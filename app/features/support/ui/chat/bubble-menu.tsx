import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import { type BubbleItem, countText } from "../../rules/bubble.ts";
import { BubbleIcon } from "./bubble-icon.tsx";
import { useUnread } from "./use-unread.ts";
import styles from "./bubble.module.css";

const ID = "support-menu";

/**
 * The bubble as a button with a small menu. The menu is a native popover: it opens before the script loads, closes on
 * Escape or an outside click, and returns focus to the button.
 */
export function BubbleMenu({ items }: { items: readonly BubbleItem[] }) {
  const unread = useUnread();
  const [open, setOpen] = useState(false);
  // Without script, the browser itself exposes whether the popover is open.
  const hydrated = useHydrated();
  const menu = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    if (menu.current?.matches(":popover-open")) menu.current.hidePopover();
  }, [key]);

  const links = () => [...(menu.current?.querySelectorAll("a") ?? [])];
  const move = (event: KeyboardEvent) => {
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLAnchorElement);
    const to = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (event.key === "Tab") menu.current?.hidePopover();
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  };
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    menu.current?.showPopover();
    links()
      .at(event.key === "ArrowUp" ? -1 : 0)
      ?.focus();
  };
  const sum = countText(items.reduce((n, item) => n + unread[item.count], 0));
  return (
    <>
      <button
        type="button"
        className={styles.bubble}
        popoverTarget={ID}
        aria-haspopup="menu"
        aria-expanded={hydrated ? open : undefined}
        aria-controls={ID}
        aria-label={sum ? `Support, ${sum} unread` : undefined}
        onKeyDown={openByArrow}
      >
        <BubbleIcon />
        <span className={styles.label}>Support</span>
        {sum ? (
          <>
            {" "}
            <span className={styles.badge}>{sum}</span>
          </>
        ) : null}
      </button>
      <div
        ref={menu}
        id={ID}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label="Support"
        className={styles.menu}
        onKeyDown={move}
        onToggle={(event) => {
          const opened = event.newState === "open";
          setOpen(opened);
          if (opened && !menu.current?.contains(document.activeElement)) links()[0]?.focus();
        }}
      >
        {items.map(({ label, to, count }) => {
          const waiting = countText(unread[count]);
          return (
            <Link key={label} to={to} role="menuitem" onClick={() => menu.current?.hidePopover()}>
              {label}
              {waiting ? (
                <>
                  {" "}
                  <span className={`${styles.count} figures`}>
                    {waiting}
                    <span className="unseen"> unread</span>
                  </span>
                </>
              ) : null}
            </Link>
          );
        })}
      </div>
    </>
  );
}
