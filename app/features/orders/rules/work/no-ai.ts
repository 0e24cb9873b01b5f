/** What an editor confirms with each submission, and what it's called in an error. */
export const NO_AI_CONFIRMATION = "I confirm that no generative AI saw the manuscript or wrote the edits.";
export const NO_AI_MISSING = "Confirm that no generative AI saw the manuscript or wrote the edits.";
