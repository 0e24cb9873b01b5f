import { createContext, useContext } from "react";

/** The nonce of this response while it is rendered on the server. */
export const NonceContext = createContext<string>("");

/** The nonce that inline scripts and styles of this document carry, the same on the server and in the browser. */
export function useNonce(): string {
  const fromServer = useContext(NonceContext);
  if (typeof document === "undefined") return fromServer;
  // Browsers hide the nonce from attribute selectors, but scripts can read the property.
  return document.querySelector<HTMLElement>("script[nonce]")?.nonce ?? "";
}
