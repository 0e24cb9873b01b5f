import { afterEach, beforeEach, expect, test } from "vitest";
import { startS3Double } from "#boot/testing/s3-double.ts";
import { startSmtpDouble } from "#boot/testing/smtp-double.ts";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { storageAway, storageFull } from "../rules/core/errors.ts";
import { inWords } from "./files/storage.ts";
import { checkService, forgetServices, lastProblem } from "./service-checks.ts";

let world: TestWorld | undefined;
beforeEach(forgetServices);
afterEach(async () => {
  await world?.close();
  world = undefined;
  forgetServices();
});

test("a mail server and a bucket are asked, and what's wrong is named by its setting, without secrets", async () => {
  const [smtp, s3] = [await startSmtpDouble(), await startS3Double()];
  const bucket = { S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "a-secret" };
  try {
    world = await openWorld({ ...bucket, SMTP_URL: smtp.url, S3_BUCKET: "manuscripts", S3_ENDPOINT: s3.url });
    expect(lastProblem("mail"), "nobody has asked yet").toBeNull();
    expect([await checkService("mail"), await checkService("storage")]).toEqual([null, null]);
  } finally {
    await Promise.all([smtp.stop(), s3.stop()]);
  }
  forgetServices();
  const [mail, storage] = [await checkService("mail"), await checkService("storage")];
  expect(mail).toMatch(/^SMTP_URL: the mail server doesn't answer \(E\w+\)$/);
  expect(storage).toMatch(/^S3_ENDPOINT doesn't answer \(\w+\)$/);
  expect(lastProblem("mail"), "known without asking again").toBe(mail);
});

test("a failed write has words that name no path", () => {
  const failed = (code: string) =>
    Object.assign(new Error(`${code}: something, open '/srv/stet/data/files/fil_1'`), { code });
  for (const code of ["EROFS", "EACCES", "EPERM", "EIO"])
    expect(inWords(failed(code)), code).toMatchObject(storageAway().toJSON());
  for (const code of ["ENOSPC", "EDQUOT"]) expect(inWords(failed(code)), code).toMatchObject(storageFull().toJSON());
  const other = failed("EOTHER");
  expect(inWords(other)).toBe(other);
});
