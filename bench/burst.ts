/** Many signed-in pages requested at the same moment, and in the meantime health checks and a cached page. */
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "../e2e/client.ts";

const LIMIT_MS = 90_000;
const EVERY_MS = 100;

type Answer = { status: number; ms: number };
type Burst = {
  pages: Answer[];
  health: Answer[];
  cached: Answer[];
};

async function timed(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const begun = performance.now();
  try {
    const answer = await fetch(url, {
      headers: { accept: "text/html", ...headers },
      redirect: "manual",
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    await answer.arrayBuffer();
    return { status: answer.status, ms: performance.now() - begun };
  } catch {
    return { status: 0, ms: performance.now() - begun };
  }
}

/** @throws if anything was answered with something other than a page or "try again", or not at all */
export async function burst(url: string, people: number, email: string, path: string): Promise<Burst> {
  const { cookies } = await new Client(url).signIn(email);
  const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
  for (let n = 0; n < 2; n += 1) await Promise.all([timed(url + path, headers), timed(`${url}/`)]);
  let over = false;
  const probe = async (at: string): Promise<Answer[]> => {
    const answers: Answer[] = [];
    while (!over) {
      answers.push(await timed(url + at));
      await sleep(EVERY_MS);
    }
    return answers;
  };
  const probes = Promise.all([probe("/healthz"), probe("/")]);
  const pages = await Promise.all(Array.from({ length: people }, () => timed(url + path, headers)));
  over = true;
  const [health, cached] = await probes;
  const wrong = [
    ...pages.filter(({ status }) => status !== 200 && status !== 503),
    ...[...health, ...cached].filter(({ status }) => status !== 200),
  ];
  if (wrong.length > 0) throw new Error(`Wrong answers: ${wrong.map(({ status }) => status).join(", ")}.`);
  return { pages, health, cached };
}
