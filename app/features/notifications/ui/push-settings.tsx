import { Button } from "@mantine/core";
import { isStaff } from "#app/platform/rules/core/actor.ts";
import { useState } from "react";
import { useFetcher } from "react-router";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import { useSession, useSite } from "#app/platform/browser/core/session.ts";
import { subscribeToPush, unsubscribeFromPush, whyNoPush } from "#app/platform/browser/offline/push.ts";
import { ErrorNote, Notice, type ShownProblem } from "#app/ui/notice.tsx";
import type { PushSettings as Settings } from "../server/push/find-push-settings.ts";
import styles from "./push-settings.module.css";

type Answer = { form?: string; done?: string; error?: ShownProblem };

/**
 * Turns notifications in this browser on and off. They also appear while the site is closed. Posts intents `push-on`,
 * `push-off` and `push-test`.
 */
export function PushSettings({ push }: { push: Settings }) {
  const { siteName } = useSite();
  const user = useSession();
  const staff = user !== null && isStaff(user);
  const hydrated = useHydrated();
  const { submit, state, data } = useFetcher<Answer>();
  const [asking, setAsking] = useState(false);
  const [trouble, setTrouble] = useState<ShownProblem>();
  const why = hydrated ? whyNoPush() : undefined;
  const busy = asking || state !== "idle";
  const send = (intent: string, fields: Record<string, string> = {}) =>
    submit({ ...fields, intent }, { method: "post" });
  const turnOn = async () => {
    setAsking(true);
    setTrouble(undefined);
    try {
      const made = await subscribeToPush(push.key);
      if (made) await send("push-on", made);
      else setTrouble({ message: "Your browser didn't allow notifications.", advice: ALLOW });
    } catch {
      setTrouble({
        message: "Your browser couldn't turn notifications on.",
        advice: "Check your connection and try again. Private windows don't support them.",
      });
    } finally {
      setAsking(false);
    }
  };
  const turnOff = async () => {
    setTrouble(undefined);
    await unsubscribeFromPush().catch(() => {});
    await send("push-off");
  };
  return (
    <section className={styles.push} aria-labelledby="push-title">
      <h2 id="push-title">Notifications in this browser</h2>
      {trouble ? <ErrorNote problem={trouble} /> : data?.error ? <ErrorNote problem={data.error} /> : null}
      {!trouble && data?.done && !busy ? (
        <div role="status">
          <Notice tone="good">{data.done}</Notice>
        </div>
      ) : null}
      <p>
        {push.here
          ? `On. This browser shows your own notifications, even when ${siteName} is closed, until you sign out.`
          : `Get your own notifications, even when ${siteName} is closed. Announcements${staff ? " and notifications for all staff" : ""} stay in the bell.`}
        {push.elsewhere > 0
          ? ` They're also on in ${push.elsewhere === 1 ? "another browser" : `${push.elsewhere} other browsers`}.`
          : ""}
      </p>
      {!push.here && why ? <p className="soft">{WHY[why]}</p> : null}
      <div className={styles.deeds}>
        {push.here ? (
          <>
            <Button variant="default" loading={busy} onClick={() => void turnOff()}>
              Turn off
            </Button>
            <Button variant="subtle" disabled={busy} onClick={() => void send("push-test")}>
              Send a test
            </Button>
          </>
        ) : (
          <Button
            variant="default"
            loading={busy}
            disabled={!hydrated || why === "unsupported"}
            onClick={() => void turnOn()}
          >
            Turn on
          </Button>
        )}
      </div>
    </section>
  );
}

const ALLOW = "Allow notifications for this site in your browser's settings, then turn them on here.";
const WHY = {
  unsupported:
    "This browser can't show them. On an iPhone or iPad, first add the site to your home screen and open it from there.",
  denied: `Notifications from this site are blocked. ${ALLOW}`,
} as const;
