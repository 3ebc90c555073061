import { plural } from '../../../../platform/web/format/amounts.ts';
import { fileSize } from '../../../../platform/web/format/fileSize.ts';
import { dateText } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { ChatImport } from '../../contract.ts';
import { exportNames } from '../labels.ts';

/** Summary of an export, in two lines. */
export function Summary({ file, onLeave }: { file: ChatImport; onLeave: () => void }) {
  const { fileName, sizeBytes, kind, workspace, messages, files, from, until } = file;
  const name = workspace || fileName;
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <h3 className="truncate text-base font-semibold">
          {kind ? `${name} (${exportNames[kind]})` : name}
        </h3>
        <p className="text-sm text-muted text-pretty">
          {[
            ...(from && until ? [spanOf(from, until)] : []),
            ...(kind
              ? [plural(messages, 'message'), plural(files, 'file')]
              : [fileSize(sizeBytes)]),
          ].join(' · ')}
        </p>
      </div>
      <Button size="sm" onClick={onLeave}>
        All imports
      </Button>
    </div>
  );
}

function spanOf(from: string, until: string): string {
  const [first, last] = [dateText(from), dateText(until)];
  return first === last ? first : `${first} to ${last}`;
}
