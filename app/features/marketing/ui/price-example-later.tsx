import { type ComponentType, Suspense, use } from "react";
// The part comes later, its look does not: the server has drawn it already.
import "#app/ui/section-counts.module.css";
import "./price-example.module.css";

const PLACE = "price-example";
/** How far below the window's edge the part may be when its script is fetched. */
const AHEAD = "600px";

let Example: ComponentType | undefined;
let coming: Promise<void> | undefined;

/** Fetches the part. The server does so before it draws the page. */
export async function loadPriceExample(): Promise<void> {
  ({ PriceExample: Example } = await import("./price-example.tsx"));
}

/** When the place comes near the window; at once where it is not there yet. */
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

// One element for good: what changes around it gives React no cause to draw it anew before its script is there.
const part = (
  <Suspense fallback={null}>
    <Part />
  </Suspense>
);

/** The price example below the fold: drawn by the server, brought to life when one comes near it. */
export const PriceExampleLater = () => <div id={PLACE}>{part}</div>;
