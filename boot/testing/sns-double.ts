/** Amazon SNS as a webhook sees it: signs messages with a certificate that it also serves. For tests only. */
import { sign } from "node:crypto";

export const SNS_TOPIC = "arn:aws:sns:eu-west-1:123456789012:ses-events";
const CERTIFICATE_URL = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-double.pem";
/** Created for these tests. Nothing else trusts it. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDCTCCAfGgAwIBAgIULct/aCq6zlRS0pcRb/z7Pbe1bvYwDQYJKoZIhvcNAQEL
BQAwEzERMA8GA1UEAwwIc25zLnRlc3QwIBcNMjYxMTIyMTgwMjAyWhgPMjEyNjEw
MjkxODAyMDJaMBMxETAPBgNVBAMMCHNucy50ZXN0MIIBIjANBgkqhkiG9w0BAQEF
AAOCAQ8AMIIBCgKCAQEAuP8oUAUHKidnmIyY1ZmJAQpR837tXiUKWOc++h28K8FR
8cgTv6v9qMgDWtjS6pSBn3WOJ2PJjCbFruWnzFgZqhso7wsjRoSzWrBN66eUM/GI
08QHFvpPfkWN9tcw26BrlZNsyznw5ZZ6SUSH+j3qDlESrOohwTWPbR9Dug2oF46j
39Pp/gHezDzjtPHuOY/yQUADI9y5p+RjmgrbxYVqdRQsTZBLkkNkhQcLWOZL7SOs
CQRTPgx/fj8dAqvk+Ci4e+0d/iY4R/XVpmh8EBiXhVUeMpwx6t4bFLpYpG4FqYuM
qx2tAExxnAyYmLSnGIGGRVyWS1lopg9KsQMo6ByymwIDAQABo1MwUTAdBgNVHQ4E
FgQU/ZypyfEO9ew9oWJd/XylkTQK26YwHwYDVR0jBBgwFoAU/ZypyfEO9ew9oWJd
/XylkTQK26YwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAHYw6
XsN2dN47vztw2OqQZFC/j5W0OXqroP7WqDSOsWvNeVCXd7kl+dj8+ZNWD6HTjvqi
FNP4E2WBKApPErWJQHJ3eQnZZB1OoZ10kKYe5HX2SlNPUQfYLdMGzb/qTt5PeWM7
Ta8hUp+2YX6nR3msnjGgJwwuXXMULAYUHUZsgvkcitYylPji+l3V0JnjV1oDas+G
mWDvyYnfn1I5JkRrl/PcFTvSd63zSs15VOM7cqorYts/QHKJ2egWirjF4umjjzZr
SwcnT8sJjQtKt8GdPNNVNanxRaO3m6LGSTQpac0QnjzMLprg0st99+snYChnrYC1
OXEGkJjIgw1sYZvasA==
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQC4/yhQBQcqJ2eY
jJjVmYkBClHzfu1eJQpY5z76HbwrwVHxyBO/q/2oyANa2NLqlIGfdY4nY8mMJsWu
5afMWBmqGyjvCyNGhLNasE3rp5Qz8YjTxAcW+k9+RY321zDboGuVk2zLOfDllnpJ
RIf6PeoOURKs6iHBNY9tH0O6DagXjqPf0+n+Ad7MPOO08e45j/JBQAMj3Lmn5GOa
CtvFhWp1FCxNkEuSQ2SFBwtY5kvtI6wJBFM+DH9+Px0Cq+T4KLh77R3+JjhH9dWm
aHwQGJeFVR4ynDHq3hsUulikbgWpi4yrHa0ATHGcDJiYtKcYgYZFXJZLWWimD0qx
AyjoHLKbAgMBAAECggEAJ/wWZX1AuC6+KG2zFu/ReeUWI2/6tA+DdgW9SeglZLur
D3w0MIhnEhTxDLCynbstbR7Gc+MQi/dRYOUIaJVeLrMiHNCmdjZ2YZKbtOSKltOM
xGCpO6Esj1lPPtvyFnZM6o5rxF0ooSbuFWn3jfHV5fRF+hO86fq+nlJUnCEZhMWT
5TkCvDnwCHAh7MimxuEso1jm2jJg24xt7nAmfW3MKA3U7KYQa8jgUlx2zO5fna3l
mftG9N6tDA1EDJN69HpEeY6L4KIXed+6W4VbmyjDiph1EZtwpz2kmahdv6ZAPXmg
ieljLpjdLnSqJNw6G4KNmtdFiXdtAiTPoCTnbgnWkQKBgQD4dik3xYxix+bFbeJI
NHHUypCs3+kuM+F/WUoSltn7JSxkUjs7uVMq+tBskrZL+HtD0JBLE7CMUx3LV/3T
BSuhG8gAu8axM1hD+GSOW366KgnIBLntk31IC3HrtKgnb9E1u3Y5FHVPirPdgWrf
icNGoblx0vYpQxSoCJQBeQPcowKBgQC+nA4iDNr54vifHpX9rl6W1J37yqlD0HKy
5hSuQvXLH8vJdH3w7X/v46i6ePWrVppJiQYK36vZ0T+3KnsKjuXeZT24sw6dOGCy
K4R1mlpO7+f/OvD0kvoHlhaJmYMJg7zxGtAmn+FB/xiP1V7MdcXWSUajtPfVN5uY
W3iT3w15qQKBgQCs/5kzfBmDrizAywIDxIB96Y1S0ZVK1lTslv88ckzU0c1XDOqx
axi9lGYLMxw7SYiKb24I2GzVSAo2y82wYKlARFe+KwDt4RJUQV/Cv3I9rYeh/ah4
A3n38AAiXme3DeRdxWlL1TLZb3pNgQ8pFoMhavn0hy9fC5YWaeKkI97MgQKBgQCQ
+3CAk9inw+2qUoByIgSOo5C7ac5P56imzP0kA4ikBT5jsHjvHid3F2pK1CDBP7FB
h7kR4kn79v6I2wYV5NWR0N4etAvEqJJcU1+AeHSCoFaNu4516anGxXHFHgAe55Z6
qhNznZ6gLWHIXdqqmFZwBPJ3KPptsstmGwVfLIU6aQKBgAHHB/HuVmhNY2MRnHXv
sw/KIXu6Rr6msEYS9Mh4XCYNLDBtqXyNrQuZ0CsNAO6HstT2x7Yvy7v0kO543F5v
lMz5QOZ/sj03KDztAt7FkKkowTI3nSNEFYC0PpkFa+P7En3r/I8tZ6sPDeTF1C92
MDKa5EtcL62kXgJozFex3S3O
-----END PRIVATE KEY-----`;

const SIGNED: Readonly<Record<string, readonly string[]>> = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
};

/** A message as SNS posts it. @param changed fields to set before signing */
export function snsMessage(message: unknown, changed: Record<string, string> = {}): Record<string, string> {
  const it: Record<string, string> = {
    Type: "Notification",
    MessageId: crypto.randomUUID(),
    TopicArn: SNS_TOPIC,
    Message: JSON.stringify(message),
    Timestamp: "2026-11-21T12:00:00.000Z",
    SignatureVersion: "2",
    SigningCertURL: CERTIFICATE_URL,
    ...changed,
  };
  const text = SIGNED[it["Type"]!]!.filter((name) => it[name] !== undefined)
    .map((name) => `${name}\n${it[name]}\n`)
    .join("");
  it["Signature"] = sign(it["SignatureVersion"] === "1" ? "RSA-SHA1" : "RSA-SHA256", Buffer.from(text), KEY).toString(
    "base64",
  );
  return it;
}

/**
 * Amazon's servers, for `useSns`: the certificate, and an answer to a confirmed subscription.
 * @param asked what was fetched
 */
export const snsServers =
  (asked: string[]) =>
  (url: string): Promise<string> => {
    asked.push(url);
    return Promise.resolve(url === CERTIFICATE_URL ? CERTIFICATE : "<ConfirmSubscriptionResponse/>");
  };
