/** Imported first: everything after it may use what Node 24 has. */
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(
    `Stet needs Node 24 or newer, and this is ${process.version}. ` +
      "On Linux, npm ci installs one that npm start and npm test use; for other commands put node_modules/.bin first " +
      "in PATH. Elsewhere install Node 24.",
  );
  process.exit(1);
}
