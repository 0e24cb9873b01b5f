import { type SampleChange, sampleChanges } from "#app/features/editors/rules/sample-changes.ts";
import type { Service } from "#app/features/pricing/rules/policy.ts";
import { LEVEL_SAMPLES, LEVEL_SOURCE, RECOMMENDED } from "../rules/level-samples.ts";

export type LevelSample = {
  service: Service;
  need: string;
  comment: string | null;
  isRecommended: boolean;
  changes: SampleChange[];
};

/**
 * Each level with the sample passage compared to its source. Compared on the server, because the page's script has no
 * room for it.
 */
export const levelSamples = (): LevelSample[] =>
  LEVEL_SAMPLES.map(({ service, need, after, comment = null }) => ({
    service,
    need,
    comment,
    isRecommended: service === RECOMMENDED,
    changes: sampleChanges(after, LEVEL_SOURCE),
  }));
