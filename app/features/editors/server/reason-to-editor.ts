import { z } from "zod";

/** The reason for an action about an editor, shown to them. */
export const ReasonToEditor = z
  .string()
  .trim()
  .min(5, "Enter a reason. The editor will see it.")
  .max(500, "Use at most 500 characters.");
