import { Menu } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { SidebarBody } from './SidebarBody.tsx';

const SidebarSheet = lazy(() => import('./SidebarSheet.tsx'));

/** Opens the sidebar on the phone. */
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
