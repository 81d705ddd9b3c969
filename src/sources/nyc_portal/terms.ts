/** Fields that only this source has: the costs of a sale, the terms of a rental. */
import { usd } from '#contract/field.js';
import type { Money } from '#contract/values.js';
import { isDay } from '#domain/days.js';
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import {
  momentOf,
  numberOf,
  positiveOf,
  type Raw,
  shapeOf,
  textOf,
  textOr,
} from '../raw-values.js';
import { NOT_APPLICABLE, NOT_ON_PAGE, NOT_REPORTED } from '../reasons.js';
import type { BuildingView } from './building.js';
import { moneyOf } from './home.js';
import type { NycPortalExtras } from './manifest.js';
import type { NycKind } from './request.js';

type ExtrasRead = {
  readonly [K in keyof NycPortalExtras]: Exclude<NycPortalExtras[K], null> | Absent;
};

const DAY = /^(\d{4}-\d{2}-\d{2})(?:T.*)?$/;
/** The states of a home with a closed sale. */
const CLOSED: ReadonlySet<string> = new Set(['SOLD', 'CLOSED']);
/** No home has a longer lease. */
const LEASE_MONTHS_MAX = 120;
/** The source exists only in this century. */
const [MOMENT_MIN_MS, MOMENT_MAX_MS] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];
/** The source's word for an unknown kind of sale. */
const UNKNOWN_SALE = 'UNKNOWN';

/** Those of the other kind do not apply. Members are written out, since spreads are slow. */
export function extrasOf(
  node: Raw,
  { raw, building: { charges } }: BuildingView,
  kind: NycKind,
): ExtrasRead {
  const isRental = kind === 'rentals';
  const chargeOf = (charge: (typeof charges)[number], sent: unknown): Money | Absent =>
    isRental
      ? NOT_APPLICABLE
      : moneyOf(sent, charges.includes(charge) ? NOT_REPORTED : NOT_APPLICABLE);
  const rentOf = (member: string): Money | Absent =>
    isRental ? moneyOf(node[member], gapOf(node, member)) : NOT_APPLICABLE;
  return {
    property_type_raw: raw,
    neighborhood: textOf(node.areaName) ?? NOT_REPORTED,
    sale_type: isRental ? NOT_APPLICABLE : saleType(node),
    monthly_maintenance: chargeOf('maintenance', node.monthlyMaintenance),
    monthly_taxes: chargeOf('taxes', node.monthlyTaxes),
    monthly_common_charges: chargeOf('common', node.monthlyCommonCharges),
    no_fee: isRental ? flagOf(node.noFee) : NOT_APPLICABLE,
    net_effective_rent: rentOf('netEffectivePrice'),
    months_free: isRental ? monthsFree(node) : NOT_APPLICABLE,
    available_date: isRental ? availableDate(node) : NOT_APPLICABLE,
    furnished: flagOf(node.furnished),
    total_rent_monthly: rentOf('totalMonthlyPrice'),
    lease_term_months: isRental ? leaseTerm(node) : NOT_APPLICABLE,
    last_price_change: priceChange(node),
    price_change_timestamp: priceChangedAt(node),
    close_price: isRental ? NOT_APPLICABLE : moneyOf(node.soldPrice, closedGap(node)),
    new_construction: flagOf(node.isNewDevelopment, gapOf(node, 'isNewDevelopment')),
  };
}

/** The last price change in dollars; null means none, and 0 an unknown one. */
function priceChange(node: Raw): Money | Absent {
  const change = numberOf(node.priceDelta) ?? gapOf(node, 'priceDelta');
  if (isAbsent(change)) return change;
  return change === 0 ? NOT_REPORTED : usd(change);
}

/** When the price was last set, as ISO 8601 in UTC. */
function priceChangedAt(node: Raw): string | Absent {
  const ms = momentOf(node.priceChangedAt) ?? gapOf(node, 'priceChangedAt');
  if (isAbsent(ms)) return ms;
  const isMoment = ms >= MOMENT_MIN_MS && ms <= MOMENT_MAX_MS;
  return isMoment
    ? new Date(ms).toISOString()
    : absent('implausible', `The source sent ${shapeOf(node.priceChangedAt)}.`);
}

/** Why a sale has no price yet: it is not closed. */
function closedGap(node: Raw): Absent {
  if (!('soldPrice' in node)) return NOT_ON_PAGE;
  return CLOSED.has(textOr(node.status) ?? '') ? NOT_REPORTED : NOT_APPLICABLE;
}

function leaseTerm(node: Raw): number | Absent {
  const months = positiveOf(node.leaseTermMonths) ?? gapOf(node, 'leaseTermMonths');
  if (isAbsent(months) || months <= LEASE_MONTHS_MAX) return months;
  return absent('implausible', `The source sent ${months}.`);
}

/** An unknown kind of sale is returned as sent: new ones may appear. */
function saleType(node: Raw): string | Absent {
  const type = textOf(node.saleType) ?? NOT_REPORTED;
  return type === UNKNOWN_SALE ? NOT_REPORTED : type;
}

/** 0 free months is a valid value, unlike a rent of 0. */
function monthsFree(node: Raw): number | Absent {
  const months = numberOf(node.monthsFree) ?? gapOf(node, 'monthsFree');
  if (isAbsent(months) || months >= 0) return months;
  return absent('implausible', `The source sent ${months}.`);
}

/** The day from which the home is available; it may have passed. */
function availableDate(node: Raw): string | Absent {
  const sent = textOf(node.availableAt) ?? NOT_REPORTED;
  if (isAbsent(sent)) return sent;
  const day = DAY.exec(sent)?.[1] ?? '';
  return isDay(day) ? day : absent('unreadable', shapeOf(sent));
}

/** Some of the source's search pages omit these members: then the page does not show them. */
const gapOf = (node: Raw, member: string): Absent => (member in node ? NOT_REPORTED : NOT_ON_PAGE);

function flagOf(value: unknown, none: Absent = NOT_REPORTED): boolean | Absent {
  if (typeof value === 'boolean') return value;
  const missing = value === undefined || value === null || value === '';
  return missing ? none : absent('unreadable', shapeOf(value));
}
