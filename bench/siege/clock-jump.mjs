// Loaded into every process of a machine under siege (NODE_OPTIONS): shifts its clock by the milliseconds in the file named by
// SIEGE_CLOCK. Timers and the database's own clock aren't affected, as when an operating system's clock is set.
import { readFileSync } from "node:fs";

const file = process.env.SIEGE_CLOCK;
let offsetMs = 0;
const look = () => {
  try {
    offsetMs = Number(readFileSync(file, "utf8")) || 0;
  } catch {
    offsetMs = 0;
  }
};
if (file) {
  const RealDate = Date;
  globalThis.Date = class Date extends RealDate {
    constructor(...args) {
      if (args.length === 0) super(RealDate.now() + offsetMs);
      else super(...args);
    }
    static now() {
      return RealDate.now() + offsetMs;
    }
  };
  look();
  setInterval(look, 250).unref();
}
