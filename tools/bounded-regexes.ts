/** A pattern that takes more than linear time on a text made for it, but only meets texts that can't grow. */
type BoundedRegex = { pattern: RegExp; files: readonly string[]; bound: string };

const OWN_PAGES = "Pages that our own components rendered: what people write is escaped, so it adds no tags.";
const OWN_STYLES = "Our own built stylesheets and markup.";
const OWN_BROWSER = "Runs in the browser of the person who pastes the text.";

/** Prefer a pattern that takes linear time: a text's limit may be raised one day by somebody who doesn't know this. */
export const BOUNDED_REGEXES: readonly BoundedRegex[] = [
  {
    pattern:
      /(?:\$\s?\d(?:[\d,.]*\d)?|\b\d[\d,.]*(?:\s|-|\u00a0)?(?:%|percent\b|minutes?\b|hours?\b|days?\b|months?\b|years?\b|words?\b|rounds?\b|orders?\b|US dollars\b))/g,
    files: ["app/features/accounts/rules/legal.ts"],
    bound: "Legal texts: only admins write them.",
  },
  {
    pattern: /^[^\n]+\n {0,3}=+[ \t]*$/m,
    files: ["app/features/accounts/rules/legal.ts"],
    bound: "Legal texts: only admins write them.",
  },
  {
    pattern: /<!--[\s\S]*?-->/g,
    files: ["app/features/blog/ui/editor/paste.ts"],
    bound: OWN_BROWSER,
  },
  { pattern: /<!\[[\s\S]*?\]>/g, files: ["app/features/blog/ui/editor/paste.ts"], bound: OWN_BROWSER },
  {
    pattern: /<(style|script|xml)\b[\s\S]*?<\/\1\s*>/gi,
    files: ["app/features/blog/ui/editor/paste.ts"],
    bound: OWN_BROWSER,
  },
  { pattern: /mso-list:[^;]*level(\d)/, files: ["app/features/blog/ui/editor/paste.ts"], bound: OWN_BROWSER },
  {
    pattern: /=+$/,
    files: ["app/features/documents/rules/certificate/certificate.ts"],
    bound: "16 bytes in base64: 24 characters.",
  },
  {
    pattern: /^#?(?:.*&)?k=([A-Za-z0-9_-]{22})(?:&.*)?$/,
    files: ["app/features/documents/rules/certificate/certificate.ts"],
    bound: "The fragment of a URL in the visitor's own browser; it isn't sent to the server.",
  },
  {
    pattern: /[\p{L}\p{N}.]*$/u,
    files: ["app/features/documents/rules/readers/sentences.ts"],
    bound: "24 characters before a full stop.",
  },
  {
    pattern: /(?:[。！？｡]+|[.!?…؟۔।॥။]+)["'”’»›)\]」』）】]*(?:\[[\d,;\s–-]{1,24}\])?/gu,
    files: ["app/features/documents/rules/readers/sentences.ts"],
    bound: "It matches wherever it begins, so each character is read once, but the analysis takes too long.",
  },
  {
    pattern: /[.,;:!?…»”’*_~]+$/,
    files: ["app/features/messages/rules/link-parts.ts"],
    bound: "A link in a message: 5,000 characters.",
  },
  {
    pattern: /(?:\+[1-9][\d\s().\-/]{7,}|\b00[1-9][\d\s()\-/]{7,}|(?<![.\d])\(?0[1-9][\d\s()-]{6,})\d/g,
    files: ["app/features/messages/rules/contact-details.ts"],
    bound: "A message: 5,000 characters.",
  },
  {
    pattern: /\s+\S*$/,
    files: ["app/features/support/rules/chat.ts"],
    bound: "The first 80 characters of a message.",
  },
  {
    pattern: /[\s.,;:]+$/,
    files: ["app/features/support/rules/contact-message.ts"],
    bound: "The first 120 characters of a message.",
  },
  {
    pattern: /react-router\/dist\/.*routeModules\.js/,
    files: ["app/platform/browser/framework/route-scripts.ts"],
    bound: "Names of our own modules, while the app is built.",
  },
  {
    pattern: /^-+|-+$/g,
    files: ["app/platform/rules/requests/visit-source.ts"],
    bound: "A campaign's name, which is cut before.",
  },
  {
    pattern: /<link\b(?=[^>]*\brel="stylesheet")(?=[^>]*\bhref="(\/assets\/[\w.-]+\.css)#?")[^>]*>/g,
    files: ["app/platform/server/framework/rendered-html.ts"],
    bound: OWN_PAGES,
  },
  {
    pattern: /<link\b(?=[^>]*\brel="(?:modulepreload|preload)")([^>]*?)\brel="(?:modulepreload|preload)"/g,
    files: ["app/platform/server/framework/rendered-html.ts"],
    bound: OWN_PAGES,
  },
  {
    pattern: /(<script\b[^>]*?) type="module"/g,
    files: ["app/platform/server/framework/rendered-html.ts"],
    bound: OWN_PAGES,
  },
  {
    pattern: /(<div\b[^>]*\sdata-first-screen-end\b[^>]*>)<\/div>/,
    files: ["app/platform/server/framework/rendered-html.ts"],
    bound: OWN_PAGES,
  },
  {
    pattern: /<script\b[^>]*>window\.__reactRouterContext\.streamController\.enqueue\((".*?")\);<\/script>/g,
    files: ["app/platform/server/public-pages/plain-data.ts"],
    bound: OWN_PAGES,
  },
  {
    pattern: /<script\b[^>]*>window\.__reactRouterContext\.streamController\.close\(\);<\/script>/g,
    files: ["app/platform/server/public-pages/plain-data.ts"],
    bound: OWN_PAGES,
  },
  {
    pattern: /@font-face\s*\{[^}]*\burl\([^}]*\}/g,
    files: ["app/platform/server/public-pages/readable-first.ts"],
    bound: OWN_STYLES,
  },
  {
    pattern: /(<script\b(?=[^>]*\sdata-first\b)[^>]*>)[\s\S]*?<\/script>/g,
    files: ["app/platform/server/public-pages/readable-first.ts"],
    bound: OWN_PAGES,
  },
  {
    pattern: /\s*\/?>$/,
    files: ["app/platform/server/public-pages/readable-first.ts"],
    bound: OWN_PAGES,
  },
  {
    pattern: /<([a-z][\w-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*)\s*\/?>/gi,
    files: ["app/platform/server/public-pages/selectors.ts"],
    bound: OWN_PAGES,
  },
  {
    pattern: /\[\s*([\w-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\]\s]+))\s*[is]?\s*)?\]/,
    files: ["app/platform/server/public-pages/selectors.ts"],
    bound: OWN_STYLES,
  },
  {
    pattern: /("[^"]*"|'[^']*'|url\([^)]*\))|, +/g,
    files: ["app/platform/server/public-pages/used-css.ts"],
    bound: OWN_STYLES,
  },
];
