import { type Actor, impersonatorOf } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { mayWhileImpersonating } from "../../rules/impersonation.ts";

/** @throws refused if staff who view the product as somebody else may not send this request */
export function refuseImpersonator(actor: Actor, method: string, pathname: string): void {
  const by = impersonatorOf(actor);
  if (!by || mayWhileImpersonating(by.readOnly, method, pathname)) return;
  throw new Problem(
    "refused",
    "impersonating",
    method === "GET" || method === "HEAD"
      ? "This page isn't available while you view the product as somebody else."
      : "You can't do this while you view the product as somebody else.",
    "Nothing was changed. To use your own account, end viewing.",
  );
}
