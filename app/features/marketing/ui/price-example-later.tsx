import { type ComponentType, Suspense, use } from "react";
// The script loads later, but the server has already rendered the part, so its styles are needed now.
import counts from "#app/ui/charts/section-counts.module.css";
import example from "./price-example.module.css";

const PLACE = "price-example";
/** How far below the viewport the part may be when its script starts loading. */
const AHEAD = "600px";

let Example: ComponentType | undefined;
let coming: Promise<void> | undefined;

/** Loads the part. The server calls this before it renders the page. */
export async function loadPriceExample(): Promise<void> {
  ({ PriceExample: Example } = await import("./price-example.tsx"));
}

/** Resolves when the placeholder comes near the viewport, or immediately if it isn't in the document yet. */
function near(): Promise<void> {
  const place = document.getElementById(PLACE);
  if (!place) return Promise.resolve();
  return new Promise((done) => {
    const watch = new IntersectionObserver(
      (seen) => {
        if (!seen.some((it) => it.isIntersecting)) return;
        watch.disconnect();
        done();
      },
      { rootMargin: AHEAD },
    );
    watch.observe(place);
  });
}

function Part() {
  if (!Example) use((coming ??= near().then(loadPriceExample)));
  return Example ? <Example /> : null;
}

// A constant element, so that React doesn't render it again before its script has loaded.
const part = (
  <Suspense fallback={null}>
    <Part />
  </Suspense>
);

/** A build leaves out styles none of whose classes is used, so one of each is named here. */
const STYLED = `${example.example} ${counts.counts}`;

/** The price example below the fold: rendered by the server, hydrated when it comes near the viewport. */
export const PriceExampleLater = () => (
  <div id={PLACE} data-styled={STYLED}>
    {part}
  </div>
);
