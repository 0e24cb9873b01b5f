import "./boot/require-node.ts";
import { defineConfig } from "@playwright/test";
import { BROWSER_ARGS, browserPath } from "./e2e/browser.ts";
import { browserTestSettings } from "./e2e/settings.ts";
import { WORKERS } from "./e2e/workers.ts";

/** A product that runs already, to walk through it while it is being built. */
const running = process.env.E2E_BASE;
const settings = browserTestSettings();
// The browsers' processes read this file again.
Object.assign(process.env, settings);
const port = Number(settings.E2E_PORT);

/** What takes longest begins first, so that all workers end at about the same time. */
const LONG = /\/(?:accessibility(?:-orders)?|bubble-room|crash|fuzz|hiring|journey|start)\.spec\.ts$/;

/** The whole product as `npm start` runs it, with the demo world, and the cast walking through it. */
export default defineConfig({
  testDir: "e2e",
  // Only two, because a worker starts again with each project.
  projects: [
    { name: "long", testMatch: LONG },
    { name: "rest", testIgnore: LONG },
  ],
  // A walk waits for half of its time: for a product to start, a bell, a clock. Three keep two cores busy.
  workers: WORKERS,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json"]],
  // Node removes the types itself. Playwright would translate a thousand files for it, one after another.
  build: { external: ["**/*.ts"] },
  outputDir: "test-results",
  use: {
    baseURL: running ?? `http://localhost:${port}`,
    screenshot: "only-on-failure",
    // One would hide requests from the tests that stand in for the network. offline.spec.ts allows it.
    serviceWorkers: "block",
    // Recording costs more than the walk itself: `playwright test --trace on` where it is wanted.
    trace: "off",
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath: await browserPath(), args: BROWSER_ARGS },
  },
  ...(running
    ? {}
    : {
        webServer: {
          command: "node e2e/main-product.ts",
          url: `http://localhost:${port}/healthz`,
          env: { PORT: settings.E2E_PORT, DATA_DIR: settings.E2E_DATA_DIR },
          timeout: 240_000,
          reuseExistingServer: false,
          gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
        },
      }),
});
