/** Fields that only this source has: the costs of a sale, the terms of a rental. */
import { usd } from '#contract/field.js';
import type { Money } from '#contract/values.js';
import { isoDayOf } from '#domain/days.js';
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
import type { BuildingView } from './building.js';
import { moneyOf } from './home.js';
import type { NycPortalExtras } from './manifest.js';
import { NOT_APPLICABLE, NOT_ON_PAGE, NOT_REPORTED } from './reasons.js';

type ExtrasRead = {
  readonly [K in keyof NycPortalExtras]: Exclude<NycPortalExtras[K], null> | Absent;
};

const DAY = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/;
/** The length of YYYY-MM-DD. */
/** The states of a home with a closed sale. */
const CLOSED: ReadonlySet<string> = new Set(['SOLD', 'CLOSED']);
/** No home has a longer lease. */
const LEASE_MONTHS_MAX = 120;
/** The source exists only in this century. */
const [MOMENT_MIN_MS, MOMENT_MAX_MS] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];
/** The source's word for an unknown kind of sale. */
const UNKNOWN_SALE = 'UNKNOWN';

export function saleExtras(node: Raw, { raw, building: { charges } }: BuildingView): ExtrasRead {
  const none = (charge: (typeof charges)[number]) =>
    charges.includes(charge) ? NOT_REPORTED : NOT_APPLICABLE;
  return {
    property_type_raw: raw,
    neighborhood: textOf(node.areaName) ?? NOT_REPORTED,
    sale_type: saleType(node),
    monthly_maintenance: moneyOf(node.monthlyMaintenance, none('maintenance')),
    monthly_taxes: moneyOf(node.monthlyTaxes, none('taxes')),
    monthly_common_charges: moneyOf(node.monthlyCommonCharges, none('common')),
    no_fee: NOT_APPLICABLE,
    net_effective_rent: NOT_APPLICABLE,
    months_free: NOT_APPLICABLE,
    available_date: NOT_APPLICABLE,
    furnished: flagOf(node.furnished),
    total_rent_monthly: NOT_APPLICABLE,
    lease_term_months: NOT_APPLICABLE,
    last_price_change: priceChange(node),
    price_change_timestamp: priceChangedAt(node),
    close_price: moneyOf(node.soldPrice, closedGap(node)),
    new_construction: flagOf(node.isNewDevelopment, gapOf(node, 'isNewDevelopment')),
  };
}

export function rentalExtras(node: Raw, { raw }: BuildingView): ExtrasRead {
  return {
    property_type_raw: raw,
    neighborhood: textOf(node.areaName) ?? NOT_REPORTED,
    sale_type: NOT_APPLICABLE,
    monthly_maintenance: NOT_APPLICABLE,
    monthly_taxes: NOT_APPLICABLE,
    monthly_common_charges: NOT_APPLICABLE,
    no_fee: flagOf(node.noFee),
    net_effective_rent: moneyOf(node.netEffectivePrice, gapOf(node, 'netEffectivePrice')),
    months_free: monthsFree(node),
    available_date: availableDate(node),
    furnished: flagOf(node.furnished),
    total_rent_monthly: moneyOf(node.totalMonthlyPrice, gapOf(node, 'totalMonthlyPrice')),
    lease_term_months: leaseTerm(node),
    last_price_change: priceChange(node),
    price_change_timestamp: priceChangedAt(node),
    close_price: NOT_APPLICABLE,
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
  const parts = DAY.exec(sent);
  if (parts === null || !isDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))) {
    return absent('unreadable', shapeOf(sent));
  }
  return isoDayOf(sent);
}

/** Whether the calendar has the day: day 0 of a month is the last one of the month before. */
const isDay = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Some of the source's search pages omit these members: then the page does not show them. */
const gapOf = (node: Raw, member: string): Absent => (member in node ? NOT_REPORTED : NOT_ON_PAGE);

function flagOf(value: unknown, none: Absent = NOT_REPORTED): boolean | Absent {
  if (typeof value === 'boolean') return value;
  const missing = value === undefined || value === null || value === '';
  return missing ? none : absent('unreadable', shapeOf(value));
}
