/** Sends mails through the operator's server. */

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  readonly auth: { readonly user: string; readonly password: string } | null;
  /** TLS from the first byte, a required upgrade (STARTTLS), or none. */
  readonly tls: 'always' | 'upgrade' | 'never';
  readonly from: string;
  /** The origin of links to this service. */
  readonly publicUrl: string;
}

export interface Mail {
  readonly to: string;
  /** The same at each attempt, so that mail programs can show a repeated mail once. */
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where one POST ends the alerts (RFC 8058). */
  readonly unsubscribe: string;
}

/** How an attempt ended; `error` is null on success. */
export interface Answered {
  /** HTTP status, or reply code of the mail server. */
  readonly code: number | null;
  readonly error: string | null;
  /** Whether the receiver wants nothing more. */
  readonly isGone: boolean;
  readonly retryAfter: string | undefined;
}

export interface Mailer {
  readonly publicUrl: string;
  /** Sends one mail; never rejects. */
  send(mail: Mail): Promise<Answered>;
}

export const notSent = (error: string, retryAfter?: string): Answered => ({
  code: null,
  error,
  isGone: false,
  retryAfter,
});

/** The library, loaded with the first mail: most installations send none. */
async function transportTo({ host, port, auth, tls }: MailSettings, timeoutMs: number) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure: tls === 'always',
    requireTLS: tls === 'upgrade',
    ignoreTLS: tls === 'never',
    ...(auth !== null && { auth: { user: auth.user, pass: auth.password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Opens no connection: each mail has its own. `timeoutS` bounds each step of its conversation. */
export function openMailer(settings: MailSettings, timeoutS: number): Mailer {
  const { from, publicUrl } = settings;
  const timeoutMs = timeoutS * 1000;
  let transport: ReturnType<typeof transportTo> | undefined;
  const domain = from.slice(from.indexOf('@') + 1);
  const sendNow = async (mail: Mail): Promise<Answered> => {
    try {
      transport ??= transportTo(settings, timeoutMs);
      const { response } = await (await transport).sendMail({
        from,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.id}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribe}>` },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      });
      return { code: codeIn(response) ?? 250, error: null, isGone: false, retryAfter: undefined };
    } catch (error) {
      return failureOf(error);
    }
  };
  return {
    publicUrl,
    send: (mail) => {
      // The whole conversation, whose steps have the same bound each.
      const late = new Promise<Answered>((resolve) => {
        AbortSignal.timeout(timeoutMs).addEventListener('abort', () => resolve(notSent(LATE)), {
          once: true,
        });
      });
      return Promise.race([sendNow(mail), late]);
    },
  };
}

const LATE = 'The mail server did not answer in time.';
/** What the receiver's refusal answers; other steps concern the operator's account or sender. */
const OF_RECEIVER: ReadonlyMap<string, string> = new Map([
  ['RCPT TO', 'it refuses this address'],
  ['DATA', 'it refuses the content of this mail'],
]);

/** In our own words: the server's may reveal internal names. */
function failureOf(error: unknown): Answered {
  const { code, command, responseCode } = Object(error) as Readonly<Record<string, unknown>>;
  const reply = typeof responseCode === 'number' ? responseCode : null;
  const isPermanent = reply !== null && reply >= 500 && reply <= 599;
  const refused = isPermanent ? OF_RECEIVER.get(String(command)) : undefined;
  const said =
    code === 'EAUTH'
      ? "The mail server refused the operator's user or password."
      : code === 'ETIMEDOUT'
        ? LATE
        : code === 'ETLS'
          ? 'The mail server has no valid TLS.'
          : reply === null
            ? 'The mail server could not be reached.'
            : `The mail server answered ${reply}${refused === undefined ? '' : `: ${refused}`}.`;
  return { code: reply, error: said, isGone: refused !== undefined, retryAfter: undefined };
}

const codeIn = (response: string): number | undefined => {
  const [code] = /^\d{3}/.exec(response) ?? [];
  return code === undefined ? undefined : Number(code);
};
