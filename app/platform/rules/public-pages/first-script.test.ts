import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { firstScript } from "./first-script.ts";

/** A page with one script, after it has loaded: how its script is linked, and what a touch changes about that. */
function opened(dataset: Record<string, string>): { rel: string; touch: (event: string) => void } {
  const link = { rel: "later", href: "/assets/page-a.js" };
  const listeners = new Map<string, (event: { type: string }) => void>();
  const now = (then: () => void) => then();
  const document = {
    body: { dataset, appendChild() {} },
    readyState: "complete",
    querySelector: () => null,
    querySelectorAll: (selector: string) => (selector === 'link[href$=".js"]' ? [link] : []),
  };
  runInNewContext(firstScript({ guard: "", chat: "" }), {
    window: {
      addEventListener: (type: string, listener: (event: { type: string }) => void) => listeners.set(type, listener),
      removeEventListener() {},
      requestIdleCallback: now,
    },
    document,
    navigator: {},
    performance: { getEntriesByType: () => [{ type: "navigate" }] },
    requestAnimationFrame: now,
    setTimeout: now,
    clearTimeout() {},
  });
  return {
    get rel() {
      return link.rel;
    },
    touch: (type) => listeners.get(type)?.({ type }),
  };
}

test.each([
  ["loads at once", {}, "modulepreload"],
  ["is only fetched ahead", { deferHydration: "" }, "prefetch"],
  ["isn't even fetched", { deferHydration: "unfetched" }, "later"],
])("a page's script %s", (_, dataset, rel) => {
  expect(opened(dataset).rel).toBe(rel);
});

test.each(["", "unfetched"])("a deferred script (%j) loads when somebody is there", (deferHydration) => {
  for (const event of ["pointerover", "dragenter", "focusin"]) {
    const page = opened({ deferHydration });
    page.touch(event);
    expect(page.rel).toBe("modulepreload");
  }
});
