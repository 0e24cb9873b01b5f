/** Where viewing as somebody else is ended. In a file of its own, because every page brings it. */
export const END_PATH = "/api/impersonation/end";
