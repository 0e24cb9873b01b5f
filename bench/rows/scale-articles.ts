/** What readers, crawlers, and those who write see of a hundred articles and of ten thousand, in one run. */
import { importWorld, measuresOf } from "../scale-row.ts";
import type { Row } from "../row.ts";

/** A smaller big world, to see whether the row works. */
const BIG = Number(process.env.SCALE_ARTICLES ?? 10_000);

export default {
  name: "scale-articles",
  slow: true,
  async run() {
    const world = await importWorld<typeof import("../articles-world.ts")>("articles-world.ts");
    return measuresOf("100 articles", await world.measureArticles(BIG, (what) => console.error(`articles: ${what}`)));
  },
} satisfies Row;
