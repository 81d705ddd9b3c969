/** What opens above a page, by Ariakit: a button with a box of choices, and a dialog. */
import {
  Dialog,
  Popover,
  PopoverDisclosure,
  type PopoverStoreProps,
  usePopoverStore,
} from '@ariakit/react';
import type { MouseEvent, ReactNode } from 'react';

interface PopupProps extends Pick<PopoverStoreProps, 'placement'> {
  /** The class of the button; that of the box ends in "-list". */
  readonly name: string;
  /** The name of the box. */
  readonly label: string;
  readonly button: ReactNode;
  /** Whether the page that is shown is one of the choices. */
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

/**
 * A button that opens a box beside it. Escape, a press outside, a link and a leaving focus close
 * it.
 */
export function Popup({
  name,
  label,
  button,
  isCurrent = false,
  placement = 'bottom-start',
  children,
}: PopupProps) {
  const store = usePopoverStore({ placement });
  const follow = ({ target }: MouseEvent) => {
    if ((target as Element).closest('a') !== null) store.hide();
  };
  return (
    <>
      <PopoverDisclosure store={store} className={name} aria-current={isCurrent || undefined}>
        {button}
      </PopoverDisclosure>
      <Popover
        store={store}
        className={`popup ${name}-list`}
        aria-label={label}
        onClick={follow}
        fixed
        fitViewport
        gutter={4}
        overflowPadding={8}
        unmountOnHide
      >
        {children}
      </Popover>
    </>
  );
}

interface ModalProps {
  readonly open: boolean;
  /** The id of its heading. */
  readonly labelledBy: string;
  readonly children: ReactNode;
  onClose(): void;
}

/** A dialog that keeps the focus until it is closed: a press outside would lose what was typed. */
export const Modal = ({ open, labelledBy, children, onClose }: ModalProps) => (
  <Dialog
    className="dialog"
    aria-labelledby={labelledBy}
    backdrop={<div className="backdrop" />}
    hideOnInteractOutside={false}
    unmountOnHide
    {...{ open, onClose }}
  >
    {children}
  </Dialog>
);
