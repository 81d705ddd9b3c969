/**
 * One number for each thing that is drawn, so that no two draws of a home hang together. Portals
 * take theirs from PORTAL_SALTS upward. A draw may use the number after its own as well.
 */
export const SALT = {
  count: 101,
  level: 111,
  blobs: 121,
  blob: 131,
  spread: 141,
  x: 151,
  y: 161,
  phase: 171,
  active: 181,
  pending: 191,
  sells: 201,
  channel: 211,
  type: 221,
  block: 231,
  beds: 241,
  baths: 251,
  area: 261,
  year: 271,
  lot: 281,
  price: 291,
  round: 301,
  sale: 311,
  flats: 321,
  street: 331,
  number: 341,
  suffix: 351,
  unit: 361,
  agent: 371,
  broker: 381,
  name: 391,
  rank: 401,
  tower: 411,
} as const;

export const PORTAL_SALTS = 1_000;
