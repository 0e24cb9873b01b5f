import "./ui/layers.css";
import "@mantine/core/styles.layer.css";
import "./ui/fonts.css";
import "./ui/theme.css";
import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from "@mantine/core";
import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import interFont from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import newsreaderFont from "@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2?url";
import { actorContext } from "#app/context.ts";
import { guard } from "#app/features/accounts/server/guard.ts";
import { useNonce } from "#app/platform/browser/nonce.ts";
import type { SessionUser, SiteFacts } from "#app/platform/browser/session.ts";
import type { Actor } from "#app/platform/rules/actor.ts";
import { now } from "#app/platform/server/clock.ts";
import { config } from "#app/platform/server/config.ts";
import { ErrorPage } from "#app/ui/error-page.tsx";
import { PendingBar } from "#app/ui/pending-bar.tsx";
import { cssVariablesResolver, theme } from "#app/ui/theme.ts";
import { Toaster } from "#app/ui/toaster.tsx";
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

function sessionOf(actor: Actor): SessionUser | null {
  if (actor.kind !== "person") return null;
  const { uid, displayName, email, emailVerified, role, isAdmin, isEditor, isSupport, timeZone } = actor;
  return { uid, displayName, email, emailVerified, role, isAdmin, isEditor, isSupport, timeZone };
}

export function loader({ context }: Route.LoaderArgs): SiteFacts {
  const { siteName, demo } = config();
  return { session: sessionOf(context.get(actorContext)), siteName, demo, now: now().toISOString() };
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1d1a16" />
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
        <Meta />
        <Links />
      </head>
      <body>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto" getStyleNonce={() => nonce}>
          <PendingBar />
          {children}
          <Toaster />
        </MantineProvider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="content">
      <ErrorPage error={error} />
    </main>
  );
}
