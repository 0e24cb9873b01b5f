/** Told to the window when the page lives: what was done before is taken up then. */
export const HYDRATED = "stet:hydrated";
