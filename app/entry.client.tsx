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

// Navigating aborts a running load, and nobody handles the router's rejection. It isn't a failure.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
});
