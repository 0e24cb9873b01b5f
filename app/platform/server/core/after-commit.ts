import { type CompiledQuery, type DatabaseConnection, PostgresDialect, PostgresDriver, type QueryResult } from "kysely";
import type { Reader } from "./database.ts";
import { processWide } from "./process-wide.ts";

const holder = processWide<{
  __stetAfterCommit?: {
    /** What to run after a query's transaction has committed. */
    followUps: WeakMap<CompiledQuery, () => void>;
    /** Callbacks for the transaction, or single statement, that a connection is running. */
    due: WeakMap<DatabaseConnection, Set<() => void>>;
  };
}>();
const { followUps, due } = (holder.__stetAfterCommit ??= { followUps: new WeakMap(), due: new WeakMap() });

/**
 * Executes a query, and calls a function once its transaction has committed, or never if it's rolled back. Outside a
 * transaction, it's called when the connection is released. The same function is called once per transaction.
 */
export function executeThen<R>(db: Reader, query: CompiledQuery<R>, then: () => void): Promise<QueryResult<R>> {
  followUps.set(query, then);
  return db.executeQuery(query);
}

/** Watches a connection for queries with follow-ups. */
function watch(connection: DatabaseConnection): void {
  if (due.has(connection)) return;
  due.set(connection, new Set());
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async (query, ...options) => {
    const result = await execute(query, ...options);
    const then = followUps.get(query);
    if (then) due.get(connection)!.add(then);
    return result as never;
  };
}

/** Runs the follow-ups of what has been committed. */
function follow(connection: DatabaseConnection): void {
  const calls = due.get(connection);
  if (!calls || calls.size === 0) return;
  due.set(connection, new Set());
  for (const call of calls) call();
}

class FollowingDriver extends PostgresDriver {
  override async acquireConnection(
    ...args: Parameters<PostgresDriver["acquireConnection"]>
  ): ReturnType<PostgresDriver["acquireConnection"]> {
    const connection = await super.acquireConnection(...args);
    watch(connection);
    return connection;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    follow(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    due.get(connection)?.clear();
    // Kysely doesn't export the type of its own connections.
    await super.rollbackTransaction(connection as never);
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    follow(connection);
    await super.releaseConnection(connection as never);
  }
}

/** PostgreSQL through a pool, with {@link executeThen}. */
export class FollowingDialect extends PostgresDialect {
  private readonly settings: ConstructorParameters<typeof PostgresDialect>[0];

  constructor(settings: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(settings);
    this.settings = settings;
  }

  override createDriver(): PostgresDriver {
    return new FollowingDriver(this.settings);
  }
}
