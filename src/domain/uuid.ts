/** The text form of ids (RFC 9562): hex digits of either case. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is an id. */
export const isUuid = (text: string): boolean => UUID.test(text);
