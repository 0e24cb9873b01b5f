import { dayOf } from "#app/platform/rules/core/day.ts";
import { expect, test } from "@playwright/test";
import { extractText } from "unpdf";
import { isRateDay } from "#app/features/payments/rules/reference-rates.ts";
import { ecbHistory } from "#app/features/payouts/testing/rate-samples.ts";
import { CAST } from "#db/seed/cast.ts";
import { removeDataFolder } from "#boot/testing/data-folder.ts";
import { Client } from "./client.ts";
import { type Product, preparedFolder, startProduct } from "./product.ts";

/** A product of its own, because its clock is moved. */
let product: Product;
let folder: string;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = preparedFolder();
  product = await startProduct({ dataDir: folder, oneProcess: true });
});
test.afterAll(async () => {
  await product?.stop();
  removeDataFolder(folder);
});

const DAY = 86_400_000;
const RATE = "1.0828";
const MOVED = 21;
const page = async (client: Client, path: string): Promise<string> => (await client.get(path)).text();
/** What a reader sees of a page. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<script[\s\S]*?<\/script>|<!--.*?-->/g, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
/** The rates of the ten days before the moved clock's day. */
const rates = (): string => {
  const days = Array.from({ length: 10 }, (_, i) => dayOf(new Date(Date.now() + (MOVED - 1 - i) * DAY)));
  return ecbHistory(Object.fromEntries(days.filter(isRateDay).map((on) => [on, RATE])));
};

test("an editor chooses euros, and two admins pay her at the imported rate", async () => {
  test.setTimeout(180_000);
  const [ada, ben, priya] = await Promise.all(
    [CAST.ada, CAST.ben, CAST.priya].map(({ email }) => new Client(product.url).signIn(email)),
  );
  const own = "/editor/editor-payouts";
  const asked = await priya!.form(own, {
    intent: "bank",
    scheme: "iban",
    iban: "NL91 ABNA 0417 1643 00",
    bic: "ABNANL2A",
    currency: "EUR",
    holder: "Priya Raman",
    bankName: "",
    addressLine: "Kade 5",
    postCode: "1011 AB",
    town: "Amsterdam",
    country: "NL",
  });
  expect(textOf(await asked.text())).toContain("We've sent an email");
  const letter = await priya!.emailTo(CAST.priya.email, /^Confirm your new bank details/);
  const token = decodeURIComponent(/\?confirm=([^#\s"<]+)/.exec(letter)![1]!);
  expect(textOf(await (await priya!.form(own, { intent: "bank.confirm", token })).text())).toContain(
    "Bank details confirmed",
  );

  // Past the cut-off and the wait for new bank details, in steps that are short for any machine.
  for (let moved = 0; moved < MOVED; moved += 3) await ada!.moveClock(3 * DAY);
  const refused = await ada!.form("/admin/editor-payouts", {});
  expect(textOf(await refused.text())).toContain("The latest reference rate is from");
  const file = new FormData();
  file.set("file", new File([rates()], "eurofxref-hist.csv", { type: "text/csv" }));
  const imported = await ada!.send("/admin/payouts/rates", { method: "POST", body: file });
  expect(textOf(await imported.text())).toContain("File imported");

  expect((await ada!.form("/admin/editor-payouts", {})).status).toBe(302);
  // Those in dollars are in a run of their own.
  const runs = (await page(ada!, "/admin/payouts/bank-batch")).matchAll(/[?&;]open=(run_[0-9a-z]{26})/g);
  const frozen = /\$([\d.]+) €([\d.]+) at €1 = \$1\.0828/;
  let run = "";
  let amounts: string[] = [];
  for (const id of new Set([...runs].map((it) => it[1]!))) {
    const found = frozen.exec(textOf(await page(ben!, `/admin/payouts/bank-batch?run=${id}`)));
    if (found) [run, amounts] = [id, found.slice(1)];
  }
  const [dollars, euros] = amounts as [string, string];
  expect(Number(euros)).toBeCloseTo(Number(dollars) / Number(RATE), 2);

  const batch = `/admin/payouts/bank-batch?run=${run}`;
  expect((await ben!.form(batch, { intent: "approve" })).status).toBeLessThan(400);
  const bankFile = await (await ben!.form(`/api/payout-runs/${run}/file`, {})).text();
  expect(bankFile).toContain("<SvcLvl><Cd>SEPA</Cd></SvcLvl>");
  expect(bankFile).toContain(`<InstdAmt Ccy="EUR">${euros}</InstdAmt>`);
  expect(bankFile).toContain("<IBAN>NL91ABNA0417164300</IBAN>");
  expect((await ben!.form(batch, { intent: "settle" })).status).toBeLessThan(400);
  const paid = textOf(await page(priya!, own));
  expect(paid).toContain(`€${euros} at €1 = $${RATE}`);
  expect(paid).toContain("NL91 •••• 4300");
  const [, invoice] = /\/api\/invoices\/(doc_[0-9a-z]{26})\/pdf/.exec(await page(priya!, own))!;
  const { text } = await extractText(
    new Uint8Array(await (await priya!.get(`/api/invoices/${invoice}/pdf`)).arrayBuffer()),
    { mergePages: true },
  );
  expect(text).toContain(`Paid as €${euros}`);
});
