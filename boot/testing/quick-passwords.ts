/** Hashing a password is slow on purpose, and the tests do it a thousand times. For them it's the same hash at the lowest cost. */
import crypto, { type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

type Scrypt = typeof crypto.scrypt & { cost?: ScryptOptions; hashes: number; isReal: boolean };

/** What the product asked for at the last hash: its real cost. */
export const askedCost = (): ScryptOptions | undefined => (crypto.scrypt as Scrypt).cost;

/** How many passwords were hashed so far. */
export const countHashes = (): number => (crypto.scrypt as Scrypt).hashes;

/** Runs something with the product's own cost, for a test of what an attempt costs. */
export async function atRealCost<R>(run: () => Promise<R>): Promise<R> {
  const scrypt = crypto.scrypt as Scrypt;
  scrypt.isReal = true;
  try {
    return await run();
  } finally {
    scrypt.isReal = false;
  }
}

if (!("cost" in crypto.scrypt)) {
  const real = crypto.scrypt;
  const quick = ((password, salt, length, options, done) => {
    quick.cost = options;
    quick.hashes += 1;
    real(password, salt, length, quick.isReal ? options : { ...options, N: 2 }, done);
  }) as Scrypt & ((...all: Parameters<typeof real>) => void);
  quick.cost = undefined;
  quick.hashes = 0;
  quick.isReal = false;
  crypto.scrypt = quick;
  syncBuiltinESMExports();
}
