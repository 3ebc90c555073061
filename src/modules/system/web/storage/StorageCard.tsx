import { useQuery } from '@tanstack/react-query';
import { FolderLock, HardDrive } from 'lucide-react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { type Bucket, listBuckets } from '../../contract/storage.ts';
import { Card } from '../parts/Card.tsx';
import { Diagnostics } from './Diagnostics.tsx';
import { engineName, folderName } from './names.ts';

/** The storage, its encrypted folders, and diagnostics. */
export function StorageCard() {
  const { data, error, refetch } = useQuery(queryOptionsFor(listBuckets));
  return (
    <Card icon={HardDrive} title="Storage Configuration">
      {error && !data ? (
        <NotLoaded isInline what="storage information" error={error} onRetry={refetch} />
      ) : (
        <div className="flex flex-col gap-4">
          <EncryptedFolders buckets={data} />
          <Buckets buckets={data} />
          <Diagnostics />
        </div>
      )}
    </Card>
  );
}

interface Listed {
  /** Undefined: loading. */
  buckets: Bucket[] | undefined;
}

const heading = 'mb-2 text-sm font-medium text-text';

function EncryptedFolders({ buckets }: Listed) {
  const folders = buckets?.[0]?.directories.filter(({ encrypted }) => encrypted);
  return (
    <section aria-label="Encrypted folders">
      <h3 className={heading}>Encrypted folders</h3>
      {folders ? (
        <ul className="flex flex-col gap-2">
          {folders.map(({ name }) => (
            <li key={name} className="flex items-center gap-2 text-sm text-text">
              <FolderLock aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="min-w-0 flex-1">{folderName(name)}</span>
              <Badge tone="success">Encrypted</Badge>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton className="h-19" />
      )}
    </section>
  );
}

function Buckets({ buckets }: Listed) {
  return (
    <section aria-label="Buckets" className="border-t border-border pt-4">
      <h3 className={heading}>Buckets</h3>
      {buckets ? (
        <ul className="flex flex-col gap-2">
          {buckets.map(({ name, engine, location }) => (
            <li key={name} className="flex flex-wrap items-baseline gap-x-2 text-sm">
              <span className="font-medium text-text wrap-anywhere">{name}</span>
              <span className="min-w-0 text-muted wrap-anywhere">
                {engineName[engine]} · {location}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton className="h-5" />
      )}
    </section>
  );
}
