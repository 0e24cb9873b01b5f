import { createContext } from "react-router";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";

/** Who asks, as the HTTP server resolved it for this request. */
export const actorContext = createContext<Actor>(NOBODY);
/** True where a request carries a session that could not be read: only public pages can be shown then, as to a visitor. */
export const sessionUnreadContext = createContext<boolean>(false);
/** The nonce that inline scripts and styles of this response carry. */
export const nonceContext = createContext<string>("");
/** Set when a request came to an origin other than the app's: turns a path into its URL on the app, with the visitor's draft if they have one. */
export const ontoAppContext = createContext<((path: string) => Promise<string>) | null>(null);
