/** What the database must be, checked before anything uses it, and said in one plain sentence. */
import pg from "pg";
import { ConfigError } from "#app/platform/server/core/config.ts";

/** The first version with the collation that the search indexes use. */
const OLDEST = 17;
const EXTENSIONS = ["pg_trgm", "unaccent"];
const WAIT_MS = 15_000;

type Version = { number: number; name: string; encoding: string; extensions: string[]; mayCreate: boolean };

/**
 * @param connectionString the setting DATABASE_URL
 * @throws ConfigError if it can't be reached or used, with what to do
 */
export async function checkDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: WAIT_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Version>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as name,
        current_setting('server_encoding') as encoding,
        array(select name::text from pg_available_extensions where name = any($1)) as extensions,
        has_schema_privilege('public', 'create') as "mayCreate"`,
      [EXTENSIONS],
    );
    const problem = databaseProblem(rows[0]!);
    if (problem !== null) throw new ConfigError(problem);
  } catch (error) {
    throw error instanceof ConfigError ? error : (explainConnection(error, connectionString) ?? error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Why this database can't be used, or null. */
export function databaseProblem(it: Version): string | null {
  if (Math.floor(it.number / 10_000) < OLDEST)
    return `Stet needs PostgreSQL ${OLDEST} or later, and this is ${it.name}. Install a newer one (https://www.postgresql.org/download/) and set DATABASE_URL to it.`;
  if (it.encoding !== "UTF8")
    return `The database's encoding is ${it.encoding}, and must be UTF8. Create it again: create database stet owner stet encoding 'UTF8' template template0;`;
  const lacking = EXTENSIONS.filter((name) => !it.extensions.includes(name));
  if (lacking.length > 0)
    return `PostgreSQL's own extension ${lacking.join(" and ")} isn't installed on the database server. Install the package postgresql-contrib there.`;
  return it.mayCreate
    ? null
    : "The role in DATABASE_URL may not create tables in this database. Make it the owner: alter database stet owner to stet;";
}

/** A failed connection in words, or null for a failure of another kind. */
export function explainConnection(error: unknown, connectionString: string): ConfigError | null {
  const { code = "" } = error as { code?: string };
  const { at, role, name } = partsOf(connectionString);
  const sentences: Record<string, string> = {
    ENOTFOUND: `There's no server named ${at}.`,
    EAI_AGAIN: `The name ${at} can't be looked up right now (EAI_AGAIN).`,
    ECONNREFUSED: `No PostgreSQL answers at ${at} (ECONNREFUSED). Start it, or correct the host and port.`,
    ENOENT: `No PostgreSQL answers at ${at} (ENOENT). Start it, or correct the host and port.`,
    ETIMEDOUT: `${at} doesn't answer (ETIMEDOUT). Correct the host, or open the firewall.`,
    "3D000": `The server has no database "${name}". Create it: create database ${name} owner ${role};`,
    "28P01": `The password of the role "${role}" is wrong.`,
    "28000": `The server doesn't let the role "${role}" in: it doesn't exist, or pg_hba.conf forbids it. To create it: create role ${role} login password '...';`,
    "42501": `The role "${role}" may not connect to the database "${name}".`,
    "53300": "The server has no free connection. Raise max_connections.",
    "57P03": "The server is still starting. Try again in a moment.",
  };
  const timedOut = error instanceof Error && error.message.includes("timeout expired");
  const said =
    sentences[code] ?? (timedOut ? `${at} didn't answer within ${WAIT_MS / 1000} s. Correct the host.` : undefined);
  return said === undefined
    ? null
    : new ConfigError(`DATABASE_URL: ${said} The setting looks like postgres://stet:PASSWORD@127.0.0.1:5432/stet.`);
}

function partsOf(connectionString: string): { at: string; role: string; name: string } {
  const url = new URL(connectionString);
  const host = url.searchParams.get("host") ?? decodeURIComponent(url.hostname);
  return {
    at: `${host || "localhost"}:${url.port || "5432"}`,
    role: decodeURIComponent(url.username) || "postgres",
    name: decodeURIComponent(url.pathname.slice(1)),
  };
}
