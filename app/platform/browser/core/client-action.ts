import { keepTyped } from "./keep-typed.ts";

/**
 * For every page whose action is a `pageAction`: `export { clientAction } from
 * "#app/platform/browser/core/client-action.ts"`. Its type promises no data: it returns the action's own answer, or one
 * of the same shape that says the network is down.
 */
export const clientAction = ({
  serverAction,
  request,
}: {
  serverAction: () => Promise<unknown>;
  request: Request;
}): Promise<undefined> => keepTyped(serverAction, request) as Promise<unknown> as Promise<undefined>;
