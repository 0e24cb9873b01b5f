import { database } from "#app/platform/server/core/database.ts";
import { returnVisits, takeVisits } from "#app/platform/server/requests/visits.ts";

/** Adds what this process has counted since the last time to the days' figures. What can't be stored is kept. */
export async function storeVisits(): Promise<void> {
  const counts = takeVisits();
  if (counts.length === 0) return;
  try {
    await database()
      .insertInto("daily_numbers")
      .values(
        // In one order everywhere, so that two processes never wait for each other.
        counts
          .map(({ day, what, source, amount }) => ({ day, what, about: source, amount }))
          .toSorted((a, b) => (`${a.day} ${a.what} ${a.about}` < `${b.day} ${b.what} ${b.about}` ? -1 : 1)),
      )
      .onConflict((c) =>
        c.columns(["day", "what", "about"]).doUpdateSet((e) => ({
          amount: e("daily_numbers.amount", "+", e.ref("excluded.amount")),
        })),
      )
      .execute();
  } catch (error) {
    returnVisits(counts);
    throw error;
  }
}
