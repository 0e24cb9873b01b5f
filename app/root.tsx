import "./ui/theme/layers.css";
import "./ui/theme/mantine.css";
import "./ui/theme/fonts.css";
import "./ui/theme/fallback-fonts.css";
import "./ui/theme/theme-variables.css";
import "./ui/theme/theme.css";
import { type ReactNode, useEffect } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  isRouteErrorResponse,
  useLocation,
  useMatches,
} from "react-router";
import interFont from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import newsreaderFont from "@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2?url";
import { actorContext } from "#app/context.ts";
import { guard } from "#app/features/accounts/server/guard.ts";
import { ImpersonationBanner } from "#app/features/accounts/ui/impersonation-banner.tsx";
import { CHUNK_GUARD, FIRST_GUARD, isChunkError } from "#app/platform/browser/core/chunks.ts";
import { COLOR_SCHEME } from "#app/platform/browser/core/color-scheme.ts";
import { KEEP_EARLY_INPUT, replayEarlyInput } from "#app/platform/browser/core/early-input.ts";
import { useNonce } from "#app/platform/browser/core/nonce.ts";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { SessionWatch } from "#app/platform/browser/core/session-watch.ts";
import type { SiteFacts } from "#app/platform/browser/core/session.ts";
import { HYDRATED } from "#app/platform/rules/public-pages/hydrated.ts";
import { type SessionFacts, sessionFacts } from "#app/platform/rules/requests/session.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { pageProof } from "#app/platform/server/files/integrity.ts";
import { ErrorPage, UnexpectedError } from "#app/ui/frame/error-page.tsx";
import { LastSeenNote } from "#app/ui/frame/last-seen-note.tsx";
import { PendingBar } from "#app/ui/frame/pending-bar.tsx";
import { ResolvingSession } from "#app/ui/frame/resolving-session.tsx";
import { Toaster } from "#app/ui/frame/toaster.tsx";
import type { Route } from "./+types/root";

export const middleware: Route.MiddlewareFunction[] = [guard];

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
  { rel: "preload", href: interFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "preload", href: newsreaderFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
];

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.siteName ?? "" }];

export function loader({ context }: Route.LoaderArgs): SiteFacts {
  const { siteName, demo } = config();
  const actor = context.get(actorContext);
  return {
    session: sessionFacts(actor),
    timeZone: actor.kind === "person" ? actor.timeZone : null,
    siteName,
    demo,
    now: now().toISOString(),
    integrity: pageProof(),
  };
}

/** Scripts in the document's head. They've run before the page is hydrated, so the browser's build leaves them out. */
const IN_HEAD = import.meta.env.SSR
  ? { guard: CHUNK_GUARD, input: `${FIRST_GUARD};${KEEP_EARLY_INPUT}`, colors: COLOR_SCHEME }
  : { guard: "", input: "", colors: "" };

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const { pathname, search } = useLocation();
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined);
  const readOnly = handles.some((it) => it?.readOnly === true);
  const deferHydration = handles.find((it) => it?.deferHydration)?.deferHydration;
  // Somebody who comes from a page with script keeps it: only a first load is without.
  const isStill = readOnly && typeof window === "undefined";
  return (
    <html lang="en" data-mantine-color-scheme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1d1a16" />
        {readOnly ? null : (
          <>
            <script
              data-first=""
              nonce={nonce}
              suppressHydrationWarning
              dangerouslySetInnerHTML={{ __html: IN_HEAD.guard }}
            />
            <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: IN_HEAD.input }} />
          </>
        )}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: IN_HEAD.colors }} />
        <Meta />
        <Links />
      </head>
      <body data-defer-hydration={deferHydration === true ? "" : deferHydration || undefined}>
        {isStill ? null : <PendingBar />}
        {children}
        {isStill ? null : <Toaster />}
        {/* After everything: the link that skips to the page must be the first. */}
        {readOnly ? null : (
          <p className="script-failed" role="alert">
            Part of this page couldn't be loaded, so its buttons may not work.{" "}
            <a href={pathname + search}>Reload page</a>. If it happens again, try later or contact support.
          </p>
        )}
        {isStill ? null : (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  // Effects of inner components run first, so the whole page is listening by now.
  useEffect(() => {
    replayEarlyInput();
    document.documentElement.dataset["hydrated"] = "";
    dispatchEvent(new Event(HYDRATED));
  }, []);
  return (
    <>
      <ImpersonationBanner />
      <LastSeenNote />
      <Outlet />
      <ResolvingSession />
      <SessionWatch />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  // Not even the page's frame could be rendered, so show the bare error.
  const refused = isRouteErrorResponse(error) ? (error.data as { session?: SessionFacts } | null)?.session : undefined;
  return (
    <>
      <ImpersonationBanner refused={refused} />
      <main id="content">
        {isRouteErrorResponse(error) || isChunkError(error) ? (
          <ErrorPage error={error} />
        ) : (
          <UnexpectedError error={error} />
        )}
      </main>
    </>
  );
}
