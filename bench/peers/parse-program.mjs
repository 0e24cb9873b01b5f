/**
 * Parse Server with LiveQuery in the same process, on PostgreSQL.
 *
 * Runs with the packages of PEER_FOLDER, which aren't the project's.
 */
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";

const { PEER_FOLDER, PORT, PG_HOST, PG_DATABASE } = process.env;
// Not called "require", because these are none of the dependencies that the check looks for.
const load = createRequire(path.join(PEER_FOLDER, "package.json"));
const express = load("express");
const { ParseServer } = load("parse-server");

const parse = new ParseServer({
  databaseURI: `postgres://postgres@localhost:5432/${PG_DATABASE}`,
  // The socket of the private PostgreSQL.
  databaseOptions: { host: PG_HOST },
  appId: "peers",
  masterKey: "a-key-for-measuring-only",
  serverURL: `http://127.0.0.1:${PORT}/parse`,
  liveQuery: { classNames: ["Announcement"] },
  logLevel: "error",
  silent: true,
});
await parse.start();
const app = express();
app.use("/parse", parse.app);
const server = createServer(app);
// As many connections may arrive at once as at the others.
server.listen(Number(PORT), "127.0.0.1", 8_192);
await ParseServer.createLiveQueryServer(server);
