/** Absences that most rows have, created once: a page of rows contains thousands of them. */
import { absent } from '#domain/parsed-row.js';

export const NOT_APPLICABLE = absent('not_applicable');
export const NOT_REPORTED = absent('not_reported');
export const NOT_ON_PAGE = absent('not_on_search_page');
export const HIDDEN = absent('hidden_by_source');
