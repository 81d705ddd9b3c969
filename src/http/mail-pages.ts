/**
 * Pages behind the links in mails (docs/mail.md). GET shows a button and changes nothing, because
 * scanners of mail follow links; POST does it, also from a mail program (RFC 8058). No key.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Parts } from '#service/app.js';
import { type FollowedLink, followLink, type LinkOutcome } from '#service/mail/consent.js';
import type { LinkPurpose } from '#service/mail/mail-links.js';
import { escapeHtml } from '#service/mail/mail-text.js';
import { sendError } from './respond.js';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;
const NOT_FOUND = 404;
const OK = 200;

const BUTTONS: Readonly<Record<LinkPurpose, { readonly title: string; readonly button: string }>> =
  {
    confirm: { title: 'Get alerts about homes?', button: 'Yes, send alerts to this address' },
    unsubscribe: { title: 'End these alerts?', button: 'Unsubscribe' },
  };

const DONE: Readonly<Record<Exclude<LinkOutcome, 'open'>, string>> = {
  confirmed: 'Confirmed. Alerts will be sent to this address; each has a link that ends them.',
  unsubscribed: 'Unsubscribed. No more alerts are sent to this address from this source.',
  unknown:
    'This link is not valid, or no longer. Use the link of the newest mail, or ask for another.',
};

/** Adds the page of each kind of link. */
export function addMailPages(
  server: FastifyInstance,
  app: Parts<'clock' | 'db' | 'log' | 'secret'>,
): void {
  for (const purpose of Object.keys(BUTTONS) as LinkPurpose[]) {
    server.route<{ Params: { token: string } }>({
      method: ['GET', 'POST'],
      url: `/mail/${purpose}/:token`,
      handler: async (request, reply) => {
        try {
          const isDone = request.method === 'POST';
          const followed = await followLink(app, purpose, request.params.token, isDone);
          return await sendPage(reply, purpose, followed);
        } catch (error) {
          return sendError(reply, error, app.log);
        }
      },
    });
  }
}

function sendPage(
  reply: FastifyReply,
  purpose: LinkPurpose,
  { outcome, address }: FollowedLink,
): FastifyReply {
  const { title, button } = BUTTONS[purpose];
  const content =
    outcome === 'open'
      ? `<h1>${title}</h1><p>${escapeHtml(address)}</p><form method="post"><button>${button}</button></form>`
      : `<h1>Alerts about homes</h1><p>${DONE[outcome]}</p>`;
  return reply
    .code(outcome === 'unknown' ? NOT_FOUND : OK)
    .headers(HEADERS)
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Alerts about homes</title></head><body><main>${content}</main></body></html>`,
    );
}
