import { useLocation } from "react-router";
import { type LiveChat, bubbleFace } from "#app/features/support/rules/bubble.ts";
import { BubbleChat } from "#app/features/support/ui/bubble-chat.tsx";
import { BubbleLink } from "#app/features/support/ui/bubble-link.tsx";
import { BubbleMenu } from "#app/features/support/ui/bubble-menu.tsx";
import styles from "#app/features/support/ui/bubble.module.css";
import { useSession } from "#app/platform/browser/session.ts";

/** The way to support, at the bottom right of every page. @param chat who answers visitors; only public pages have it */
export function SupportBubble({ chat = { kind: "off" } }: { chat?: LiveChat }) {
  const face = bubbleFace(useSession(), useLocation().pathname, chat);
  return (
    <aside
      aria-label="Support"
      className={styles.place}
      data-embed={(face.kind === "chat" && face.chat.kind === "embed") || undefined}
    >
      {face.kind === "menu" ? (
        <BubbleMenu items={face.items} />
      ) : face.kind === "chat" ? (
        <BubbleChat face={face} />
      ) : (
        <BubbleLink face={face} />
      )}
    </aside>
  );
}
