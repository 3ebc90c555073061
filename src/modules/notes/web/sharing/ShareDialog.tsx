import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { departments, stores } from '../../../../platform/contract/access.ts';
import { departmentNames, storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { FindField, useFinding, useFound } from '../../../../platform/web/ui/FindField.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { listUsers } from '../../../people/contract.ts';
import { listShares, type Note, type NoteShare, setShares } from '../../contract.ts';
import { notesKey } from '../state/notebookOf.ts';

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
  const { shares, isLoading, error, refetch, add, remove, setCanEdit } = useShares(note.id);
  const sharedKeys = new Set(shares.map(keyOf));
  const available = groups.filter(({ audience }) => !sharedKeys.has(keyOf(audience)));
  return (
    <Dialog open onOpenChange={onClose} title="Share note" description={note.title}>
      <div className="flex flex-col gap-4">
        <PersonField
          without={new Set([note.owner.id, ...shares.flatMap(({ userId }) => userId ?? [])])}
          onChoose={(userId) => add({ ...noAudience, userId })}
        />
        <SelectField
          label="Add a department or store"
          placeholder="Choose…"
          value=""
          options={available.map(({ label, audience }) => ({ value: keyOf(audience), label }))}
          onChange={(event) => {
            const chosen = available.find(({ audience }) => keyOf(audience) === event.target.value);
            if (chosen) add(chosen.audience);
          }}
        />
        {isLoading && <Skeleton className="h-12" />}
        {error && <NotLoaded isInline what="the list" error={error} onRetry={refetch} />}
        {!isLoading && !error && shares.length === 0 && (
          <p className="text-sm text-muted">Only you can see this note.</p>
        )}
        <ul aria-label="Shared with" className="flex flex-col divide-y divide-border">
          {shares.map((share) => (
            <Share
              key={keyOf(share)}
              share={share}
              onCanEditChange={(canEdit) => setCanEdit(share, canEdit)}
              onRemove={() => remove(share)}
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
  if (share.person) return share.person.name;
  return groups.find(({ audience }) => keyOf(audience) === keyOf(share))?.label ?? '';
}

/** One person, department or store. */
type Audience = Pick<NoteShare, 'userId' | 'department' | 'store'>;

const keyOf = ({ userId, department, store }: Audience): string =>
  `${userId}/${department}/${store}`;

/** The shares of a note; changes take effect immediately. */
function useShares(noteId: string) {
  const params = { noteId };
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listShares, { params }),
    staleTime: 0,
  });

  const { mutate } = useMutation({
    // One change at a time, each of what the one before has left.
    scope: { id: `shares of ${noteId}` },
    mutationFn: (
      change: (shares: readonly NoteShare[]) => readonly Omit<NoteShare, 'person'>[],
    ) => {
      const current = client.getQueryData(queryOptionsFor(listShares, { params }).queryKey) ?? [];
      const shares = change(current).map(({ userId, department, store, canEdit }) => ({
        userId,
        department,
        store,
        canEdit,
      }));
      return call(setShares, { params, body: { shares } });
    },
    onSuccess: (saved) => {
      client.setQueryData(queryKeyFor(listShares, { params }), saved);
      void client.invalidateQueries({ queryKey: notesKey });
    },
    onError: (error) => toastFailure(error, 'Couldn’t update sharing'),
  });

  const isOf = (audience: Audience) => (share: NoteShare) => keyOf(share) === keyOf(audience);
  return {
    shares: data ?? [],
    error,
    refetch,
    isLoading: !data && !error,
    add: (audience: Audience) =>
      mutate((shares) => [
        ...shares.filter((share) => !isOf(audience)(share)),
        { ...audience, canEdit: false },
      ]),
    remove: (audience: Audience) =>
      mutate((shares) => shares.filter((share) => !isOf(audience)(share))),
    setCanEdit: (audience: Audience, canEdit: boolean) =>
      mutate((shares) =>
        shares.map((share) => (isOf(audience)(share) ? { ...share, canEdit } : share)),
      ),
  };
}

interface Props {
  without: ReadonlySet<number>;
  onChoose: (userId: number) => void;
}

/** Searches people by name. */
function PersonField({ without, onChoose }: Props) {
  const finding = useFinding();
  const found = useFound(
    finding.search,
    queryOptionsFor(listUsers, { query: { search: finding.search, limit: 8 } }),
    ({ users }) =>
      users.filter(
        ({ id, isActive, protection }) =>
          isActive && protection !== 'system_bot' && !without.has(id),
      ),
  );
  return (
    <FindField
      label="Add a person"
      listLabel="People"
      placeholder="Search by name"
      noneHint={(text) => `No one else matches “${text}”.`}
      finding={finding}
      found={found}
      onChoose={({ id }) => onChoose(id)}
    >
      {(person) => (
        <>
          <Avatar name={person.shownName} size="sm" />
          <span className="min-w-0 truncate">
            {person.shownName} <span className="text-muted">@{person.username}</span>
          </span>
        </>
      )}
    </FindField>
  );
}
