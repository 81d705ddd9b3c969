/** A member of a home of which nothing but its address is known. */
import type { HomeMember } from '#domain/home.js';

const SEEN = new Date('2026-01-01T12:00:00Z');
const MEMBER: HomeMember = {
  source: 'portal_a',
  kind: 'listings',
  source_id: '1',
  feed: null,
  home_id: '8d5c6470-307a-8dc8-bfa9-fccb3f7f12c2',
  building_id: '8d5c6470-307a-8dc8-bfa9-fccb3f7f12c2',
  zip: '78704',
  number: '12',
  street: 'OAK ST',
  unit: '',
  address: { line1: '12 Oak St', unit: null, city: 'Austin', state: 'TX', zip: '78704' },
  source_url: 'https://homes.example.invalid/1',
  lat: null,
  lng: null,
  property_type: null,
  beds: null,
  baths: null,
  living_area_sqft: null,
  year_built: null,
  parcel: null,
  status: null,
  price_cents: null,
  list_date: null,
  state_since: SEEN,
  removed_at: null,
  first_seen_at: SEEN,
  last_seen_at: SEEN,
};

export const homeMember = (known: Partial<HomeMember>): HomeMember => ({ ...MEMBER, ...known });
