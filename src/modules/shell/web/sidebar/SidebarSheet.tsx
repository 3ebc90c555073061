import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { Wordmark } from '../../../../platform/web/ui/Mark.tsx';
import '../../../../platform/web/ui/nonce.ts';
import type { ReactNode } from 'react';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The contents of the sidebar. */
  children: ReactNode;
}

/** The sidebar on a phone. */
export default function SidebarSheet({ open, onOpenChange, children }: Props) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] flex-col bg-sunken shadow-float outline-none"
        >
          <div className="flex h-14 shrink-0 items-center justify-between pr-2 pl-4">
            <Dialog.Title className="sr-only">Menu</Dialog.Title>
            <Wordmark />
            <Dialog.Close asChild>
              <IconButton label="Close menu" icon={X} tooltip={false} />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
