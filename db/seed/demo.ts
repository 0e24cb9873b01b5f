import { now } from "#app/platform/server/clock.ts";
import { database } from "#app/platform/server/database.ts";
import { seedCast } from "./seed-cast.ts";

/** Makes the demo world once: refuses a database that holds anyone who is not of the cast. */
export async function seedDemo(): Promise<void> {
  await seedCast(database(), now());
}
