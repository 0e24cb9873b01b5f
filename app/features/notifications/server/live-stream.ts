import { type Actor, isStaff } from "#app/platform/rules/actor.ts";
import { refused } from "#app/platform/rules/errors.ts";
import { MINUTE, SECOND } from "#app/platform/rules/time.ts";
import { type Ring, hub } from "#app/platform/server/live.ts";

const HEARTBEAT_MS = 25 * SECOND;
/** A stream ends after this and the browser opens another: permissions are looked at anew. */
const MAX_LIFE_MS = 15 * MINUTE;

/** The topics somebody may hear: their own, and the staff's where they are staff. */
const topicsOf = (actor: Actor & { kind: "person" }): string[] => [`user:${actor.uid}`, ...(isStaff(actor) ? ["staff"] : [])];

/** One stream of rings for a verified person. A ring carries no data: the page re-reads through its own permissions. */
export function liveStream(_request: Request, { actor }: { actor: Actor }): Response {
  if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in to follow what happens.");
  const topics = topicsOf(actor);
  const encoder = new TextEncoder();
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => {
        try {
          controller.enqueue(encoder.encode(text));
        } catch {
          stop();
        }
      };
      const onRing = (ring: Ring) => send(`data: ${JSON.stringify(ring)}\n\n`);
      const offs = topics.map((t) => hub().on(t, onRing));
      // After the database connection came back anything may have been missed: tell the page to look.
      const onReconnect = () => send(`data: {"kind":"reconnected","orderId":null}\n\n`);
      hub().reconnected.add(onReconnect);
      const heartbeat = setInterval(() => send(":\n\n"), HEARTBEAT_MS);
      const end = setTimeout(() => {
        stop();
        try {
          controller.close();
        } catch {
          // Closed by the reader already.
        }
      }, MAX_LIFE_MS);
      stop = () => {
        clearInterval(heartbeat);
        clearTimeout(end);
        hub().reconnected.delete(onReconnect);
        for (const off of offs) off();
      };
      send("retry: 2000\n\n");
    },
    cancel: () => stop(),
  });
  return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform", "x-accel-buffering": "no" } });
}
