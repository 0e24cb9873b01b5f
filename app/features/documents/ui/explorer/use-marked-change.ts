import { useEffect } from "react";
import type { Edit } from "../../rules/explore/edits.ts";

/**
 * Outlines the current change on the paper. A style rule does it, because its leaf of text may be unmounted and mounted
 * again.
 */
export function useMarkedChange(shown: Edit | undefined): void {
  useEffect(() => {
    if (typeof CSSStyleSheet === "undefined" || !("adoptedStyleSheets" in document)) return undefined;
    const sheet = new CSSStyleSheet();
    const marked = shown?.ids.map((id) => `[data-paper] [data-c="${id}"]`).join(", ");
    if (marked)
      sheet.replaceSync(
        `${marked} { outline: 2px solid var(--press); outline-offset: 1px; border-radius: 2px; background-color: var(--press-wash); }`,
      );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [shown]);
}
