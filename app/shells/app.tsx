import { Outlet } from "react-router";
import { actorContext } from "#app/context.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { ErrorPage } from "#app/ui/frame/error-page.tsx";
import { signedInFacts } from "./signed-in-facts.ts";
import { SignedInFrame } from "./signed-in.tsx";
import type { Route } from "./+types/app";

export const loader = ({ context }: Route.LoaderArgs) => signedInFacts(context.get(actorContext));

export default function AppShell({ loaderData }: Route.ComponentProps) {
  // Hides the menu's "setup" badge in every window as soon as an editor is ready.
  useLive((event) => event.kind === "editor.matching_changed");
  return (
    <SignedInFrame facts={loaderData}>
      <Outlet />
    </SignedInFrame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <SignedInFrame facts={loaderData ?? { menu: [], own: [], home: "/", setup: false }}>
      <ErrorPage error={error} />
    </SignedInFrame>
  );
}
