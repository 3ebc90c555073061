import { clsx } from 'clsx';
import { Trash2, Undo2 } from 'lucide-react';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { type PunchKind, punchKinds } from '../../contract.ts';
import { kindNames } from '../format.ts';
import type { Edit } from './edits.ts';

const options = punchKinds.map((value) => ({ value, label: kindNames[value] }));

interface Props {
  edit: Edit;
  onChange: (change: Partial<Edit>) => void;
  /** Removes a punch that was added in this dialog. */
  onDrop: () => void;
}

/** One punch of the day: its time, and whether it is removed. */
export function EditRow({ edit, onChange, onDrop }: Props) {
  const { punch, kind, wallTime, removed } = edit;
  const name = kindNames[kind];
  return (
    <li className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)_auto] items-center gap-2">
      {punch ? (
        <span className={clsx('text-base', removed ? 'text-muted line-through' : 'text-text')}>
          {name}
        </span>
      ) : (
        <SelectField
          label="Kind of punch"
          labelHidden
          options={options}
          value={kind}
          onChange={(event) => onChange({ kind: event.target.value as PunchKind })}
        />
      )}
      <TextField
        label={`Time of ${name}`}
        labelHidden
        type="datetime-local"
        step={1}
        required
        disabled={removed}
        value={wallTime}
        onChange={(event) => onChange({ wallTime: event.target.value })}
      />
      <IconButton
        label={removed ? `Restore ${name}` : `Remove ${name}`}
        icon={removed ? Undo2 : Trash2}
        onClick={() => (punch ? onChange({ removed: !removed }) : onDrop())}
      />
    </li>
  );
}
