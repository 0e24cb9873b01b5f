import { defineConfig } from "vitest/config";

/** Two projects: `rules` needs nothing and takes seconds; `server` runs on the real PostgreSQL, one database a file. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "rules",
          include: [
            "app/**/rules/**/*.test.ts",
            "app/platform/browser/**/*.test.ts",
            "app/ui/**/*.test.ts",
            "app/shells/**/*.test.ts",
            "tools/**/*.test.ts",
          ],
        },
      },
      {
        test: {
          name: "server",
          include: ["app/**/server/**/*.test.{ts,tsx}", "app/*.test.ts", "boot/**/*.test.ts", "db/**/*.test.ts"],
          globalSetup: ["./boot/testing/global-setup.ts"],
          // Races are tried in earnest on a real database: what passes only the second time is named by the report as retried.
          retry: 1,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
