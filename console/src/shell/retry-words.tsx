/** Why a call is tried again, and when. */
import { useEffect, useState } from 'react';
import type { RowhouseError } from '#client/index.js';
import { isPaced, isUnreachable } from '../service/reconnect.js';
import { counted } from '../text/format.js';
import { errorTitle } from './error-box.js';

interface Props {
  readonly error: RowhouseError;
  /** Until the next try; below zero while it is made. */
  readonly seconds: number;
}

/** The seconds are hidden from screen readers, which would announce each. */
export const RetryWords = ({ error, seconds }: Props) =>
  isPaced(error) ? <PaceWords {...{ error, seconds }} /> : <FailureWords {...{ error, seconds }} />;

/** "Waiting 12 s: this key may make 60 calls a minute." */
const PaceWords = ({ error: { meta }, seconds }: Props) => (
  <>
    Waiting
    <span aria-hidden="true">{seconds > 0 && ` ${seconds} s`}</span>
    {(meta?.rate_limit ?? null) === null
      ? ': this key has used its calls of the minute.'
      : `: this key may make ${counted(meta?.rate_limit?.limit ?? 0, 'call')} a minute.`}
  </>
);

const FailureWords = ({ error, seconds }: Props) => (
  <>
    {`${isUnreachable(error) ? 'The server does not answer' : errorTitle(error)}. Trying again`}
    <span aria-hidden="true">{seconds > 0 ? ` in ${seconds} s.` : ' now.'}</span>
  </>
);

/** A try takes no longer than this to be answered, or to fail. */
const TRY_S = 3;

/** Whether a wait is under way, or the try after it. */
export const isRetrying = (seconds: number): boolean => seconds > -TRY_S;

const TICK_MS = 500;

/** The time of performance.now(), twice a second. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
