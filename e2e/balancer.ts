/**
 * A load balancer like an operator's: it asks each process whether it's ready, and sends requests to those that are.
 */
import { Agent, type IncomingMessage, type ServerResponse, createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 100;

export type Balancer = {
  url: string;
  /** How many requests each process has answered, by port. */
  answered: ReadonlyMap<number, number>;
  /** Failures between the balancer and a process. None may reach anybody. */
  failures: readonly string[];
  isReady(port: number): boolean;
  stop(): Promise<void>;
};

export async function startBalancer(at: number, ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<number>();
  const answered = new Map<number, number>();
  const failures: string[] = [];
  let isStopping = false;
  let turn = 0;

  const look = async (port: number): Promise<void> => {
    while (!isStopping) {
      const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.ok;
        },
        () => false,
      );
      if (isReady) ready.add(port);
      else ready.delete(port);
      await sleep(LOOK_MS);
    }
  };
  const looking = ports.map(look);

  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    const open = [...ready];
    const port = open[turn++ % open.length];
    const said = `${request.method} ${request.url}`;
    const fail = (why: string): void => {
      // A reader who left, or a stream whose process ended, isn't a failure: the reader reconnects.
      if (request.destroyed || response.destroyed || response.headersSent) {
        response.destroy();
        return;
      }
      failures.push(`${said} at ${port}: ${why}`);
      response.writeHead(502).end();
    };
    if (port === undefined) {
      fail("no process is ready");
      return;
    }
    const onward = send({
      port,
      host: "127.0.0.1",
      agent,
      method: request.method,
      path: request.url,
      headers: request.headers,
    });
    onward.on("error", (error) => fail(error.message));
    onward.on("response", (answer) => {
      answered.set(port, (answered.get(port) ?? 0) + 1);
      const { connection: _own, "keep-alive": _alive, ...headers } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, headers);
      answer.on("error", () => response.destroy());
      answer.on("aborted", () => response.destroy());
      answer.pipe(response);
    });
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(at, resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    answered,
    failures,
    isReady: (port) => ready.has(port),
    async stop() {
      isStopping = true;
      server.closeAllConnections();
      await Promise.all([new Promise((resolve) => server.close(resolve)), ...looking]);
      agent.destroy();
    },
  };
}
