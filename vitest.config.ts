import "./boot/require-node.ts";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { keepScratchInMemory } from "./boot/testing/scratch-folder.ts";

keepScratchInMemory();

const SERVER = ["app/**/server/**/*.test.{ts,tsx}", "app/*.test.ts", "boot/**/*.test.ts", "db/**/*.test.ts"];

/** Two projects: `rules` needs nothing and takes seconds; `server` runs on the real PostgreSQL, one database a file. */
export default defineConfig({
  test: {
    // What a test waits for comes or not: a second would measure how busy the machine is.
    expect: { poll: { timeout: 30_000, interval: 20 } },
    projects: [
      {
        test: {
          name: "rules",
          // By itself vitest leaves one core free. These work without a pause, and some compare times: no more than
          // there are cores.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          setupFiles: ["./boot/testing/tries.ts", "./boot/testing/leave-globals.ts"],
          isolate: false,
          // Some read a hundred real documents: an end to what hangs, not a promise of speed.
          testTimeout: 60_000,
          // Whatever needs no server, so that no test is in neither.
          include: ["{app,bench,tools}/**/*.test.{ts,tsx}"],
          exclude: SERVER,
        },
      },
      {
        test: {
          name: "server",
          // These wait often, for PostgreSQL and for processes: four keep two cores busy.
          maxWorkers: Math.max(4, availableParallelism() - 1),
          // Another number of workers than the rules' means after them.
          sequence: { groupOrder: 1 },
          setupFiles: [
            "./boot/testing/tries.ts",
            "./boot/testing/leave-globals.ts",
            "./boot/testing/quick-passwords.ts",
          ],
          include: SERVER,
          globalSetup: ["./boot/testing/global-setup.ts"],
          // The files of a worker share one module graph: importing the whole app for each of them took a third of the
          // time. A test file leaves no state behind, which `openWorld` and its `close` see to.
          isolate: false,
          // An end to what hangs: a year of waiting takes 7 s, and nine times that on a machine with ten other things
          // to do.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
