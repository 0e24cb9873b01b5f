import { describe, expect, test } from "vitest";
import { PEERS, readOptions } from "./options.ts";

const ENV = { XDG_CACHE_HOME: "/cache" };

describe("options", () => {
  test("without any, all peers take five turns and nothing is written", () => {
    expect(readOptions([], ENV)).toEqual({
      peers: PEERS,
      rounds: 5,
      seconds: 6,
      folder: "/cache/stet-peers",
      write: false,
    });
  });

  test("names choose peers, each once", () => {
    expect(readOptions(["parse", "ghost", "parse"], ENV).peers).toEqual(["ghost", "parse"]);
  });

  test("figures and the folder can be given", () => {
    const args = ["vendure", "--rounds", "3", "--seconds", "10", "--folder", "/tmp/peers", "--write"];
    expect(readOptions(args, ENV)).toEqual({
      peers: ["vendure"],
      rounds: 3,
      seconds: 10,
      folder: "/tmp/peers",
      write: true,
    });
  });

  test("what isn't known is named", () => {
    expect(() => readOptions(["strapi"], ENV)).toThrow(
      'There is no peer called "strapi". Choose from ghost, vendure, parse, mammoth.',
    );
    expect(() => readOptions(["--rounds", "0"], ENV)).toThrow('--rounds must be a whole number above zero, not "0".');
    expect(() => readOptions(["--seconds", "1.5"], ENV)).toThrow(
      '--seconds must be a whole number above zero, not "1.5".',
    );
    expect(() => readOptions(["--write", "--quick"], ENV)).toThrow("--quick");
  });
});
