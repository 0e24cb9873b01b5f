/** The endpoint that ends viewing as somebody else. It has its own file because every page loads it. */
export const END_PATH = "/api/impersonation/end";
