import { useLocation } from "react-router";
import { isStaff } from "#app/platform/rules/core/actor.ts";
import { type LiveChat, bubbleFace } from "#app/features/support/rules/bubble.ts";
import { BubbleChat } from "#app/features/support/ui/chat/bubble-chat.tsx";
import { BubbleLink } from "#app/features/support/ui/chat/bubble-link.tsx";
import { BubbleMenu } from "#app/features/support/ui/chat/bubble-menu.tsx";
import styles from "#app/features/support/ui/chat/bubble.module.css";
import { useSession } from "#app/platform/browser/core/session.ts";

/** On staff tables and phones, the bubble is a strip, so it never covers content. */
const docking = (session: ReturnType<typeof useSession>): "always" | "narrow" | undefined =>
  session === null || !session.emailVerified ? undefined : isStaff(session) ? "always" : "narrow";

/** The support bubble at the bottom right of every page. @param chat the kind of live chat, on public pages only */
export function SupportBubble({ chat = { kind: "off" } }: { chat?: LiveChat }) {
  const session = useSession();
  const face = bubbleFace(session, useLocation().pathname, chat);
  return (
    <aside
      aria-label="Support"
      className={styles.place}
      data-docked={docking(session)}
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
