import { Link } from "react-router";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Pause } from "../rules/pause.ts";

/** Tells an editor that an admin has paused their invites. */
export const PausedNotice = ({ pause }: { pause: Pause }) => (
  <Notice
    tone="attention"
    title={
      pause.until ? (
        <>
          Your invites are paused until <Instant at={pause.until} />
        </>
      ) : (
        "Your invites are paused until we resume them"
      )
    }
    action={<Link to="/editor/support?new">Contact support</Link>}
  >
    Reason: {pause.reason} You can finish your open orders and accept the invites you already have.
  </Notice>
);
