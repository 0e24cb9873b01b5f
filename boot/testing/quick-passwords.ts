/**
 * Password hashing is slow on purpose, and the tests do it a thousand times, so they use the same algorithm at its
 * lowest cost.
 */
import crypto, { type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

type Scrypt = typeof crypto.scrypt & { cost?: ScryptOptions; hashes: number; isReal: boolean };

/** The cost the product requested for the last hash. */
export const askedCost = (): ScryptOptions | undefined => (crypto.scrypt as Scrypt).cost;

/** How many passwords have been hashed. */
export const countHashes = (): number => (crypto.scrypt as Scrypt).hashes;

/** Runs something at the product's real cost, for tests about the cost of an attempt. */
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
