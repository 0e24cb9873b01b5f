import { partOfPolicy, policyAt, shownPolicy } from "#app/features/policy/server/read-policy.ts";
import { SAMPLE_PART, type SamplePolicy } from "../rules/draft/sample-figures.ts";

const sample = partOfPolicy(SAMPLE_PART.of);

/** How much of a file that's uploaded at this moment invited editors may see. */
export const sampleAt = async (at: Date): Promise<SamplePolicy> => sample(await policyAt(at));

/** How much invited editors see, for public pages, available even while the database is down. */
export const shownSample = async (): Promise<SamplePolicy> => sample(await shownPolicy());
