// Separate from the choices, whose schemas the home page doesn't need.
/** The maximum numbers of files to edit and of reference files per order. */
export const MAX_FILES = 5;
export const MAX_FILE_BYTES = 100 * 1024 * 1024;
/** All files together of a form sent without JavaScript: those are read into memory, not straight to storage. */
export const MAX_FORM_FILE_BYTES = 25 * 1024 * 1024;
