import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { useNonce } from "#app/platform/browser/core/nonce.ts";
import { theme } from "./theme.ts";

/**
 * What Mantine's components need around them: in the frame of the signed in alone, because public pages have none of
 * them.
 */
export function Mantine({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  return (
    <MantineProvider
      theme={theme}
      // They are in theme-variables.css, which is cached.
      withCssVariables={false}
      withGlobalClasses={false}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {children}
    </MantineProvider>
  );
}
