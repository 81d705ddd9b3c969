/** What is known of a feed before a request: its fields, page size and spelling of list values. */
import { NO_PROFILE, type SourceProfile } from '../driver.js';

export interface Feed {
  /** Rows to request per page. */
  readonly top: number;
  /** A condition required in every request; null if none is. */
  readonly filter: string | null;
  /** Parameters besides those of the question. */
  readonly query: string;
  /** Whether list values are text ("Active Under Contract"); otherwise they are tokens. */
  readonly isText: boolean;
  /** A value of the dictionary in the feed's spelling. */
  readonly spell: (value: string) => string;
  readonly has: (field: string) => boolean;
}

/** Bridge's maximum, the lowest of the known servers. */
export const TOP_DEFAULT = 200;

const token = (value: string): string => value.replace(/[^A-Za-z0-9]/g, '');
const asText = (value: string): string => value;

/** The feed of a profile; without one, a feed with every field. */
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
