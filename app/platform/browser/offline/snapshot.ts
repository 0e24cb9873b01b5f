/** Snapshots: the last data this browser showed, stored on the reader's device until they sign out. */

/** The specification's limit of the local cache. */
export const SNAPSHOT_BYTES = 40_000_000;
const DATABASE = "stet-last-seen";
/** Cached entries by key: owner, time and size. The bytes are in a separate store, which keeps counting cheap. */
const ENTRIES = "entries";
const BODIES = "bodies";
/** The entry that says whose snapshots these are. */
const OWNER = "";

export type Entry = { key: string; owner: string; at: number; bytes: number };
export type Snapshot = { at: number; body: ArrayBuffer };

/** Which entries to remove to make room, oldest first; null if the new one can never fit. */
export function outgoing(
  entries: readonly Entry[],
  added: { key: string; bytes: number },
  limit = SNAPSHOT_BYTES,
): string[] | null {
  if (added.bytes > limit) return null;
  const others = entries.filter((e) => e.key !== added.key && e.key !== OWNER).toSorted((a, b) => a.at - b.at);
  let total = others.reduce((sum, e) => sum + e.bytes, added.bytes);
  const gone: string[] = [];
  for (const e of others) {
    if (total <= limit) break;
    gone.push(e.key);
    total -= e.bytes;
  }
  return gone;
}

let opening: Promise<IDBDatabase | null> | undefined;

/** Null if the browser can't store anything: a private window, or storage that's full or blocked. */
function open(): Promise<IDBDatabase | null> {
  opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.addEventListener("upgradeneeded", () => {
        request.result.createObjectStore(ENTRIES, { keyPath: "key" });
        request.result.createObjectStore(BODIES);
      });
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => resolve(null));
      request.addEventListener("blocked", () => resolve(null));
    } catch {
      resolve(null);
    }
  });
  return opening;
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("The browser's storage failed.")));
  });

/** Uses both stores in one transaction. Undefined if that fails: a snapshot is never worth an error. */
async function within<T>(
  mode: IDBTransactionMode,
  work: (entries: IDBObjectStore, bodies: IDBObjectStore) => Promise<T>,
): Promise<T | undefined> {
  try {
    const database = await open();
    if (!database) return undefined;
    const transaction = database.transaction([ENTRIES, BODIES], mode);
    const ended = new Promise<void>((resolve, reject) => {
      transaction.addEventListener("complete", () => resolve());
      for (const failed of ["abort", "error"])
        transaction.addEventListener(failed, () =>
          reject(transaction.error ?? new Error("The browser's storage failed.")),
        );
    });
    ended.catch(() => {});
    const result = await work(transaction.objectStore(ENTRIES), transaction.objectStore(BODIES));
    await ended;
    return result;
  } catch {
    return undefined;
  }
}

let owner: string | null = null;
let known = () => {};
const ownerKnown = new Promise<void>((resolve) => {
  known = resolve;
});

/** Who owns the stored snapshots, once known; null for nobody. */
export const snapshotOwner = (): Promise<string | null> => ownerKnown.then(() => owner);

/**
 * Says who is signed in and in which roles. Snapshots of anyone else, or of the same person in other roles, are
 * deleted.
 * @param by identifies the person and their roles; null if nobody is signed in
 */
export async function ownSnapshots(by: string | null): Promise<void> {
  owner = by;
  await within("readwrite", async (entries, bodies) => {
    const before = (await answerOf(entries.get(OWNER))) as Entry | undefined;
    if (before?.owner === by || (!before && by === null)) return;
    entries.clear();
    bodies.clear();
    if (by !== null) entries.put({ key: OWNER, owner: by, at: 0, bytes: 0 } satisfies Entry);
  });
  known();
}

/**
 * Caches what was just shown, removing the oldest entries if needed. @param by who requested it: it's dropped if
 * someone else is signed in by now
 */
export async function keepSnapshot(key: string, body: ArrayBuffer, by: string | null): Promise<void> {
  if (by === null || by !== owner) return;
  await storeSnapshot(key, body, by);
}

/** Stores something for the current owner, removing the oldest entries if needed. */
export async function storeSnapshot(key: string, body: ArrayBuffer, by: string): Promise<void> {
  await within("readwrite", async (entries, bodies) => {
    const all = (await answerOf(entries.getAll())) as Entry[];
    // Another tab may have signed out.
    if (all.find((e) => e.key === OWNER)?.owner !== by) return;
    const gone = outgoing(all, { key, bytes: body.byteLength });
    if (!gone) return;
    for (const old of gone) {
      entries.delete(old);
      bodies.delete(old);
    }
    entries.put({ key, owner: by, at: Date.now(), bytes: body.byteLength } satisfies Entry);
    bodies.put(body, key);
  });
}

/** What was last shown under this key to the signed-in person, or null. Waits until we know who that is. */
export async function lastSnapshot(key: string): Promise<Snapshot | null> {
  await ownerKnown;
  return owner === null ? null : readSnapshot(key, owner);
}

/** Who owns the stored snapshots, or null. For the service worker, which gets no message about it. */
export async function storedOwner(): Promise<string | null> {
  const entry = await within("readonly", async (entries) => (await answerOf(entries.get(OWNER))) as Entry | undefined);
  return entry?.owner ?? null;
}

/** The entry under this key, if it belongs to this person. */
export async function readSnapshot(key: string, by: string): Promise<Snapshot | null> {
  const found = await within("readonly", async (entries, bodies): Promise<Snapshot | null> => {
    const entry = (await answerOf(entries.get(key))) as Entry | undefined;
    if (!entry || entry.owner !== by) return null;
    const body = (await answerOf(bodies.get(key))) as ArrayBuffer | undefined;
    return body ? { at: entry.at, body } : null;
  });
  return found ?? null;
}
