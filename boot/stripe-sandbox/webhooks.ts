/** Delivers events as signed webhooks until each is answered with 2xx. The queue is in the store. */
import { createHmac } from "node:crypto";
import { spendDay } from "./balance.ts";
import { publicView } from "./objects.ts";
import { findSession } from "./session-object.ts";
import type { Delivery, Store } from "./store.ts";

/** How deliveries should misbehave, for tests. */
export type DeliveryControl = {
  paused: boolean;
  /** How often each event is sent. */
  copies: number;
  /** `reversed` sends queued events newest first, one after the other. */
  order: "any" | "reversed";
  /** The next deliveries to drop, by number. */
  dropNext: number;
};

export type Courier = {
  control: DeliveryControl;
  /** Checks for work now. */ wake(): void;
  /** Sends everything pending at once, ignoring retry delays. */ flush(): Promise<void>;
  stop(): Promise<void>;
};

const AT_ONCE = 4;
const LOOK_EVERY_MS = 250;
const EXPIRE_EVERY_MS = 5_000;
const ANSWER_LIMIT_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** Stripe's signature of a payload. */
export function signature(payload: string, secret: string, timestamp = Math.floor(Date.now() / 1000)): string {
  return `t=${timestamp},v1=${createHmac("sha256", secret).update(`${timestamp}.${payload}`).digest("hex")}`;
}

export function startCourier(
  store: Store,
  settings: { webhookUrl: string; webhookSecret: string; daySeconds?: number },
): Courier {
  const control: DeliveryControl = { paused: false, copies: 1, order: "any", dropNext: 0 };
  const underWay = new Map<string, Promise<void>>();
  let looking: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const abort = new AbortController();

  async function send(delivery: Delivery): Promise<void> {
    if (control.dropNext > 0) {
      control.dropNext -= 1;
      await store.delivered(delivery.eventId);
      return;
    }
    const event = await store.transaction((tx) => tx.find(delivery.eventId));
    if (event === undefined) return;
    const payload = JSON.stringify(publicView(event));
    let accepted = true;
    for (let copy = 0; copy < control.copies; copy += 1) accepted = (await post(payload)) && accepted;
    if (stopped && !accepted) return;
    if (accepted) await store.delivered(delivery.eventId);
    else
      await store.postpone(
        delivery.eventId,
        new Date(Date.now() + Math.min(FIRST_PAUSE_MS * 2 ** delivery.attempts, LONGEST_PAUSE_MS)),
      );
  }

  async function post(payload: string): Promise<boolean> {
    try {
      const answer = await fetch(settings.webhookUrl, {
        method: "POST",
        body: payload,
        redirect: "manual",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": signature(payload, settings.webhookSecret),
          "user-agent": "Stripe/1.0 (card sandbox)",
        },
        signal: AbortSignal.any([abort.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }

  async function look(dueBy: Date): Promise<void> {
    if (control.order === "reversed") {
      await Promise.all(underWay.values());
      for (const delivery of (await store.dueDeliveries(dueBy, 1_000)).toReversed()) await send(delivery);
      return;
    }
    while (!stopped && !control.paused && underWay.size < AT_ONCE) {
      // A delivery that completes while the queue is being read is still in the result, but isn't sent again.
      const sentBefore = new Set(underWay.keys());
      const due = (await store.dueDeliveries(dueBy, AT_ONCE * 2)).filter(
        ({ eventId }) => !sentBefore.has(eventId) && !underWay.has(eventId),
      );
      if (due.length === 0) return;
      for (const delivery of due.slice(0, AT_ONCE - underWay.size)) {
        const sending = send(delivery)
          .catch((error: unknown) => {
            if (!stopped) console.error("card sandbox: a webhook could not be recorded:", error);
          })
          .finally(() => {
            underWay.delete(delivery.eventId);
            wake();
          });
        underWay.set(delivery.eventId, sending);
      }
    }
  }

  function wake(): void {
    if (stopped || control.paused) return;
    if (looking !== undefined) {
      again = true;
      return;
    }
    looking = look(new Date())
      .catch((error: unknown) => {
        if (!stopped) console.error("card sandbox: the webhook queue cannot be read:", error);
      })
      .finally(() => {
        looking = undefined;
        if (again) {
          again = false;
          wake();
        }
      });
  }

  async function expireOverdue(): Promise<void> {
    for (const id of await store.overdueSessions(Math.floor(Date.now() / 1000))) {
      await store.transaction((tx) => findSession(tx, id, "lock")).catch(() => {});
    }
    if (settings.daySeconds !== undefined) {
      const { daySeconds } = settings;
      await store.transaction((tx) => spendDay(tx, daySeconds));
    }
    wake();
  }

  const looks = setInterval(wake, LOOK_EVERY_MS);
  const expiries = setInterval(() => void expireOverdue().catch(() => {}), EXPIRE_EVERY_MS);
  wake();
  return {
    control,
    wake,
    async flush() {
      const distantFuture = new Date(Date.now() + 365 * 86_400_000);
      await Promise.all(underWay.values());
      const waiting = await store.dueDeliveries(distantFuture, 1_000);
      for (const delivery of control.order === "reversed" ? waiting.toReversed() : waiting) {
        if (!underWay.has(delivery.eventId)) await send(delivery);
      }
    },
    async stop() {
      stopped = true;
      clearInterval(looks);
      clearInterval(expiries);
      abort.abort();
      await looking;
      await Promise.all(underWay.values());
    },
  };
}
