import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Building2, Hash, Lock } from 'lucide-react';
import { type SubmitEvent, useId, useMemo, useState } from 'react';
import { v7 as uuid } from 'uuid';
import {
  type Department,
  type Role,
  roles,
  type Store,
} from '../../../../platform/contract/access.ts';
import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { Person, User } from '../../../people/contract.ts';
import {
  type CreatableType,
  channelNameMaxLength,
  creatableTypes,
  createChannel,
  descriptionMaxLength,
} from '../../contract/channels.ts';
import { PeoplePicker } from '../parts/PeoplePicker.tsx';
import { useChat } from '../state/chatContext.ts';
import { keepChannel } from '../state/conversations/keepChannel.ts';
import {
  departmentOptions,
  describeTeam,
  roleOptions,
  storeOptions,
} from '../state/conversations/labels.ts';
import { refusalOf } from '../state/errors.ts';
import { useEveryone } from '../state/people/usePeople.ts';
import type { GoingDialog } from './dialogFrame.ts';

type Body = RequestOf<typeof createChannel>['body'];
type NewChannel = Required<Omit<Body, 'userIds'>> & { userIds: number[] };

const blank: Omit<NewChannel, 'clientId'> = {
  name: '',
  description: '',
  type: 'public',
  userIds: [],
  store: null,
  department: null,
  minRole: null,
};

export default function CreateChannelDialog({ open, onClose, onGo }: GoingDialog) {
  const formId = useId();
  const client = useQueryClient();
  const types = creatableTypes(useChat().user);
  const [channel, setChannel] = useState(() => ({
    ...blank,
    clientId: uuid(),
    type: types[0] ?? blank.type,
  }));
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: NewChannel) => call(createChannel, { body }),
    onSuccess: (created) => {
      keepChannel(client, created);
      onGo(created.id, created.name);
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) mutate(asSent(channel));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Create channel"
      dismissable={channel.name === ''}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={isPending}>
            Create channel
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Fields channel={channel} error={error} onChange={setChannel} />
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  channel: NewChannel;
  error: unknown;
  onChange: (channel: NewChannel) => void;
}

function Fields({ channel, error, onChange }: FieldsProps) {
  const { user } = useChat();
  const myself = useMemo(() => new Set([user.id]), [user.id]);
  const { fields, sentence } = refusalOf(error, 'Couldn’t create channel. Try again.');
  const change = (part: Partial<NewChannel>) => onChange({ ...channel, ...part });
  return (
    <div className="flex flex-col gap-5">
      {sentence && (
        <Notice tone="danger" live>
          {sentence}
        </Notice>
      )}
      <TextField
        label="Name"
        required
        maxLength={channelNameMaxLength}
        autoComplete="off"
        placeholder="Used vehicle recon"
        value={channel.name}
        error={fields.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextArea
        label="Description"
        rows={2}
        maxLength={descriptionMaxLength}
        hint="What the channel is for."
        value={channel.description}
        error={fields.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <ChannelTypeChoice
        value={channel.type}
        types={creatableTypes(user)}
        error={fields.type}
        onChange={(type) => change({ type })}
      />
      {channel.type === 'team' ? (
        <TeamFields team={channel} fields={fields} onChange={change} />
      ) : (
        <PeoplePicker
          label="First members"
          chosen={channel.userIds}
          onChange={(userIds) => change({ userIds })}
          without={myself}
          error={fields.userIds}
          hint="You’re added automatically."
        />
      )}
    </div>
  );
}

/** Drops the fields of the other types. */
function asSent(channel: NewChannel): NewChannel {
  if (channel.type === 'team') return { ...channel, userIds: [] };
  return { ...channel, store: null, department: null, minRole: null };
}

const typeChoices = [
  { type: 'public', label: 'Public', hint: 'Everyone can read and join.', icon: Hash },
  { type: 'private', label: 'Private', hint: 'Only invited people can see it.', icon: Lock },
  {
    type: 'team',
    label: 'Team',
    hint: 'Members are set by store, department and role.',
    icon: Building2,
  },
] as const;

interface TypeProps {
  value: CreatableType;
  /** The types to offer. */
  types: readonly CreatableType[];
  error?: string | undefined;
  onChange: (type: CreatableType) => void;
}

function ChannelTypeChoice({ value, types, error, onChange }: TypeProps) {
  const name = useId();
  const shown = typeChoices.filter(({ type }) => types.includes(type));
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-medium text-text">Type</legend>
      <div className={clsx('grid gap-2', shown.length > 1 && 'sm:grid-cols-3')}>
        {shown.map(({ type, label, hint, icon: Icon }) => (
          <label
            key={type}
            className="flex cursor-default flex-col gap-1 rounded-md border border-line p-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-surface has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <span className="flex items-center gap-2 text-base font-medium text-text">
              <Icon aria-hidden className="size-4 shrink-0 text-muted" />
              {label}
              <input
                type="radio"
                name={name}
                checked={value === type}
                onChange={() => onChange(type)}
                className="ml-auto size-4 accent-accent outline-none"
              />
            </span>
            <span className="text-xs text-muted">{hint}</span>
          </label>
        ))}
      </div>
      {error && <p className="pt-1.5 text-xs text-danger">{error}</p>}
    </fieldset>
  );
}

interface Team {
  store: Store | null;
  department: Department | null;
  minRole: Role | null;
}

interface TeamProps {
  team: Team;
  fields: Record<string, string>;
  onChange: (team: Partial<Team>) => void;
}

function TeamFields({ team, fields, onChange }: TeamProps) {
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField
          label="Store"
          placeholder="Any store"
          options={storeOptions}
          value={team.store ?? ''}
          error={fields.store}
          onChange={({ target }) => onChange({ store: (target.value || null) as Store | null })}
        />
        <SelectField
          label="Department"
          placeholder="Any department"
          options={departmentOptions}
          value={team.department ?? ''}
          error={fields.department}
          onChange={({ target }) =>
            onChange({ department: (target.value || null) as Department | null })
          }
        />
        <SelectField
          label="Role"
          placeholder="Any role"
          options={roleOptions}
          value={team.minRole ?? ''}
          error={fields.minRole}
          onChange={({ target }) => onChange({ minRole: (target.value || null) as Role | null })}
        />
      </div>
      <Reach team={team} />
    </div>
  );
}

/** The member count now; an upper bound for users who can't see others' store access. */
function Reach({ team }: { team: Team }) {
  const { everyone, isPending } = useEveryone();
  if (isPending) return <p className="text-sm text-muted">Counting…</p>;
  const matching = everyone.filter((person) => mayBelong(person, team)).length;
  const certain = team.store === null || everyone.every((person) => 'storeAccess' in person);
  return (
    <p role="status" className="text-sm text-muted">
      {describeTeam(team)}:{' '}
      <strong className="font-semibold text-text">
        {certain ? '' : 'at most '}
        {plural(matching, 'person', 'people')}
      </strong>
      . People join and leave automatically as their store, department or role changes.
    </p>
  );
}

function mayBelong(person: Person | User, { store, department, minRole }: Team): boolean {
  if (department !== null && person.department !== department) return false;
  if (minRole !== null && roles.indexOf(person.role) < roles.indexOf(minRole)) return false;
  if (store === null || !('storeAccess' in person)) return true;
  return person.storeAccess.includes(store) || person.storeAccess.includes('all');
}
