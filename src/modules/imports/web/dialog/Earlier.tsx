import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { type ImportedFile, listImports } from '../../contract.ts';

const stateNames: Record<ImportedFile['state'], string> = {
  reading: 'Reading',
  read: 'Read, not checked yet',
  checking: 'Checking',
  checked: 'Checked, not imported yet',
  importing: 'Importing',
  imported: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'Failed',
};

interface Props {
  kind: string;
  noun: string;
  onOpen: (file: ImportedFile) => void;
}

/** The user's latest imports, to continue or undo one. */
export function Earlier({ kind, noun, onOpen }: Props) {
  const query = queryOptionsFor(listImports, { params: { kind } });
  const { data: files = [] } = useQuery({ ...query, refetchOnMount: 'always' });
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="earlier-imports">
      <h3 id="earlier-imports" className="pb-1 text-sm font-medium">
        Your latest imports
      </h3>
      <ul className="divide-y divide-border border-y border-border">
        {files.map((file) => (
          <li key={file.id} className="flex items-center justify-between gap-3 py-1.5">
            <span className="min-w-0">
              <span className="block truncate text-sm">{file.fileName}</span>
              <span className="block truncate text-xs text-muted">
                {`${stateOf(file, noun)} · ${relativeTime(new Date(file.createdAt), new Date())}`}
              </span>
            </span>
            <Button size="sm" aria-label={`Open ${file.fileName}`} onClick={() => onOpen(file)}>
              Open
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const stateOf = ({ state, created }: ImportedFile, noun: string) =>
  state === 'imported' ? `${plural(created, noun)} imported` : stateNames[state];
