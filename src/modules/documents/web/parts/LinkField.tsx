import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { permits } from '../../../../platform/contract/access.ts';
import { call } from '../../../../platform/web/api/call.ts';
import {
  type FoundItem,
  loadSearches,
  type SearchSource,
} from '../../../../platform/web/search/sources.ts';
import { FindField, useFinding, useFound } from '../../../../platform/web/ui/FindField.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import { listUsers } from '../../../people/contract.ts';
import type { Cabinet } from '../../contract/cabinets.ts';
import { type LinkKind, linkKinds, linksAtMost } from '../../contract/document.ts';
import { kindBeside, linkKindNames } from '../state/labels.ts';
import type { ChosenLink } from '../state/uploads/job.ts';

interface Props {
  links: readonly ChosenLink[];
  /** Its kind of record is searched first. */
  cabinet: Cabinet;
  error?: string | undefined;
  onChange: (links: ChosenLink[]) => void;
}

const isSame = (one: ChosenLink, other: ChosenLink) =>
  one.kind === other.kind && one.id === other.id;

/** The records that a document belongs to: those chosen, and a search for more. */
export function LinkField({ links, cabinet, error, onChange }: Props) {
  const add = (link: ChosenLink) => {
    if (!links.some((one) => isSame(one, link))) onChange([...links, link]);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1.5 text-sm font-medium text-text">Belongs to</legend>
      {links.length > 0 && (
        <ul aria-label="Belongs to" className="flex flex-col gap-1">
          {links.map((link) => (
            <li
              key={`${link.kind}-${link.id}`}
              className="flex min-h-row items-center justify-between gap-3 rounded-md border border-border py-0.5 pr-1 pl-3 text-base"
            >
              <span className="min-w-0 truncate">
                {link.title}
                <span className="pl-2 text-xs text-muted">{kindBeside(link)}</span>
              </span>
              <IconButton
                label={`Remove ${link.title}`}
                icon={X}
                size="sm"
                onClick={() => onChange(links.filter((one) => !isSame(one, link)))}
              />
            </li>
          ))}
        </ul>
      )}
      {links.length < linksAtMost && (
        <RecordFinder cabinet={cabinet} error={error} onChoose={add} />
      )}
    </fieldset>
  );
}

/** The kinds of records by the names of their searches. */
const kindOfSource: Record<string, LinkKind> = {
  deal: 'deal',
  'repair-order': 'repair_order',
  customer: 'customer',
  vehicle: 'vehicle',
};

const usualKinds: Record<Cabinet, LinkKind> = {
  deals: 'deal',
  service: 'repair_order',
  parts: 'repair_order',
  accounts_payable: 'vehicle',
  policies: 'employee',
  hr: 'employee',
};

interface FinderProps extends Pick<Props, 'cabinet'> {
  error: string | undefined;
  onChoose: (link: ChosenLink) => void;
}

function RecordFinder({ cabinet, error, onChoose }: FinderProps) {
  const searches = useSearches();
  const [chosen, setChosen] = useState<LinkKind>();
  const finding = useFinding();
  const kinds = linkKinds.filter((kind) => searches.has(kind));
  const usual = usualKinds[cabinet];
  const kind = chosen ?? (kinds.includes(usual) ? usual : (kinds[0] ?? 'employee'));
  const find = searches.get(kind);
  const found = useFound(
    finding.search,
    {
      queryKey: ['documents', 'records', kind, finding.search],
      queryFn: async ({ signal }) => (await find?.(finding.search, signal)) ?? [],
      enabled: find !== undefined && finding.search !== '',
    },
    (items) => items.map(({ id, title, detail }) => ({ id: Number(id), title, detail })),
  );
  const name = linkKindNames[kind];
  return (
    <div className="grid grid-cols-[9rem_minmax(0,1fr)] items-start gap-2">
      <SelectField
        label="Kind of record"
        labelHidden
        options={kinds.map((value) => ({ value, label: linkKindNames[value] }))}
        value={kind}
        onChange={({ target }) => setChosen(kinds.find((one) => one === target.value))}
      />
      <FindField
        label={`Find ${name.toLowerCase()}`}
        labelHidden
        listLabel={`${name}s`}
        placeholder={placeholders[kind]}
        noneHint={(text) => `Nothing matches “${text}”.`}
        error={error}
        finding={finding}
        found={found}
        onChoose={({ id, title }) => onChoose({ kind, id, title: titleOf(kind, title) })}
      >
        {({ title, detail }) => (
          <>
            <span className="min-w-0 flex-1 truncate">{title}</span>
            <span className="shrink-0 text-sm text-muted">{detail}</span>
          </>
        )}
      </FindField>
    </div>
  );
}

const placeholders: Record<LinkKind, string> = {
  deal: 'Deal, stock, VIN, customer',
  repair_order: 'RO, VIN, customer',
  customer: 'Name, phone or number',
  vehicle: 'Stock number, VIN, model',
  employee: 'Name',
};

/** A deal’s and a repair order’s search result starts with the bare number. */
const titleOf = (kind: LinkKind, title: string) =>
  kind === 'deal' || kind === 'repair_order' ? `${linkKindNames[kind]} ${title}` : title;

type Find = SearchSource['find'];

/** How records of each kind are found, as far as this person may. */
function useSearches(): ReadonlyMap<LinkKind, Find> {
  const user = useCurrentUser();
  const { data = [] } = useQuery({
    queryKey: ['search', 'sources'],
    queryFn: loadSearches,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const permitted = data.flatMap(({ name, access, find }) => {
    const kind = kindOfSource[name];
    return kind && permits(access, user ?? null) ? [[kind, find] as const] : [];
  });
  return new Map([...permitted, ['employee', findEmployees] as const]);
}

const atMost = 6;

async function findEmployees(search: string, signal: AbortSignal): Promise<FoundItem[]> {
  const { users } = await call(listUsers, { query: { search, limit: atMost } }, { signal });
  return users.map(({ id, shownName, username }) => ({
    id: String(id),
    title: shownName,
    detail: `@${username}`,
    href: '',
  }));
}
