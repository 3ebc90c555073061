import { PageHeader } from '../../../platform/web/ui/frame/PageHeader.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { QuickAccess } from '../../shortcuts/web/public.ts';
import { Arriving } from './Arriving.tsx';
import { Hub } from './Hub.tsx';

interface Props {
  user: CurrentUser;
  title: string;
  subtitle?: string;
}

/** Small everyday tools. */
export default function UtilitiesPage({ user, title, subtitle }: Props) {
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <div className="mx-auto flex max-w-[80rem] flex-col gap-8 p-4 md:p-6">
        <Arriving className="h-34">
          <QuickAccess />
        </Arriving>
        <Hub user={user} />
      </div>
    </>
  );
}
