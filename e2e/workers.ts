/** How many browsers' tests run at once. */
export const WORKERS = 3;
