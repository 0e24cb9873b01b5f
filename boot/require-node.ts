/** Imported first: everything after it may use what Node 24 has. */
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(
    `Stet needs Node 24 or newer, and this is ${process.version}. ` +
      "On Linux, npm ci brings one along: start with npm start, not with node. Elsewhere install Node 24.",
  );
  process.exit(1);
}
