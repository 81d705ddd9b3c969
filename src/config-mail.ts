/** Settings of alerts by mail: the server that sends them, their sender and their links. */
import { OperatorError } from '#base/operator-error.js';
import { originIn } from '#collect/upstream/address.js';
import { isMailAddress } from '#service/mail/mail-address.js';
import type { MailSettings } from '#service/mail/mailer.js';
import { type Env, percentDecoded, text } from './config-values.js';

const SMTP_URL = 'ROWHOUSE_SMTP_URL';
const FROM = 'ROWHOUSE_MAIL_FROM';
const PUBLIC_URL = 'ROWHOUSE_PUBLIC_URL';
export const MAIL_SETTINGS = [SMTP_URL, FROM, PUBLIC_URL] as const;

/** Ports of message submission (RFC 8314, RFC 6409). */
const PORTS: Readonly<Record<string, number>> = { 'smtps:': 465, 'smtp:': 587 };
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Null without a server. The server's address has a password, so no message quotes it. */
export function readMail(env: Env): MailSettings | null {
  const server = text(env, SMTP_URL);
  const from = text(env, FROM);
  const link = text(env, PUBLIC_URL);
  const origin = link === undefined ? null : originIn(link);
  if (link !== undefined && origin === null) {
    throw new OperatorError(
      `${PUBLIC_URL} must be the address of this service, like https://homes.example.com, without path, user or password.`,
    );
  }
  if (server === undefined && from === undefined) return null;
  if (server === undefined || from === undefined || origin === null) {
    throw new OperatorError(
      `Alerts by mail need ${SMTP_URL}, ${FROM} and ${PUBLIC_URL}. Set all of them, or unset the first two.`,
    );
  }
  if (!isMailAddress(from)) {
    throw new OperatorError(`${FROM} must be one address like alerts@example.com, without a name.`);
  }
  return { ...serverOf(server), from, publicUrl: origin };
}

/** Without TLS a password and the mails could be read on the way: loopback and `?insecure` may. */
function serverOf(value: string): Omit<MailSettings, 'from' | 'publicUrl'> {
  const url = URL.canParse(value) ? new URL(value) : null;
  const port = PORTS[url?.protocol ?? ''];
  const user = percentDecoded(url?.username ?? '');
  const password = percentDecoded(url?.password ?? '');
  const isPlain = url !== null && ['', '/'].includes(url.pathname) && url.hash === '';
  if (
    url === null ||
    port === undefined ||
    user === undefined ||
    password === undefined ||
    url.hostname === '' ||
    !isPlain ||
    !['', '?insecure'].includes(url.search)
  ) {
    throw new OperatorError(
      `${SMTP_URL} must be an address like smtps://user:password@mail.example.com, or smtp:// for STARTTLS, percent-encoded; ?insecure at its end allows a server without TLS.`,
    );
  }
  const isSecure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? port : Number(url.port),
    auth: user === '' ? null : { user, password },
    tls: isSecure ? 'always' : isPlainAllowed(url) ? 'never' : 'upgrade',
  };
}

const isPlainAllowed = ({ search, hostname }: URL): boolean =>
  search === '?insecure' || LOOPBACK.test(hostname);
