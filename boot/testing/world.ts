import { forAccounts } from "#app/features/organizations/server/single-sign-on/for-accounts.ts";
import { useOrganizationsOfSignIn } from "#app/features/accounts/server/sign-in/organization-sign-in.ts";
import { legalFigures } from "#app/legal-figures.ts";
import { leaveLegalTexts, useLegalFigures } from "#app/features/accounts/server/legal/legal-documents.ts";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { stopFollowingPolicy } from "#app/features/policy/server/read-policy.ts";
import { factWords } from "#app/fact-words.ts";
import { JOBS } from "#app/jobs.ts";
import { reactions } from "#app/reactions.ts";
import type { Config } from "#app/platform/server/core/config-type.ts";
import { parseConfig, useConfig } from "#app/platform/server/core/config.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { type Db, closeDatabase, useDatabase } from "#app/platform/server/core/database.ts";
import { useFacts } from "#app/platform/server/core/facts.ts";
import { startJobs, stopJobs } from "#app/platform/server/core/jobs.ts";
import { hub, useCourier } from "#app/platform/server/live/live.ts";
import { useStorage } from "#app/platform/server/files/storage.ts";
import { CAST_PASSWORD } from "#db/seed/cast.ts";
import { seedCastDetails } from "#db/seed/cast-details.ts";
import { seedCast } from "#db/seed/seed-cast.ts";
import { preparedDatabase } from "./database.ts";

export type TestWorld = { db: Db; config: Config; url: string; close(): Promise<void> };

/** A Saturday at noon, UTC: the time of tests that need a fixed clock. */
export const NOON = new Date("2026-11-21T12:00:00Z");

/**
 * A world for one test file: its own copy of a migrated database with the demo users, a job queue without workers
 * (`drainJobs()` runs pending jobs), and the clock fixed at NOON.
 * @param env settings that differ from a test's defaults @param options.live whether live events are sent: only files
 * that listen to them need that, and sending is a twentieth of all statements
 */
export async function openWorld(env: Record<string, string> = {}, { live = false } = {}): Promise<TestWorld> {
  const { url, drop } = await preparedDatabase("world", prepare);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "stet-world-"));
  const config = parseConfig({
    NODE_ENV: "test",
    STET_EMBEDDED: "1",
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    APP_SECRET: "a-secret-for-tests-only-of-32-characters",
    LOG: "silent",
    STRIPE_SECRET_KEY: "sk_test_world",
    STRIPE_WEBHOOK_SECRET: "whsec_world",
    STRIPE_API_BASE: "http://127.0.0.1:1",
    VIES_URL: "http://127.0.0.1:1",
    PUBLIC_URL: "http://localhost:3000",
    DEMO_PASSWORD: CAST_PASSWORD,
    ...env,
  });
  useConfig(config);
  useStorage(undefined);
  const db = useDatabase(url, 24);
  setClock(NOON);
  await seedCastDetails(db, NOON);
  useFacts({ reactions, words: factWords });
  useLegalFigures(legalFigures);
  useOrganizationsOfSignIn(forAccounts);
  if (!live) useCourier(toNobody);
  await startJobs(JOBS, false);
  return {
    db,
    config,
    url,
    async close() {
      stopFollowingPolicy();
      leaveLegalTexts();
      await stopJobs();
      await hub().stop();
      useCourier(undefined);
      setClock(null);
      await closeDatabase();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What every world begins with: the demo users, and the queues of all jobs. */
async function prepare(url: string): Promise<void> {
  const db = useDatabase(url);
  await startJobs(JOBS, false);
  await seedCast(db, NOON);
  await stopJobs();
  await closeDatabase();
}

async function toNobody(): Promise<void> {
  if (hub().connected) console.error("A test that listens to live events opens its world with { live: true }.");
}
