/**
 * The icons in use, each imported from its own file: the package's index would pull 6,000 modules through every build.
 * To add one, add its line here.
 */
export { default as IconBell } from "@tabler/icons-react/dist/esm/icons/IconBell.mjs";
export { default as IconBrandGoogle } from "@tabler/icons-react/dist/esm/icons/IconBrandGoogle.mjs";
export { default as IconBrandWindows } from "@tabler/icons-react/dist/esm/icons/IconBrandWindows.mjs";
export { default as IconBuildingBank } from "@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs";
export { default as IconFingerprint } from "@tabler/icons-react/dist/esm/icons/IconFingerprint.mjs";
export { default as IconPaperclip } from "@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs";
export { default as IconSchool } from "@tabler/icons-react/dist/esm/icons/IconSchool.mjs";
export { default as IconSearch } from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
