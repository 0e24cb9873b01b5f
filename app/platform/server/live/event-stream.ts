import { LOOK_BACK_MS } from "#app/platform/rules/core/live.ts";
import { MINUTE, SECOND } from "#app/platform/rules/core/time.ts";
import { now } from "../core/clock.ts";
import { type LiveEvent, hub } from "./live.ts";

/** Every stream sends a heartbeat this often, so that a browser notices silence. */
export const BEAT_MS = 25 * SECOND;
/** A stream ends after this, some sooner. The browser opens another, which checks its permissions again. */
const MAX_LIFE_MS = 15 * MINUTE;
/** Up to this share of the lifetime is cut at random, so streams opened together don't end together. */
const LIFE_JITTER = 0.2;
/** The maximum number of events queued per reader. Beyond it, the reader is told once that it missed some. */
const WAITING_MOST = 64;
/** More missed events than this are reported as one gap. */
const REPLAY_MOST = 50;
const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

const GAP: LiveEvent = { kind: "reconnected", orderId: null };
const encoder = new TextEncoder();
const BEAT = encoder.encode("event: beat\ndata: 1\n\n");

/** Encoded once per event, since all listeners share the event object. */
const frames = new WeakMap<LiveEvent, Uint8Array>();
function frameOf(event: LiveEvent): Uint8Array {
  let frame = frames.get(event);
  if (!frame) frames.set(event, (frame = encoder.encode(`data: ${JSON.stringify(event)}\n\n`)));
  return frame;
}

export type EventStreamOptions = {
  /** By the product's clock: the stream ends within one heartbeat after it. */
  until?: Date;
  /**
   * How long ago, in ms, the reader last knew that it had missed nothing. Later events are sent again, or "reconnected"
   * if they aren't known. If left out, the reader reloads when the stream opens.
   */
  ago?: number;
  /**
   * Asked before each event is passed on, "reconnected" too; later events wait for the answer. False, or a failure,
   * ends the stream without it.
   */
  recheck?: (event: LiveEvent) => boolean | Promise<boolean>;
};

/**
 * One SSE body with the events of some topics, for a reader who may see them. It starts with `event: beat` and repeats
 * it; every other event is a live event. A reader that stops reading costs at most {@link WAITING_MOST} queued events,
 * and is dropped after two beats.
 */
export function eventStream(topics: readonly string[], options: EventStreamOptions = {}): Response {
  const stream = new EventStream(topics, options);
  return new Response(new ReadableStream<Uint8Array>(stream, WAITING), { headers: HEADERS });
}
const WAITING = new CountQueuingStrategy({ highWaterMark: WAITING_MOST });

/** How many streams this process has open. */
export const openStreams = (): number => count;

class EventStream implements UnderlyingDefaultSource<Uint8Array> {
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  private readonly endsAt = performance.now() + MAX_LIFE_MS * (1 - Math.random() * LIFE_JITTER);
  /** Live events that arrived while `recheck` was pending. */
  private held: { event: LiveEvent; tell: boolean }[] | null = null;
  private behind = false;
  private beatsBehind = 0;
  private readonly topics: readonly string[];
  private readonly options: EventStreamOptions;
  readonly slot = nextSlot();

  constructor(topics: readonly string[], options: EventStreamOptions) {
    this.topics = topics;
    this.options = options;
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.controller = controller;
    const { ago } = this.options;
    const lately = hub().since((ago ?? 0) + LOOK_BACK_MS, this.topics);
    for (const topic of this.topics) hub().on(topic, this.event);
    hub().reconnected.add(this.lost);
    join(this);
    // Varies the retry time, so streams cut off together don't all return at once.
    this.write(encoder.encode(`retry: ${Math.round(1_000 + Math.random() * 3_000)}\n\n`));
    // Every event goes to `recheck`, but only readers of its topic receive it.
    for (const event of lately === null || lately.length > REPLAY_MOST ? [GAP] : lately)
      this.hear(event, ago !== undefined);
    if (!this.held) this.write(BEAT);
  }

  private readonly lost = (): void => this.hear(GAP);
  private readonly event = (event: LiveEvent): void => this.hear(event);

  private hear(event: LiveEvent, tell = true): void {
    if (this.held) {
      if (this.held.length < WAITING_MOST) this.held.push({ event, tell });
      else this.held = [{ event: GAP, tell: true }];
      return;
    }
    const { recheck } = this.options;
    let may: boolean | Promise<boolean>;
    try {
      may = recheck ? recheck(event) : true;
    } catch {
      may = false;
    }
    if (may === true) {
      if (tell) this.write(frameOf(event));
    } else if (may === false) this.end();
    else {
      this.held = [];
      void may
        .catch(() => false)
        .then((yes) => {
          const waited = this.held ?? [];
          this.held = null;
          if (!this.controller) return;
          if (!yes) return this.end();
          if (tell) this.write(frameOf(event));
          else this.write(BEAT);
          for (const later of waited) this.hear(later.event, later.tell);
        });
    }
  }

  private write(frame: Uint8Array): void {
    const { controller } = this;
    if (!controller) return;
    if ((controller.desiredSize ?? 0) <= 0) this.behind = true;
    else if (!this.behind) controller.enqueue(frame);
  }

  /** The reader has taken something. Once it has caught up, it learns that it missed some. */
  pull(): void {
    if (!this.behind || (this.controller?.desiredSize ?? 0) < WAITING_MOST) return;
    this.behind = false;
    this.beatsBehind = 0;
    this.write(frameOf(GAP));
  }

  beat(): void {
    if (this.behind && ++this.beatsBehind > 2) return this.end();
    const { until } = this.options;
    if (performance.now() >= this.endsAt || (until && now() >= until)) return this.end();
    if (!this.held) this.write(BEAT);
  }

  cancel(): void {
    this.leave();
  }

  private end(): void {
    const { controller } = this;
    this.leave();
    try {
      controller?.close();
    } catch {
      // The reader has already closed it.
    }
  }

  private leave(): void {
    if (!this.controller) return;
    this.controller = undefined;
    this.held = null;
    for (const topic of this.topics) hub().off(topic, this.event);
    hub().reconnected.delete(this.lost);
    part(this);
  }
}

/**
 * One timer for all of the process's streams: each second one slot sends heartbeats, which spreads ten thousand streams
 * over the interval.
 */
const SLOTS = BEAT_MS / SECOND;
const slots: Set<EventStream>[] = Array.from({ length: SLOTS }, () => new Set());
let count = 0;
let turn = 0;
let next = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const nextSlot = (): number => (next = (next + 1) % SLOTS);

function join(stream: EventStream): void {
  slots[stream.slot]!.add(stream);
  count += 1;
  timer ??= setInterval(() => {
    turn = (turn + 1) % SLOTS;
    for (const it of slots[turn]!) it.beat();
  }, SECOND);
  timer.unref();
}

function part(stream: EventStream): void {
  slots[stream.slot]!.delete(stream);
  count -= 1;
  if (count > 0) return;
  clearInterval(timer);
  timer = undefined;
}
