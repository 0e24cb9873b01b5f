/**
 * A TCP proxy in front of a service, which can be made to fail: the siege's load balancer, and the way to break
 * external services.
 */
import { type AddressInfo, type Socket, connect, createServer } from "node:net";

export type GateMode =
  | { kind: "open" }
  /** Connections are closed at once, including open ones. */
  | { kind: "closed" }
  /** Each chunk of a response is delayed by this many milliseconds. */
  | { kind: "slow"; ms: number };

export type Gate = {
  port: number;
  set(mode: GateMode): void;
  stop(): Promise<void>;
};

/** How long a target that refused a connection is tried last. */
const AVOID_MS = 1_000;

/** Listens on a free or given port, and passes connections on to its targets in turn, skipping those that refuse. */
export async function openGate(targets: readonly number[], port = 0): Promise<Gate> {
  let mode: GateMode = { kind: "open" };
  let turn = 0;
  const refusedAt = new Map<number, number>();
  const open = new Set<Socket>();

  const targetsNow = (): number[] => {
    const first = turn++ % targets.length;
    const inTurn = [...targets.slice(first), ...targets.slice(0, first)];
    const isAvoided = (target: number) => Date.now() - (refusedAt.get(target) ?? 0) < AVOID_MS;
    return [...inTurn.filter((it) => !isAvoided(it)), ...inTurn.filter(isAvoided)];
  };

  const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
    open.add(client);
    client.on("error", () => client.destroy());
    client.once("close", () => open.delete(client));
    if (mode.kind === "closed") return void client.destroy();
    const tryNext = ([target, ...others]: readonly number[]): void => {
      if (target === undefined) return void client.destroy();
      const service = connect({ port: target, host: "127.0.0.1", noDelay: true });
      const refuse = (): void => {
        refusedAt.set(target, Date.now());
        tryNext(others);
      };
      service.once("error", refuse);
      service.once("connect", () => {
        service.off("error", refuse);
        service.on("error", () => client.destroy());
        open.add(service);
        service.once("close", () => open.delete(service));
        client.once("close", () => service.destroy());
        client.pipe(service);
        service.on("data", (piece) => {
          const pass = () => client.writable && client.write(piece);
          if (mode.kind === "slow") setTimeout(pass, mode.ms);
          else pass();
        });
        service.once("end", () => setTimeout(() => client.end(), mode.kind === "slow" ? mode.ms : 0));
      });
    };
    tryNext(targetsNow());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      mode = next;
      if (next.kind === "closed") for (const socket of open) socket.destroy();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
