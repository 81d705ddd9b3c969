/** Mail addresses that alerts may be sent to or from: one plain address, without a display name. */
import { MAIL_SCHEME } from '#contract/webhooks.js';

/** RFC 5321, 4.5.3.1. */
const ADDRESS_CHARS_MAX = 254;
/** A subset of RFC 5321: nothing that a header, a link or a list of recipients gives a meaning. */
const ADDRESS = /^[a-z0-9_'=+-]+(\.[a-z0-9_'=+-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;

export const isMailAddress = (text: string): boolean =>
  text.length <= ADDRESS_CHARS_MAX && ADDRESS.test(text);

/** Whether an endpoint is a mail address; otherwise it is a URL. */
export const isMail = ({ url }: { readonly url: string }): boolean =>
  url.toLowerCase().startsWith(MAIL_SCHEME);

export const addressOf = ({ url }: { readonly url: string }): string =>
  url.slice(MAIL_SCHEME.length);

/** One mailbox under one spelling: without a tag after `+`, in lower case. */
export const mailboxOf = (address: string): string =>
  address.toLowerCase().replace(/\+[^@]*(?=@)/, '');
