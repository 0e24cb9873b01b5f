import { keepTyped } from "./keep-typed.ts";

/**
 * For every page whose action is a `pageAction`: `export { clientAction } from "#app/platform/browser/core/client-action.ts"`.
 * Typed as answering nothing: its answer is the action's own, or one of the same shape that says the network is gone.
 */
export const clientAction = ({
  serverAction,
  request,
}: {
  serverAction: () => Promise<unknown>;
  request: Request;
}): Promise<undefined> => keepTyped(serverAction, request) as Promise<undefined>;
