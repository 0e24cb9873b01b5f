/** A wait ends after half a year without an editor, and its address is deleted. The privacy policy says so. */
export const WAIT_DAYS = 182;
/** The address of somebody who was emailed is deleted after this many days. */
export const TOLD_DAYS = 30;
