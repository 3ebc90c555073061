import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { CustomerRecord } from '../../contract/records.ts';
import { dateOf } from '../labels.ts';
import { undo } from './undo.ts';

interface Props {
  record: CustomerRecord;
}

/** What this customer was merged from, and whom they may be as well. */
export default function MergedNotice({ record }: Props) {
  const client = useQueryClient();
  return (
    <div className="flex flex-col gap-2 pt-4">
      {record.duplicateCount > 0 && (
        <Notice tone="warning">
          {`Perhaps here twice: `}
          <Link href={`/customers?view=duplicates&of=${record.id}`} className="underline">
            {plural(record.duplicateCount, 'likely duplicate')}
          </Link>
        </Notice>
      )}
      {record.merged.map(({ mergeId, id, name, at, by }, index) => (
        <Notice
          key={mergeId}
          action={
            // The latest first: those before it are in it.
            record.may.merge && index === 0 ? (
              <Button size="sm" onClick={() => void undo(client, mergeId)}>
                Take apart
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
