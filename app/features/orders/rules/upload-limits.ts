const MB = 1024 * 1024;
const GB = 1024 * MB;

/** What may be uploaded within a day, announced sizes and uploads that were never completed included. */
export type UploadLimits = {
  /** Drafts that visitors of one network begin within an hour. */
  draftsOfNetwork: number;
  /** To one draft without an account: as much as five of the largest files. */
  visitorDraftBytes: number;
  networkBytes: number;
  networkFiles: number;
  /** By everybody without an account. */
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

/** In the demo everybody comes from one network and shares the cast's accounts. */
const DEMO_FACTOR = 30;

export function uploadLimits(demo: boolean): UploadLimits {
  if (!demo) return LIMITS;
  return Object.fromEntries(
    Object.entries(LIMITS).map(([name, most]) => [name, name === "visitorDraftBytes" ? most : most * DEMO_FACTOR]),
  ) as UploadLimits;
}
