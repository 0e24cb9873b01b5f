/** How long a sign-in lasts at most. */
export const SESSION_DAYS = 30;
