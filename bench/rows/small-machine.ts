/**
 * The whole product (web, jobs, PostgreSQL, the card sandbox) on one core and 1 GB that the kernel enforces: what it uses
 * at rest, and while 20 people work and a thesis of 150,000 words is priced.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CAST } from "#db/seed/cast.ts";
import { Client } from "../../e2e/client.ts";
import { startApplication } from "../application.ts";
import { limitMemory } from "../memory-limit.ts";
import { quantile } from "../peers/table.ts";
import { openPages, visitsOf } from "../people.ts";
import type { Measure, Row } from "../row.ts";
import { thesis } from "./documents.ts";

const LIMIT = 1_024 ** 3;
const PEOPLE = 20;
const SECONDS = 40;
/** After a start: the first jobs have run, and caches are full. */
const REST_MS = 30_000;
const LOOK_MS = 250;

const megabytes = (bytes: number): number => Math.round(bytes / 1_024 ** 2);

export default {
  name: "small-machine",
  slow: true,
  async run() {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), "stet-bench-"));
    const settings = { env: { WORKER_PROCESSES: "0" } };
    // Building and making the demo's orders isn't what a small machine does each day.
    const first = await startApplication(dataDir, settings);
    await visitsOf(first.url);
    await first.stop();
    const limit = limitMemory(LIMIT);
    const application = await startApplication(dataDir, { ...settings, under: limit.under });
    try {
      const visits = await visitsOf(application.url);
      await sleep(REST_MS);
      const rest = limit.used();
      let peak = rest;
      const looking = setInterval(() => (peak = Math.max(peak, limit.used())), LOOK_MS);
      const author = await new Client(application.url).signIn(CAST.mei.email);
      const pages = openPages(application.url, visits, PEOPLE, SECONDS);
      const begun = performance.now();
      const { file } = await author.dropManuscript(thesis().before, "Thesis.docx");
      const pricedMs = performance.now() - begun;
      const took = await pages;
      clearInterval(looking);
      if (limit.killed() > 0) throw new Error(`The kernel stopped ${limit.killed()} processes for want of memory.`);
      const against = `1 GB; ${took.length} pages in ${SECONDS} s, p99 ${quantile(took, 0.99).toFixed(0)} ms; ${file.receipt?.words} words counted in ${(pricedMs / 1_000).toFixed(1)} s`;
      return [
        { name: "one core, at rest", value: megabytes(rest), unit: "MB", against: "1 GB", ratio: rest / LIMIT },
        {
          name: `one core, ${PEOPLE} people and a thesis`,
          value: megabytes(peak),
          unit: "MB",
          against,
          ratio: peak / LIMIT,
        },
      ] satisfies Measure[];
    } finally {
      await application.stop();
      limit.remove();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
} satisfies Row;
