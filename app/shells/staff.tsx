import { Outlet } from "react-router";
import { actorContext } from "#app/context.ts";
import { ErrorPage } from "#app/ui/frame/error-page.tsx";
import { signedInFacts } from "./signed-in-facts.ts";
import { SignedInFrame } from "./signed-in.tsx";
import type { Route } from "./+types/staff";

export const loader = ({ context }: Route.LoaderArgs) => signedInFacts(context.get(actorContext));

export default function StaffShell({ loaderData }: Route.ComponentProps) {
  return (
    <SignedInFrame facts={loaderData} dense>
      <Outlet />
    </SignedInFrame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <SignedInFrame facts={loaderData ?? { menu: [], own: [], home: "/", setup: false }} dense>
      <ErrorPage error={error} />
    </SignedInFrame>
  );
}
