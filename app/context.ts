import { createContext } from "react-router";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";

/** Who is asking, as the HTTP server resolved it for this request. */
export const actorContext = createContext<Actor>(NOBODY);
/** True if a request's session couldn't be read: then only public pages are shown, as to a visitor. */
export const sessionUnreadContext = createContext<boolean>(false);
/** The nonce of this response's inline scripts and styles. */
export const nonceContext = createContext<string>("");
/**
 * Set if a request came to an origin other than the app's: turns a path into its URL on the app, with the visitor's
 * draft if they have one.
 */
export const ontoAppContext = createContext<((path: string) => Promise<string>) | null>(null);
