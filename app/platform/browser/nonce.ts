import { createContext } from "react";

/** The nonce of this response, on the server. In the browser it is "", because browsers hide nonces from the document they hydrate. */
export const NonceContext = createContext<string>("");

let hydrated = false;
/** From now on styles that components add carry the page's real nonce. */
export const markHydrated = (): void => {
  hydrated = true;
};

/** The nonce that a style element must carry now: the server's while rendering, none while hydrating, the page's afterwards. */
export function styleNonce(fromServer: string): string {
  if (typeof document === "undefined") return fromServer;
  return hydrated ? (document.querySelector<HTMLElement>("script[nonce]")?.nonce ?? "") : "";
}
