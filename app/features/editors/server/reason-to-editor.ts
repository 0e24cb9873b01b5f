import { z } from "zod";

/** The reason for a step that concerns an editor, who reads it. */
export const ReasonToEditor = z
  .string()
  .trim()
  .min(5, "Enter a reason. The editor will see it.")
  .max(500, "Use at most 500 characters.");
