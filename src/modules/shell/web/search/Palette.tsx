import { Dialog } from 'radix-ui';
import '../../../../platform/web/ui/nonce.ts';
import type { CurrentUser } from '../../../access/contract.ts';
import { PaletteBody } from './PaletteBody.tsx';

interface Props {
  user: CurrentUser;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** One field over everything one can go to. */
export default function Palette({ user, open, onOpenChange }: Props) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim fixed inset-0 z-50 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="dialog fixed inset-x-4 top-[10vh] z-50 mx-auto flex max-h-[min(30rem,75dvh)] max-w-xl flex-col overflow-hidden rounded-md border border-border bg-raised shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <PaletteBody user={user} onClose={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
