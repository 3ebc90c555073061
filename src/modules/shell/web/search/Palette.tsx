import { Dialog } from 'radix-ui';
import { type RefObject, useRef } from 'react';
import '../../../../platform/web/ui/nonce.ts';
import { PaletteBody, type PaletteBodyProps } from './PaletteBody.tsx';

interface Props extends Omit<PaletteBodyProps, 'onFollow'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Where the focus was before; empty if the button opened it. */
  returnTo: RefObject<HTMLElement | null>;
}

/** One search field for everything one can open. */
export default function Palette({ open, onOpenChange, returnTo, ...body }: Props) {
  const followed = useRef(false);
  const close = () => {
    followed.current = true;
    onOpenChange(false);
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim fixed inset-0 z-50 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            // The opened target has the focus now; restoring it would take it away.
            if (followed.current) return event.preventDefault();
            if (!returnTo.current) return;
            event.preventDefault();
            returnTo.current.focus();
          }}
          className="dialog fixed inset-x-4 top-[10vh] z-50 mx-auto flex max-h-[min(30rem,75dvh)] max-w-xl flex-col overflow-hidden rounded-md border border-border bg-raised shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">Platform Search</Dialog.Title>
          <PaletteBody {...body} onFollow={close} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
