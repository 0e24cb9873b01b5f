import { describe, expect, test } from "vitest";
import { cpuMs } from "#boot/testing/cpu-ms.ts";
import { NO_VERDICT, readAuthenticationResults, readReceivedSpf } from "./receiver-verdict.ts";

const ID = "mx.example.org";
const read = (...values: string[]) =>
  readAuthenticationResults(
    values.map((value) => ({ key: "authentication-results", value })),
    ID,
  );

describe("what the receiving server writes on top", () => {
  test("passes of DMARC and SPF, with the domains they are about", () =>
    expect(
      read(
        "mx.example.org 1;\r\n spf=pass (sender IP is 192.0.2.1; ok) smtp.mailfrom=amara@mail.uni.example;\r\n dkim=none; dmarc=pass (p=REJECT) header.from=uni.example",
      ),
    ).toEqual({ dmarc: "uni.example", spf: "mail.uni.example", failed: false }));
  test("failures", () =>
    expect(read("mx.example.org; spf=fail smtp.mailfrom=x@a.example; dmarc=fail header.from=uni.example")).toEqual({
      ...NO_VERDICT,
      failed: true,
    }));
  test.each([
    ["another server's name", "mx.evil.example; dmarc=pass header.from=uni.example"],
    ["a name that only begins like it", "mx.example.org.evil.example; dmarc=pass header.from=uni.example"],
    ["no name", "dmarc=pass header.from=uni.example"],
    ["nothing", ""],
  ])("%s isn't believed", (_what, value) => expect(read(value)).toEqual(NO_VERDICT));
  test("one further down came with the message", () =>
    expect(read("mx.example.org; dmarc=none", "mx.example.org; dmarc=pass header.from=uni.example").dmarc).toBeNull());
  test.each([
    `mx.example.org; spf=pass smtp.mailfrom="x; dmarc=pass header.from=uni.example"@evil.example`,
    String.raw`mx.example.org; spf=pass smtp.mailfrom="x\"; dmarc=pass header.from=uni.example; y=\""@evil.example`,
    "mx.example.org; spf=pass (; dmarc=pass header.from=uni.example) smtp.mailfrom=x@evil.example",
    "mx.example.org; dmarc=fail header.from=uni.example; dmarc=pass header.from=uni.example",
  ])("what the sender chose can't add a result: %s", (value) => expect(read(value).dmarc).toBeNull());
  test("takes no longer for an endless header", () => {
    const value = `mx.example.org; ${'"\\('.repeat(100_000)}`;
    expect(cpuMs(() => read(value))).toBeLessThan(1_000);
  });
});

describe("Postmark's Received-SPF", () => {
  const TO = "abc+reply@inbound.postmarkapp.com";
  const header = (result: string, receiver = TO) => ({
    key: "received-spf",
    value: `${result} (sender SPF authorized) identity=mailfrom; client-ip=192.0.2.1; helo=mail.uni.example; envelope-from=amara@uni.example; receiver=${receiver}`,
  });
  test("a pass, for the address it was received for", () =>
    expect(readReceivedSpf([header("Pass")], TO)).toEqual({ dmarc: null, spf: "uni.example", failed: false }));
  test("a failure", () => expect(readReceivedSpf([header("Fail")], TO)).toEqual({ ...NO_VERDICT, failed: true }));
  test("a second one came with the message, so neither counts", () =>
    expect(readReceivedSpf([header("Fail"), header("Pass")], TO)).toEqual(NO_VERDICT));
  test("one for another address isn't Postmark's", () =>
    expect(readReceivedSpf([header("Pass", "x@evil.example")], TO)).toEqual(NO_VERDICT));
});
