/** What is known of a feed when it is asked: its fields, its page size and how it writes lists of values. */
import { NO_PROFILE, type SourceProfile } from '../driver.js';

export interface Feed {
  /** Rows of one page that are asked for. */
  readonly top: number;
  /** A condition that the feed wants in every question; null where it wants none. */
  readonly filter: string | null;
  /** Parameters beside those of the question. */
  readonly query: string;
  /** Whether values of lists are text ("Active Under Contract"); else they are tokens. */
  readonly isText: boolean;
  /** A value of the dictionary as the feed writes it. */
  readonly spell: (value: string) => string;
  readonly has: (field: string) => boolean;
}

/** What Bridge allows, the least of the servers known. */
export const TOP_DEFAULT = 200;

const token = (value: string): string => value.replace(/[^A-Za-z0-9]/g, '');
const asText = (value: string): string => value;

/** The feed of a profile; without one a feed that has every field. */
export function feedOf({ options, described }: SourceProfile = NO_PROFILE): Feed {
  const isText = options.enumerations !== 'token';
  const fields = described instanceof Set ? described : null;
  const without = new Set<string>(options.without?.split(','));
  return {
    top: Number(options.top ?? TOP_DEFAULT),
    filter: options.filter ?? null,
    query: options.query ?? '',
    isText,
    spell: isText ? asText : token,
    has: (field) => !without.has(field) && (fields === null || fields.has(field)),
  };
}
