import { X } from 'lucide-react';
import { departments, stores } from '../../../../platform/contract/access.ts';
import { departmentNames, storeNames } from '../../../../platform/contract/names.ts';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Note, NoteShare } from '../../contract.ts';
import { nameOf } from '../names.ts';
import { PersonField } from './PersonField.tsx';
import { type Audience, keyOf, useShares } from './useShares.ts';

const noAudience: Audience = { userId: null, department: null, store: null };

const groups: { label: string; audience: Audience }[] = [
  ...departments.map((department) => ({
    label: `${departmentNames[department]} department`,
    audience: { ...noAudience, department },
  })),
  ...stores.map((store) => ({
    label: `Everyone at ${storeNames[store]}`,
    audience: { ...noAudience, store },
  })),
];

/** Who a note is shared with, and their permissions. */
export function ShareDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const { shares, isLoading, isError, add, remove, setCanEdit } = useShares(note.id);
  const sharedKeys = new Set(shares.map(keyOf));
  const available = groups.filter(({ audience }) => !sharedKeys.has(keyOf(audience)));
  return (
    <Dialog open onOpenChange={onClose} title="Share note" description={note.title}>
      <div className="flex flex-col gap-4">
        <PersonField
          without={new Set([note.owner.id, ...shares.flatMap(({ userId }) => userId ?? [])])}
          onChoose={(userId) => void add({ ...noAudience, userId })}
        />
        <SelectField
          label="Add a department or store"
          placeholder="Choose…"
          value=""
          options={available.map(({ label, audience }) => ({ value: keyOf(audience), label }))}
          onChange={(event) => {
            const chosen = available.find(({ audience }) => keyOf(audience) === event.target.value);
            if (chosen) void add(chosen.audience);
          }}
        />
        {isLoading && <Skeleton className="h-12" />}
        {isError && <p className="text-sm text-danger">Couldn’t load the list.</p>}
        {!isLoading && !isError && shares.length === 0 && (
          <p className="text-sm text-muted">Only you can see this note.</p>
        )}
        <ul aria-label="Shared with" className="flex flex-col divide-y divide-border">
          {shares.map((share) => (
            <Share
              key={keyOf(share)}
              share={share}
              onCanEditChange={(canEdit) => void setCanEdit(share, canEdit)}
              onRemove={() => void remove(share)}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

interface ShareProps {
  share: NoteShare;
  onCanEditChange: (canEdit: boolean) => void;
  onRemove: () => void;
}

function Share({ share, onCanEditChange, onRemove }: ShareProps) {
  const label = nameOfShare(share);
  return (
    <li className="flex min-h-12 items-center gap-2 py-1">
      <span className="min-w-0 flex-1 truncate text-base text-text">{label}</span>
      <SelectField
        label={`Permission for ${label}`}
        labelHidden
        value={share.canEdit ? 'editor' : 'viewer'}
        options={[
          { value: 'viewer', label: 'Can view' },
          { value: 'editor', label: 'Can edit' },
        ]}
        onChange={(event) => onCanEditChange(event.target.value === 'editor')}
        className="w-32"
      />
      <IconButton label={`Stop sharing with ${label}`} icon={X} onClick={onRemove} />
    </li>
  );
}

function nameOfShare(share: NoteShare): string {
  if (share.person) return nameOf(share.person);
  return groups.find(({ audience }) => keyOf(audience) === keyOf(share))?.label ?? '';
}
