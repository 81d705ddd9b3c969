/** What the checks of the doctor share: the settings, and what several of them look at. */
import type { CheckResult, DoctorOptions } from '#cli/doctor-command.js';
import type { StoreFacts } from '#store/inspect.js';
import type { InspectedConfig } from './config.js';
import type { Env } from './config-values.js';

export interface Examination extends InspectedConfig, DoctorOptions {
  readonly env: Env;
}

/** What one check says; `check` is its row's. */
export type Said = Omit<CheckResult, 'check'>;

export const fine = (message: string): Said => ({ result: 'ok', message });
export const warning = (message: string): Said => ({ result: 'warning', message });
export const fault = (message: string): Said => ({ result: 'fault', message });

/** What several checks use: each is asked for once. */
export interface Patient extends Examination {
  readonly version: string;
  readonly nowMs: () => number;
  readonly service: () => Promise<Service>;
  readonly store: () => Promise<StoreLook>;
}

/** The service that answers at the operator's listener. */
export type Service =
  | { readonly state: 'silent' }
  | { readonly state: 'answers'; readonly condition: Condition }
  /** Something answers; `why` says what is wrong with it and what to do. */
  | { readonly state: 'unclear'; readonly why: string };

/** What a running service says of itself. */
export interface Condition {
  readonly version: string;
  readonly unready: readonly string[];
  readonly warnings: readonly string[];
  readonly store: StoreFacts | null;
}

/** What was read of the store, or why nothing was. */
export type StoreLook =
  | {
      readonly facts: StoreFacts;
      /** Where they were read, for people. */
      readonly where: string;
      /** The time of this host in the middle of the reading. */
      readonly atMs: number;
    }
  | { readonly facts: null; readonly said: Said };
