/** A local mail server that keeps what it receives. For tests only. */
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = {
  from: string;
  to: string[];
  /** The raw message, including headers. */
  raw: string;
  subject: string;
};

export type SmtpDouble = {
  /** The value for SMTP_URL. */
  url: string;
  mails: readonly ReceivedMail[];
  /** Fails this many of the next messages, by default with a temporary error (451). */
  failNext(count: number, code?: number): void;
  /** Refuses this recipient from now on, in answer to RCPT TO. */
  refuse(address: string, code: number, text: string): void;
  /** Accepts email for this recipient again. */
  accept(address: string): void;
  /** Answers a message with this text instead of "250 OK: message queued". */
  answerWith(text: string): void;
  /** Takes messages without answering, until the function returned is called. */
  holdAnswers(): () => void;
  /** Resolves with the first mail to `address`, waiting for it if necessary. @throws after `limitMs` */
  mailTo(address: string, limitMs?: number): Promise<ReceivedMail>;
  stop(): Promise<void>;
};

export async function startSmtpDouble(): Promise<SmtpDouble> {
  const mails: ReceivedMail[] = [];
  const listeners = new Set<() => void>();
  let toFail = 0;
  let failWith = 451;
  let answer: string | undefined;
  let held: (() => void)[] | null = null;
  const refusals = new Map<string, { code: number; text: string }>();
  const server = new SMTPServer({
    authOptional: true,
    // Keeps a sender's open connection from delaying shutdown.
    closeTimeout: 200,
    disabledCommands: ["STARTTLS"],
    onAuth: (_auth, _session, callback) => callback(null, { user: "anyone" }),
    onRcptTo({ address }, _session, callback) {
      const refusal = refusals.get(address);
      callback(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (toFail > 0) {
          toFail -= 1;
          callback(Object.assign(new Error("Try again later"), { responseCode: failWith }));
          return;
        }
        const raw = Buffer.concat(chunks).toString("utf8");
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map((recipient) => recipient.address),
          raw,
          subject: header(raw, "subject"),
        });
        for (const listener of listeners) listener();
        const reply = () => callback(null, answer as never);
        if (held) held.push(reply);
        else reply();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    holdAnswers() {
      const waiting: (() => void)[] = (held = []);
      return () => {
        held = null;
        for (const reply of waiting) reply();
      };
    },
    failNext(count, code = 451) {
      toFail = count;
      failWith = code;
    },
    refuse: (address, code, text) => void refusals.set(address, { code, text }),
    accept: (address) => void refusals.delete(address),
    answerWith: (text) => void (answer = text),
    mailTo(address, limitMs = 5_000) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = mails.find((mail) => mail.to.includes(address));
          if (found === undefined) return;
          clearTimeout(limit);
          listeners.delete(look);
          resolve(found);
        };
        const latest = () =>
          mails
            .slice(-5)
            .flatMap((mail) => mail.to)
            .join(", ");
        const limit = setTimeout(() => {
          listeners.delete(look);
          reject(
            new Error(
              `No mail to ${address} within ${limitMs} ms; there is mail to ${latest() || "nobody"} (the latest of ${mails.length}).`,
            ),
          );
        }, limitMs);
        listeners.add(look);
        look();
      });
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A header's value, unfolded and decoded. */
function header(raw: string, name: string): string {
  const head = raw.split(/\r?\n\r?\n/, 1)[0]!.replaceAll(/\r?\n[ \t]+/g, " ");
  const line = head.split(/\r?\n/).find((each) => each.toLowerCase().startsWith(`${name}:`)) ?? "";
  return line
    .slice(name.length + 1)
    .trim()
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(text, "base64").toString("utf8")
        : decodeURIComponent(
            text
              .replaceAll("_", " ")
              .replaceAll("%", "%25")
              .replaceAll(/=([0-9a-f]{2})/gi, "%$1"),
          ),
    );
}
