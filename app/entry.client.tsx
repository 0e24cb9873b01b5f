import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { scriptsArrived, lendToRouter } from "#app/platform/browser/core/chunks.ts";
import { retryReadsWhenOffline } from "#app/platform/browser/offline/retry-reads-when-offline.ts";

lendToRouter();
scriptsArrived();
retryReadsWhenOffline();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

// Going elsewhere cuts off what was being read; the router leaves that read's rejection to nobody. It is no failure.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
});
