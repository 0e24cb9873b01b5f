/** The card sandbox as a separate process, configured through the environment. */
import { startStripeSandbox } from "./server.ts";

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") {
    console.error(`The card sandbox needs ${name}.`);
    process.exit(1);
  }
  return value;
}

const databaseUrl = process.env["DATABASE_URL"];
const publicUrl = process.env["PUBLIC_URL"];
const port = process.env["STRIPE_SANDBOX_PORT"];
const sandbox = await startStripeSandbox({
  ...(databaseUrl ? { databaseUrl } : {}),
  ...(publicUrl ? { publicUrl } : {}),
  ...(port ? { port: Number(port) } : {}),
  webhookUrl: setting("STRIPE_WEBHOOK_URL"),
  secretKey: setting("STRIPE_SECRET_KEY"),
  webhookSecret: setting("STRIPE_WEBHOOK_SECRET"),
  // Short, to let people who try the product see a payout arrive.
  daySeconds: 60,
  control: process.env["STRIPE_SANDBOX_CONTROL"] === "1",
});

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(0), 3_000).unref();
  await sandbox.stop();
  process.exit(0);
}
for (const name of ["SIGTERM", "disconnect"] as const) process.once(name, () => void stop());
// Ctrl-C reaches every process at once. Under a supervisor, the supervisor decides the order.
process.on("SIGINT", () => {
  if (process.send === undefined) void stop();
});
if (process.send === undefined) console.log(`The card sandbox is at ${sandbox.url}`);
else process.send({ type: "ready", port: sandbox.port });
