/** Paths on somebody's machine or network, and the neutral names that replace them. */
/** A path on somebody's own disk or network. */
export const LOCAL = /^(?:file:|[A-Za-z]:(?:[\\/]|%5C)|\\\\|\/(?:Users|home|Volumes|private|var|tmp|mnt|media)\/)/i;
export const FILE_NAME = /^[^/\\<>"]+\.(?:png|jpe?g|gif|tiff?|bmp|emf|wmf|svg|webp|heic|eps|pdf|docx?|xlsx?|pptx?)$/i;

/** Replaces a file path. */
export const linkedFile = (path: string): string =>
  `linked-file${/\.[A-Za-z0-9]{1,5}$/.exec(path)?.[0]?.toLowerCase() ?? ""}`;

/** Paths in a field's code, with or without quotes, are replaced by a neutral name. */
export const withoutPaths = (code: string): string =>
  code
    .replace(
      /("|&quot;|\u201c|\u201d)((?:(?!\1|["\u201c\u201d]|&quot;).)+)/g,
      (all: string, quote: string, value: string) => (LOCAL.test(value) ? quote + linkedFile(value) : all),
    )
    .replace(/(^|\s)((?:file:|[A-Za-z]:[\\/])[^\s"]+)/gi, (_, head: string, value: string) => head + linkedFile(value));
