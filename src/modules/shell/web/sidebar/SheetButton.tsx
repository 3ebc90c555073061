import { Menu } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../../platform/web/lazy/lazyPart.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { SidebarBody } from './SidebarBody.tsx';

const SidebarSheet = lazyPart(() => import('./SidebarSheet.tsx'), { place: 'dialog' });

/** Opens the sidebar on a phone. */
export function SheetButton({ user }: { user: CurrentUser }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <IconButton
        label="Open menu"
        icon={Menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        className="-ml-2 md:hidden"
        onClick={show}
      />
      <Suspense>
        {wanted && (
          <SidebarSheet open={open} onOpenChange={setOpen}>
            <SidebarBody user={user} onLeave={() => setOpen(false)} />
          </SidebarSheet>
        )}
      </Suspense>
    </>
  );
}
