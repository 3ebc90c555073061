import { clsx } from 'clsx';
import { stores } from '../../../../platform/contract/access.ts';
import { storeName } from '../rules/labels.ts';

const marks: Record<string, string> = {
  ford: 'bg-store-ford',
  hyundai: 'bg-store-hyundai',
  chevrolet: 'bg-store-chevrolet',
};

/** The stores of an account, each with its mark. */
export function StoresCell({ storeAccess }: { storeAccess: readonly string[] }) {
  const all = storeAccess.includes('all');
  const shown = stores.filter((store) => all || storeAccess.includes(store));
  if (shown.length === 0) return <span className="text-sm text-muted">None</span>;
  const names = all ? storeName('all') : shown.map(storeName).join(', ');
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm text-text" title={names}>
      <span aria-hidden="true" className="flex gap-0.5">
        {shown.map((store) => (
          <i key={store} className={clsx('block size-2 rounded-full', marks[store])} />
        ))}
      </span>
      <span className="truncate">{names}</span>
    </span>
  );
}
