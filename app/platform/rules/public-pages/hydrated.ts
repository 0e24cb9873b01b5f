/** Event on the window when the page is hydrated, for code that picks up earlier input. */
export const HYDRATED = "stet:hydrated";
