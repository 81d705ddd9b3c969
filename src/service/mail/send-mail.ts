/** Sends an event or a request for consent to an endpoint that is a mail address. */
import type { HomeChange } from '#contract/watches.js';
import { type Endpoint, recordConfirmation } from '#store/endpoints.js';
import { listEvents, type StoredEvent } from '#store/events.js';
import { now, type Parts } from '../app.js';
import { shownData } from '../events/read-events.js';
import { type Alert, digestOf, HOMES_LISTED_MAX, noticeOf } from './digest.js';
import { addressOf, isMail } from './mail-address.js';
import { takeMail } from './mail-bounds.js';
import { CONFIRM_HOURS, linkPath } from './mail-links.js';
import { subjectOf, writeLines } from './mail-text.js';
import { type Answered, type Mail, notSent } from './mailer.js';

/** Events of one run that a digest reads; a run has 20 homes in each, or fewer large ones. */
const RUN_EVENTS_MAX = 50;
/** Largest content of a mail, both forms together: a larger digest lists fewer homes. */
const MAIL_BYTES_MAX = 100_000;

const NOT_SET_UP = 'The operator has not set up mail (ROWHOUSE_SMTP_URL).';

/** Whether the event's changes are in the digest that the first event of its run makes. */
export const isInDigest = (endpoint: Endpoint, { type, data }: StoredEvent): boolean =>
  isMail(endpoint) && type === 'watch.changed' && Number(data.part ?? 1) > 1;

/** Sends one event. A bound that is reached answers like a receiver that asks to wait. */
export async function sendEventMail(
  app: Parts<'client' | 'clock' | 'db' | 'mail' | 'secret'>,
  endpoint: Endpoint,
  event: StoredEvent,
): Promise<Answered> {
  const { mail, secret } = app;
  if (mail === null || secret === null) return notSent(NOT_SET_UP);
  const full = await takeMail(app, 'alert', endpoint.account_id, addressOf(endpoint));
  if (full !== undefined) return notSent(full.said, String(full.afterS));
  const unsubscribe = linkOf(app, mail.publicUrl, secret, 'unsubscribe', endpoint);
  const moreAt = `${mail.publicUrl}/#/watches${event.watch_id === null ? '' : `/${event.watch_id}`}`;
  const events = await eventsOfRun(app, endpoint.account_id, event);
  const changes = events.flatMap(
    ({ data }) => (shownData(app, data).changes ?? []) as readonly HomeChange[],
  );
  const isMore = Number(event.data.parts ?? 1) > RUN_EVENTS_MAX;
  const alertOf = (listed: number): Alert =>
    event.type === 'watch.changed'
      ? digestOf(shownData(app, event.data), changes, { isMore, listed, moreAt })
      : noticeOf(event.type, event.data, moreAt);
  const id = `${event.event_id}_${endpoint.endpoint_id}`;
  return mail.send(fitted(alertOf, { to: addressOf(endpoint), id, unsubscribe }));
}

/** All events of the run that an event belongs to, up to a bound; other events stand alone. */
async function eventsOfRun(
  app: Parts<'db'>,
  accountId: string,
  event: StoredEvent,
): Promise<readonly StoredEvent[]> {
  const { run_id, part = 1, parts = 1 } = event.data;
  if (event.type !== 'watch.changed' || Number(parts) <= 1) return [event];
  const found = await listEvents(app.db, accountId, {
    after: event.seq - Number(part),
    limit: Math.min(Number(parts), RUN_EVENTS_MAX),
    watchId: event.watch_id,
    type: event.type,
  });
  return found.filter(({ data }) => data.run_id === run_id);
}

type Envelope = Pick<Mail, 'to' | 'id' | 'unsubscribe'>;

/** The mail with as many homes as its size allows. */
function fitted(alertOf: (listed: number) => Alert, envelope: Envelope): Mail {
  for (let listed = HOMES_LISTED_MAX; ; listed = Math.floor(listed / 2)) {
    const { subject, lines } = alertOf(listed);
    const end = { text: 'No more of these mails: unsubscribe', link: envelope.unsubscribe };
    const content = writeLines([...lines, end]);
    const bytes = Buffer.byteLength(content.text) + Buffer.byteLength(content.html);
    if (bytes <= MAIL_BYTES_MAX || listed === 0) {
      return { ...envelope, ...content, subject: subjectOf(subject) };
    }
  }
}

/** Asks the owner of an address for consent; returns the endpoint with how that ended. */
export async function sendConfirmation(
  app: Parts<'clock' | 'db' | 'ids' | 'mail' | 'secret'>,
  endpoint: Endpoint,
): Promise<Endpoint> {
  const beganMs = app.clock.nowMs();
  const { code, error } = await confirmationSent(app, endpoint);
  const at = now(app);
  const last = {
    last_at: at,
    last_code: code,
    last_ms: at.getTime() - beganMs,
    last_error: error,
  };
  await recordConfirmation(app.db, endpoint.endpoint_id, last);
  return { ...endpoint, ...last };
}

async function confirmationSent(
  app: Parts<'clock' | 'db' | 'ids' | 'mail' | 'secret'>,
  endpoint: Endpoint,
): Promise<Answered> {
  const { mail, secret } = app;
  if (mail === null || secret === null) return notSent(NOT_SET_UP);
  const full = await takeMail(app, 'confirmation', endpoint.account_id, addressOf(endpoint));
  if (full !== undefined) return notSent(full.said);
  const { publicUrl } = mail;
  const confirm = linkOf(app, publicUrl, secret, 'confirm', endpoint);
  const unsubscribe = linkOf(app, publicUrl, secret, 'unsubscribe', endpoint);
  const content = writeLines([
    { text: `An account at ${publicUrl} asks to send alerts about homes to this address.` },
    { text: 'Open this page and press the button to get them', link: confirm },
    { text: `The link is valid for ${CONFIRM_HOURS} hours. Without it, no alert is sent.` },
    { text: 'If you do not want this, ignore this mail, or refuse', link: unsubscribe },
  ]);
  return mail.send({
    to: addressOf(endpoint),
    id: app.ids.uuid(),
    subject: 'Confirm alerts about homes',
    unsubscribe,
    ...content,
  });
}

const linkOf = (
  app: Parts<'clock'>,
  publicUrl: string,
  secret: string,
  purpose: 'confirm' | 'unsubscribe',
  { endpoint_id }: Endpoint,
): string => publicUrl + linkPath(secret, purpose, endpoint_id, app.clock.nowMs());
