import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { RecordSection } from '../../../../../platform/web/records/RecordSection.tsx';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import type { PrivateProps } from './usePrivateChange.ts';

interface Props extends Pick<PrivateProps, 'part'> {
  label: string;
  /** What the button says that opens the dialog. */
  verb: string;
  /** Without lines. */
  none: string;
  lines: readonly ReactNode[];
  dialog: (close: () => void) => ReactNode;
}

/** A section of the private part that is a list, with a dialog that adds to it. */
export function PrivateList({ part, label, verb, none, lines, dialog }: Props) {
  const [isAdding, setAdding] = useState(false);
  return (
    <RecordSection
      label={label}
      aside={
        part.may.change && (
          <Button size="sm" variant="ghost" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            {verb}
          </Button>
        )
      }
    >
      {lines.length === 0 ? (
        <p className="text-sm text-muted">{none}</p>
      ) : (
        <ol className="flex flex-col">{lines}</ol>
      )}
      {isAdding && dialog(() => setAdding(false))}
    </RecordSection>
  );
}
