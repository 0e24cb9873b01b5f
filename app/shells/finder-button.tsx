import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { toast } from "#app/platform/browser/core/toast.ts";
import { IconSearch } from "#app/ui/theme/icons.ts";
import type { MenuGroup, MenuItem } from "./menus.ts";
import styles from "./signed-in.module.css";

type FinderProps = { menu: readonly MenuGroup[]; own: readonly MenuItem[]; staff: boolean; asked: number };

/**
 * Opens the finder, by click or Ctrl+K (⌘K). Its script is loaded the first time. Until then, and without JavaScript,
 * it links to the search page.
 */
export function FinderButton(props: Omit<FinderProps, "asked">) {
  const [Finder, setFinder] = useState<ComponentType<FinderProps> | null>(null);
  const [asked, setAsked] = useState(0);
  const wanted = useRef(false);
  const times = useRef(0);
  const open = useCallback(() => {
    wanted.current = true;
    import("./finder.tsx")
      .then((loaded) => {
        setFinder(() => loaded.default);
        if (wanted.current) setAsked(++times.current);
      })
      .catch(() => toast.error("Search couldn't load. Check your connection and try again."));
  }, []);
  // Escape works even before the script has loaded or has the focus.
  useEffect(() => {
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      wanted.current = false;
      setAsked(0);
    };
    document.addEventListener("keydown", escape, true);
    return () => document.removeEventListener("keydown", escape, true);
  }, []);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // An open dialog handles the keyboard itself.
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [open]);
  return (
    <>
      <Link
        to="/search"
        className={styles.finder}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          open();
        }}
        aria-label="Find"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
      </Link>
      {Finder ? <Finder {...props} asked={asked} /> : null}
    </>
  );
}
