import { useEffect } from "react";
import { useNonce } from "#app/platform/browser/core/nonce.ts";
import type { BubbleFace } from "../../rules/bubble.ts";
import { BubbleIcon } from "./bubble-icon.tsx";
import { CHAT_BOOT } from "./chat-boot.ts";
// A separate script that shares nothing with the application bundle, which static pages don't load. This imports its
// URL.
// eslint-disable-next-line import/default
import widget from "./chat-widget.ts?worker&url";
import styles from "./bubble.module.css";

/**
 * The visitors' bubble: a contact form link that the chat script turns into a chat. It contains no visitor data, so
 * pages can be cached.
 */
export function BubbleChat({ face: { chat, to } }: { face: Extract<BubbleFace, { kind: "chat" }> }) {
  const nonce = useNonce();
  const embedded = chat.kind === "embed";
  useEffect(() => {
    // After client-side navigation, the page's inline script never ran.
    if (!window.__stetChat) {
      const script = document.createElement("script");
      script.nonce = nonce;
      script.textContent = CHAT_BOOT;
      document.head.append(script);
    } else window.__stetChat();
    // A third-party script must not stay on signed-in pages, so reload the next page without it.
    return () => {
      if (window.__stetEmbed) location.reload();
    };
  }, [nonce]);
  return (
    <>
      <a
        href={to}
        className={styles.bubble}
        aria-label="Contact support"
        suppressHydrationWarning
        {...(embedded ? { "data-embed": chat.script } : { "data-chat": widget })}
      >
        <BubbleIcon />
      </a>
      {embedded ? null : <div data-chat-panel suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />}
      <script data-first="" nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: CHAT_BOOT }} />
    </>
  );
}
