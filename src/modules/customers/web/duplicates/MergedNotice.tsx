import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { CustomerRecord } from '../../contract/records.ts';
import { dateOf } from '../state/labels.ts';
import { unmerge } from './undo.ts';

interface Props {
  record: CustomerRecord;
}

/** Possible duplicates, and the records merged into this one. */
export default function MergedNotice({ record }: Props) {
  const client = useQueryClient();
  return (
    <div className="flex flex-col gap-2 pt-4">
      {record.duplicateCount > 0 && (
        <Notice tone="warning">
          {`Review `}
          <Link href={`/customers?view=duplicates&of=${record.id}`} className="underline">
            {plural(record.duplicateCount, 'possible duplicate')}
          </Link>
        </Notice>
      )}
      {record.merged.map(({ mergeId, id, name, at, by }, index) => (
        <Notice
          key={mergeId}
          action={
            // Only the latest merge can be undone; earlier ones are part of it.
            record.may.merge && index === 0 ? (
              <Button size="sm" onClick={() => void unmerge(client, mergeId)}>
                Unmerge
              </Button>
            ) : undefined
          }
        >
          {`${name} (${id}) was merged into this customer by ${by}, ${dateOf(at)}.`}
        </Notice>
      ))}
    </div>
  );
}
