/**
 * `npm run -s backup -- FOLDER`, `restore`, `verify`, `export`, and `move-files`: back up, restore, check, export, and move
 * what the product stores, with the settings of `npm start`.
 */
import "./require-node.ts";
import path from "node:path";
import { parseArgs } from "node:util";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { DAMAGE_WORDS } from "#app/platform/rules/core/stored-damage.ts";
import { useDatabase } from "#app/platform/server/core/database.ts";
import { config } from "#app/platform/server/core/config.ts";
import { exportData } from "./backup/export-data.ts";
import { BackupError, nameAt } from "./backup/format.ts";
import { PLACES, moveFiles } from "./backup/move-files.ts";
import { pruneBackups } from "./backup/prune-backups.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import { verifyFiles } from "./backup/verify-files.ts";
import { verifyBackup } from "./backup/verify-backup.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { writeBackup } from "./backup/write-backup.ts";
import { checkDatabase } from "./check-database.ts";
import { withoutEmpty } from "./environment.ts";
import { writePrivately } from "./private-files.ts";

const USAGE = `Usage:
  npm run -s backup -- FOLDER [--keep N]     take a backup; with --keep, remove all but the newest N
  npm run -s verify -- FOLDER [--at NAME]    read a backup (the newest) and compare every hash
  npm run -s verify -- --files               read every stored file and compare it with its hash
  npm run -s restore -- FOLDER [--at NAME]   put a backup into a new, empty database and file storage
  npm run -s backup -- --new-key             make a key pair for encrypted backups
  npm run -s export -- FOLDER                write everything as CSV and files into a new folder, with a page that
                                             says what each column means
  npm run -s move-files -- --to s3|disk      copy all stored files to the bucket, or back, and compare every hash;
                                             with --remove-others, delete there what is only there
FOLDER may hold many backups; files are kept once for all of them.
Set BACKUP_RECIPIENT (age1...) to encrypt, and BACKUP_IDENTITY (AGE-SECRET-KEY-1...) to restore what is encrypted.`;

/** The command was misused, so print its usage. */
class Misused extends Error {}

for (const name of Object.keys(process.env))
  if (withoutEmpty(process.env)[name] === undefined) delete process.env[name];
process.env["NODE_ENV"] = "production";
process.env["LOG"] ??= "error";
writePrivately();

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  if (error instanceof Misused) console.error(USAGE);
  else if (error instanceof Problem) console.error(`${error.message} ${error.advice}`);
  else if (error instanceof BackupError || (error as Error | null)?.name === "ConfigError")
    console.error((error as Error).message);
  else console.error(error);
  process.exitCode = error instanceof Misused ? 2 : 1;
}
process.exit();

async function run([command = "", ...rest]: string[]): Promise<string> {
  const { folder, keep, at, newKey, files, to, removeOthers } = read(rest);
  if (command === "move-files" && to && folder === undefined) return move(to, removeOthers);
  if (to || removeOthers) throw new Misused();
  if (command === "backup" && newKey) return makeKey();
  if (command === "verify" && files && folder === undefined) return checkFiles();
  if (folder === undefined || files) throw new Misused();
  const keys = { recipient: process.env["BACKUP_RECIPIENT"], identity: process.env["BACKUP_IDENTITY"] };
  switch (command) {
    case "verify": {
      const found = await verifyBackup(folder, at);
      if (found.damaged.length > 0)
        throw new BackupError(
          `${found.name} is damaged. Missing or changed:\n  ${found.damaged.slice(0, 20).join("\n  ")}${found.damaged.length > 20 ? `\n  and ${found.damaged.length - 20} more` : ""}`,
        );
      return `${found.name} is whole: ${count(found.rows, "row")} and ${count(found.files, "file")}.`;
    }
    case "backup": {
      const written = await writeBackup(await databaseUrl(), folder, keys);
      const removed = keep === undefined ? 0 : await pruneBackups(folder, keep);
      return [
        `${written.name}: ${count(written.rows, "row")} and ${count(written.files, "file")}, ${written.copied} of them copied now (${(written.bytes / 1e6).toFixed(1)} MB).`,
        ...(removed > 0 ? [`${count(removed, "older backup")} removed.`] : []),
        "APP_SECRET and ENCRYPTION_KEYS aren't in it. Keep them somewhere else: without them, editors' documents and personal details can't be read.",
      ].join("\n");
    }
    case "restore": {
      const restored = await restoreBackup(await databaseUrl(), folder, keys, at);
      return [
        `${restored.name} is restored: ${count(restored.rows, "row")} and ${count(restored.files, "file")}, as of ${restored.at}.`,
        ...(restored.jobsLeftOut ? ["Waiting jobs were left out, because the job queue's version differs."] : []),
        "What happened since isn't in it. Ask the card provider for later payments: the ledger check names those that are missing.",
      ].join("\n");
    }
    case "export": {
      const done = await exportData(await databaseUrl(), folder);
      return `${count(done.tables, "table")} with ${count(done.rows, "row")}, and ${count(done.files, "file")} (${(done.bytes / 1e6).toFixed(1)} MB). README.md says what each column means.`;
    }
    default:
      throw new Misused();
  }
}

async function move(to: (typeof PLACES)[number], removeOthers: boolean): Promise<string> {
  if (removeOthers) useDatabase(await databaseUrl());
  const { files, bytes, sent, others } = await moveFiles(to, { removeOthers });
  const there = to === "s3" ? "in the bucket" : "on the disk";
  return [
    `${count(files, "file")} compared (${(bytes / 1e6).toFixed(1)} MB), ${sent} of them copied now. All are ${there}, byte by byte.`,
    ...(others === 0
      ? []
      : [
          removeOthers
            ? `Deleted ${count(others, "file")} that ${others === 1 ? "was" : "were"} only ${there}.`
            : `${count(others, "file")} only ${there}, probably deleted since an earlier run. Add --remove-others to delete them there too.`,
        ]),
    "Nothing was deleted at the old place.",
  ].join("\n");
}

async function checkFiles(): Promise<string> {
  useDatabase(await databaseUrl());
  const { files, bytes, damaged } = await verifyFiles();
  if (damaged.length > 0)
    throw new BackupError(
      `${count(damaged.length, "stored file")} of ${count(files, "file")} damaged. Restore from a backup:\n  ${damaged.map((it) => `${it.key} ${DAMAGE_WORDS[it.damage]}`).join("\n  ")}`,
    );
  return `${count(files, "stored file")} compared (${(bytes / 1e6).toFixed(1)} MB): all are as they were stored.`;
}

function read(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        keep: { type: "string" },
        at: { type: "string" },
        "new-key": { type: "boolean", default: false },
        files: { type: "boolean", default: false },
        to: { type: "string" },
        "remove-others": { type: "boolean", default: false },
      },
    });
    const keep = values.keep === undefined ? undefined : Number(values.keep);
    if (positionals.length > 1 || (keep !== undefined && !(Number.isInteger(keep) && keep > 0))) throw new Misused();
    const to = PLACES.find((it) => it === values.to);
    if (values.to !== undefined && to === undefined) throw new Misused();
    const [folder] = positionals;
    return {
      folder: folder === undefined ? undefined : path.resolve(folder),
      keep,
      at: values.at,
      newKey: values["new-key"],
      files: values.files,
      to,
      removeOthers: values["remove-others"],
    };
  } catch {
    throw new Misused();
  }
}

async function databaseUrl(): Promise<string> {
  if (process.env["DATABASE_URL"] === undefined)
    throw new BackupError(
      "Set DATABASE_URL and the other settings your server runs with (docs/operations.md). To keep a demo, stop it and copy its DATA_DIR.",
    );
  await checkDatabase(config().databaseUrl);
  return config().databaseUrl;
}

async function makeKey(): Promise<string> {
  const identity = await generateX25519Identity();
  return [
    `# Made ${nameAt(new Date())}. Keep the secret key away from the server: anyone who has it can read the backups, and without it nobody can.`,
    `BACKUP_RECIPIENT=${await identityToRecipient(identity)}`,
    `BACKUP_IDENTITY=${identity}`,
  ].join("\n");
}
