/**
 * What every page needs anyway comes in a few files: each file of its own costs a round trip and its headers, and a name
 * in the page. What one page alone takes of them, such as the articles' editor, stays with that page.
 */

/** Files of one folder under `app/`, by the beginning of their names. */
const inside = (folder: string, names: string): string[] => names.split(" ").map((name) => `app/${folder}/${name}.`);

/** What only the signed in need of the platform: forms that save by themselves, the service worker, titles with counts. */
const WORKING = [
  ...inside("platform/browser/core", "call held last-answer list-keys saved-fields typed-text"),
  ...inside("platform/browser/offline", "push service-worker-messages use-service-worker"),
  ...inside("platform/rules/core", "call day own-value"),
  ...inside("platform/rules/text", "form-text lower-first merge-fields page-title typed-money"),
];
/** What few pages need of the platform. It stays with them. */
const ALONE = [
  ...inside("platform/rules/core", "country declare-list flow list-query wall-clock"),
  ...inside("platform/rules/mail", "mail-status"),
  ...inside("platform/rules/public-pages", "front-matter markdown"),
  ...inside("platform/rules/requests", "visit-source"),
  ...inside("platform/rules/text", "csv csv-records fold join-words search"),
];

type Script = {
  name: string;
  /** Beginnings of paths, from the project's folder. */
  files?: string[];
  /** Files that aren't in it although `files` has their folder. */
  but?: string[];
  packages?: string[];
  /** Modules that the bundler makes. */
  made?: string[];
  /** How many pages must need a file. */
  minShareCount?: number;
};

/** In this order: a file is in the first script that names it. */
export const SCRIPTS: readonly Script[] = [
  // A sheet of its own: public pages have their styles in themselves, and load this one after their first paint.
  { name: "fonts", files: ["app/ui/theme/fonts.css"] },
  { name: "react", packages: ["react", "react-dom", "react-router", "scheduler"] },
  {
    name: "platform",
    files: ["app/platform/browser/", "app/platform/rules/", ...inside("features/accounts/rules", "client-pages")],
    but: [...WORKING, ...ALONE],
    made: ["vite/preload-helper"],
    minShareCount: 2,
  },
  { name: "working", files: WORKING, minShareCount: 2 },
  // The public pages' frame, their titles, notes, forms, and errors.
  {
    name: "frame",
    files: [
      ...inside("ui", "button fields notice page submit-button"),
      ...inside("ui/frame", "error-page first-screen loading-view logo page-link resolving-session structured-data"),
      ...inside("ui/content", "proof-mark"),
      ...inside("shells", "support-bubble"),
      ...inside("features/support/ui/chat", "bubble chat-boot use-unread"),
      ...inside("features/support/rules", "bubble"),
      ...inside("features/accounts/rules", "area-pages came-from role-claims"),
    ],
    minShareCount: 2,
  },
  // Code that shows and calculates prices: the home page loads it only once its reader has scrolled to the example.
  {
    name: "price",
    files: [
      ...inside("features/pricing/rules", "policy word-counts"),
      ...inside("features/pricing/ui", "pricing-context"),
      ...inside("features/marketing/ui", "price-table price-example.module"),
      ...inside("features/marketing/rules", "structured"),
      ...inside("ui", "file-row"),
      ...inside("ui/content", "receipt"),
      ...inside("ui/charts", "section-counts.module"),
    ],
    minShareCount: 2,
  },
  {
    name: "priced",
    files: [...inside("features/pricing/rules", "price offer"), "app/features/tax/rules/tax-rule"],
    minShareCount: 2,
  },
  // Where a manuscript is dropped, or would be once orders are taken.
  {
    name: "uploads",
    files: [
      ...inside("features/orders/ui/draft", "drop-manuscript opening-soon use-uploads"),
      ...inside("features/orders/rules/draft", "file-limits"),
    ],
    minShareCount: 2,
  },
  // Small pieces that many pages have, public ones among them.
  {
    name: "pieces",
    files: inside(
      "ui",
      "action-form by-when confirm-button empty-state fold instant key-value money status-badge waiting-line",
    ),
    minShareCount: 2,
  },
  { name: "icons", files: inside("ui/theme", "icons"), packages: ["@tabler/icons-react"], minShareCount: 10 },
  { name: "mantine", packages: ["@mantine/core/esm/core", "@mantine/hooks"], minShareCount: 2 },
  // Components that most pages of the signed in have, and what they take from packages of their own.
  {
    name: "components",
    packages: [
      "@mantine/core",
      "@floating-ui",
      "get-nonce",
      "react-remove-scroll",
      "react-remove-scroll-bar",
      "react-style-singleton",
      "tslib",
      "use-callback-ref",
      "use-sidecar",
    ],
    minShareCount: 20,
  },
  // The frame of the signed in.
  {
    name: "shell",
    files: [
      ...inside("shells", "signed-in user-menu disclosure finder-button menus"),
      ...inside("features/notifications/ui", "bell use-feed notification-row take-announcement"),
      ...inside("features/notifications/rules", "feeds"),
      ...inside("ui/theme", "mantine"),
    ],
    minShareCount: 2,
  },
  {
    name: "lists",
    files: [
      "app/ui/lists/",
      ...inside("ui", "data-table"),
      ...inside("ui/frame", "page-tabs"),
      ...inside("platform/rules/core", "declare-list list-query"),
    ],
    minShareCount: 20,
  },
  {
    name: "messages",
    files: ["app/features/messages/ui/", "app/features/messages/rules/"],
    minShareCount: 3,
  },
];

const SLASH = "[\\\\/]";
/** Paths as a pattern, on Windows too. */
const anyOf = (paths: readonly string[]): string =>
  `(?:${paths.map((path) => path.replaceAll(".", "\\.").replaceAll("/", SLASH)).join("|")})`;

/** The scripts as the bundler's groups. */
export const scriptGroups = SCRIPTS.map(
  ({ name, files = [], but = [], packages = [], made = [], minShareCount = 1 }) => ({
    name,
    test: new RegExp(
      [
        ...(files.length > 0 ? [(but.length > 0 ? `(?!.*${anyOf(but)})` : "") + `^.*${SLASH}${anyOf(files)}`] : []),
        ...made,
        ...(packages.length > 0 ? [`node_modules${SLASH}${anyOf(packages)}${SLASH}`] : []),
      ].join("|"),
    ),
    minShareCount,
  }),
);
