/** A link to the page of a home at its source. */
import type { ReactNode } from 'react';
import { Icon } from '../shell/icons.js';

interface Props {
  /** As the source gave it: what is no address of a page is not linked. */
  readonly url: string | null;
  readonly children: ReactNode;
}

export const PageLink = ({ url, children }: Props) =>
  url !== null && /^https?:\/\//i.test(url) ? (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {children} <Icon name="external" />
    </a>
  ) : (
    <span>{children}</span>
  );
