import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { invalid, refused } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type LookUpTxt, isNoRecord, lookUpTxt } from "#app/platform/server/requests/txt-records.ts";
import { domainOfSender, findRecord, isSelector } from "../../rules/mail-dns.ts";
import { keepStep } from "./setup-steps.ts";

/**
 * Looks up the records that mailboxes judge our email by, and keeps what was found.
 * @param selector the DKIM selector of the mail server @param lookUp for tests
 * @throws refused unless admin; invalid for a selector that can't be one
 */
export async function checkMailDns(
  actor: Actor,
  { selector }: { selector: string },
  lookUp: LookUpTxt = lookUpTxt,
): Promise<void> {
  if (!may(actor, "operations")) throw refused("Only an admin can check the DNS records.");
  const name = selector.trim().toLowerCase();
  if (!isSelector(name))
    throw invalid("selector", "Enter the DKIM selector of your mail server.", "It looks like “s1” or “mail”.", {
      selector: "Enter the DKIM selector of your mail server, for example “s1”.",
    });
  const domain = domainOfSender(config().mail.from);
  let reachable = true;
  const find = async (host: string, kind: "spf" | "dkim" | "dmarc"): Promise<boolean> => {
    try {
      return findRecord(await lookUp(host), kind) !== null;
    } catch (error) {
      if (!isNoRecord(error)) reachable = false;
      return false;
    }
  };
  const [spf, dkim, dmarc] = await Promise.all([
    find(domain, "spf"),
    find(`${name}._domainkey.${domain}`, "dkim"),
    find(`_dmarc.${domain}`, "dmarc"),
  ]);
  const at = now();
  await keepStep(database(), {
    step: "dns",
    doneAt: reachable && spf && dkim && dmarc ? at : null,
    doneBy: uidOf(actor),
    data: { domain, selector: name, spf, dkim, dmarc, reachable },
    at,
  });
}
