import { useEffect } from "react";
import { useNonce } from "#app/platform/browser/nonce.ts";
import type { BubbleFace } from "../rules/bubble.ts";
import { BubbleIcon } from "./bubble-icon.tsx";
import { CHAT_BOOT } from "./chat-boot.ts";
// A script of its own: it shares nothing with the application's, which pages that are only read do not load. What is imported is its address.
// eslint-disable-next-line import/default
import widget from "./chat-widget.ts?worker&url";
import styles from "./bubble.module.css";

/** The visitors' bubble: a link to the contact form, which the chat's script makes a chat of. Nothing of the visitor's is in it, so that pages are kept whole. */
export function BubbleChat({ face: { chat, to } }: { face: Extract<BubbleFace, { kind: "chat" }> }) {
  const nonce = useNonce();
  const embedded = chat.kind === "embed";
  useEffect(() => {
    // A page that was come to from another of ours, within one document: its inline script never ran.
    if (!window.__stetChat) {
      const script = document.createElement("script");
      script.nonce = nonce;
      script.textContent = CHAT_BOOT;
      document.head.append(script);
    } else window.__stetChat();
    // Another provider's script does not stay where somebody is signed in: the page that follows is loaded anew, without it.
    return () => {
      if (window.__stetEmbed) location.reload();
    };
  }, [nonce]);
  return (
    <>
      <a
        href={to}
        className={styles.bubble}
        aria-label="Write to support"
        suppressHydrationWarning
        {...(embedded ? { "data-embed": chat.script } : { "data-chat": widget })}
      >
        <BubbleIcon />
      </a>
      {embedded ? null : <div data-chat-panel suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: CHAT_BOOT }} />
    </>
  );
}
