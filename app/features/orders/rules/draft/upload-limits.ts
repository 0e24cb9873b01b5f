const MB = 1024 * 1024;
const GB = 1024 * MB;

/** Upload limits for one day. Announced sizes and uploads that were never completed count too. */
export type UploadLimits = {
  /** Drafts that visitors from one network may start within an hour. */
  draftsOfNetwork: number;
  /** For one draft without an account: five of the largest files. */
  visitorDraftBytes: number;
  networkBytes: number;
  networkFiles: number;
  /** For everyone without an account, together. */
  visitorBytes: number;
  accountBytes: number;
  accountFiles: number;
};

const LIMITS: UploadLimits = {
  draftsOfNetwork: 30,
  visitorDraftBytes: 500 * MB,
  networkBytes: 2 * GB,
  networkFiles: 200,
  visitorBytes: 50 * GB,
  accountBytes: 5 * GB,
  accountFiles: 500,
};

/** In the demo, everyone comes from one network and shares the demo accounts. */
const DEMO_FACTOR = 30;

export function uploadLimits(demo: boolean): UploadLimits {
  if (!demo) return LIMITS;
  return Object.fromEntries(
    Object.entries(LIMITS).map(([name, most]) => [name, name === "visitorDraftBytes" ? most : most * DEMO_FACTOR]),
  ) as UploadLimits;
}
