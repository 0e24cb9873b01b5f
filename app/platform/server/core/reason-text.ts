import { z } from "zod";

/**
 * A reason that a command asks for, at most 1,000 characters.
 * @param ask the error where it's missing or too short @param atLeast characters
 */
export const reasonText = (ask: string, atLeast: number) =>
  z.string().trim().min(atLeast, ask).max(1_000, "Use at most 1,000 characters.");
