/** Imported first: everything after it may use Node 24 features. */
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  const testing = /[\\/](?:vitest|playwright)(?:[\\/]|$)/.test(process.argv[1] ?? "");
  console.error(
    (testing
      ? `Stet's tests need Node 24, and this is ${process.version}: use npm test. `
      : `Stet needs Node 24 or newer, and this is ${process.version}. `) +
      "On Linux, npm ci installs one that npm start and npm test use; for other commands put node_modules/.bin first " +
      "in PATH. Elsewhere install Node 24.",
  );
  process.exit(1);
}
