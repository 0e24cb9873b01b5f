import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import styles from "./disclosure.module.css";

/**
 * A button with a small native panel, which opens before the script loads. Escape, an outside click and navigation
 * close it.
 */
export function Disclosure({
  name,
  summary,
  align = "start",
  children,
}: {
  name: string;
  summary: ReactNode;
  align?: "start" | "end";
  children: ReactNode;
}) {
  const box = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    box.current?.removeAttribute("open");
  }, [key]);
  useEffect(() => {
    const elsewhere = (event: PointerEvent) => {
      if (box.current?.open && !box.current.contains(event.target as Node)) box.current.open = false;
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !box.current?.open) return;
      box.current.open = false;
      box.current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", elsewhere);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", elsewhere);
      document.removeEventListener("keydown", escape);
    };
  }, []);
  return (
    <details ref={box} name={name} className={styles.details}>
      <summary>{summary}</summary>
      <div className={styles.panel} data-align={align}>
        {children}
      </div>
    </details>
  );
}
