/**
 * The settings that the supervisor passes to its processes. The application validates them
 * (`app/platform/server/core/config.ts`).
 */
import { createHmac, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The demo users' password. Only passed to a demo's processes, because the build doesn't contain it. */
export const DEMO_PASSWORD = "demo-password";

export type Environment = Record<string, string | undefined>;

/** The environment without empty settings, which `.env` files and containers often leave. */
export function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
}

/** A number of processes, at least `least`. @throws naming the setting */
export function processCount(env: Environment, name: string, fallback: number, least: number): number {
  const text = env[name] ?? String(fallback);
  const count = Number(text);
  if (!Number.isInteger(count) || count < least || count > 64)
    throw new Error(`${name} must be a whole number from ${least} to 64, and is "${text}".`);
  return count;
}

/** A TCP port. @throws naming the setting. */
export function portNumber(env: Environment): number {
  const port = Number(env["PORT"] ?? 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT must be a number from 1 to 65535, and is "${env["PORT"]}".`);
  return port;
}

/** A process's metrics port: METRICS_PORT for the first, the next ports for the others. @throws naming the setting */
export function metricsPort(env: Environment, index: number): string | undefined {
  const text = env["METRICS_PORT"];
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_400)
    throw new Error(`METRICS_PORT must be a number from 1 to 65400, and is "${text}".`);
  return String(port + index);
}

/** How long a web process keeps serving after it's told to stop, in ms. @throws naming the setting */
export function drainMs(env: Environment): number {
  const text = env["DRAIN_SECONDS"] ?? "0";
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > 300)
    throw new Error(`DRAIN_SECONDS must be a whole number from 0 to 300, and is "${text}".`);
  return seconds * 1_000;
}

/** The secret of an installation with the embedded database: created once, readable only by its owner. */
export function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, "secret");
  try {
    return readSecret(file);
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOENT") throw error;
  }
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    // A hard link instead of a rename: it never replaces a secret that another process just created.
    linkSync(draft, file);
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readSecret(file);
}

function readSecret(file: string): string {
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32)
    throw new Error(`${file} holds no usable secret. Remove it and a new one is made; everybody signs in again.`);
  return secret;
}

/** The card sandbox's keys, the same on each start because they're derived from the installation's secret. */
export function sandboxKeys(secret: string): { secretKey: string; webhookSecret: string } {
  const derive = (purpose: string) => createHmac("sha256", secret).update(purpose).digest("hex").slice(0, 48);
  return {
    secretKey: `sk_test_${derive("card sandbox key")}`,
    webhookSecret: `whsec_${derive("card sandbox webhooks")}`,
  };
}
