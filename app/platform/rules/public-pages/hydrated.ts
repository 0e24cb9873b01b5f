/** Event on the window when the page is hydrated, so that earlier input can be picked up. */
export const HYDRATED = "stet:hydrated";
