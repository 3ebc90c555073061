import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { Link } from 'wouter';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { makeOf, modelYearOf } from '../../../vin/contract.ts';
import type { ScanKind } from '../../contract/kinds.ts';
import { wrongVinLength } from '../../contract/vin.ts';
import { getScan, type Scan } from '../../contract.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { hostOf } from '../state/describe.ts';
import { formatNames, kindIcons, kindNames, sourceNames } from '../state/labels.ts';
import { Value } from './Value.tsx';

interface Props {
  scan: Scan;
  /** Unsent, so the record it identifies is not known yet. */
  waiting: boolean;
}

/** The scanned value and the record it identifies. */
export function ScanResult({ scan, waiting }: Props) {
  const { kind, value, format, source, overrideReason } = scan;
  const Icon = kindIcons[kind];
  const origin = [sourceNames[source], format && formatNames[format]].filter(Boolean).join(', ');
  const length = kind === 'text' ? wrongVinLength(value) : null;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Icon aria-hidden="true" className="size-4" />
        <span className="font-medium text-text">{kindNames[kind]}</span>
        <span>{origin}</span>
        {waiting && <Badge tone="warning">Not synced yet</Badge>}
      </p>
      <p className="mt-1 max-h-40 overflow-y-auto">
        <Value value={value} className="text-xl font-semibold" />
      </p>
      {kind === 'vin' && <VinFacts vin={value} overrideReason={overrideReason} />}
      {length && (
        <p className="mt-1 text-sm text-muted">{`A VIN has 17 characters. This has ${length}.`}</p>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {!waiting && <RecordLink scanId={scan.id} kind={kind} />}
        {kind === 'url' && <OpenLink url={value} />}
        <CopyButton value={value} />
      </div>
    </>
  );
}

function VinFacts({ vin, overrideReason }: { vin: string; overrideReason: string | null }) {
  const facts = [
    ['Year', modelYearOf(vin) ?? 'Unknown'],
    ['Make', makeOf(vin) ?? 'Unknown'],
    ['Last eight', vin.slice(-8)],
    ['Check digit', overrideReason ? `Overridden: ${overrideReason}` : 'Valid'],
  ];
  return (
    <>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-base">
        {facts.map(([name, fact]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-text">{fact}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">Check that the year and make match the vehicle.</p>
    </>
  );
}

const addNames: Partial<Record<ScanKind, string>> = {
  vin: 'Add vehicle',
  stock_number: 'Add vehicle',
  repair_order: 'Add repair order',
  part_number: 'Add part',
};

/** A link to the record, or to the page that adds it, if a module offers one. */
function RecordLink({ scanId, kind }: { scanId: string; kind: ScanKind }) {
  const { data } = useQuery({
    ...queryOptionsFor(getScan, { params: { scanId } }),
    // A record that is missing now may be added soon.
    staleTime: 10_000,
  });
  if (data?.target) {
    const { title, subtitle, href } = data.target;
    return (
      <Link href={href} className={buttonClasses({ variant: 'primary' })}>
        {subtitle ? `Open ${title}, ${subtitle}` : `Open ${title}`}
      </Link>
    );
  }
  if (!data?.addHref) return null;
  return (
    <Link href={data.addHref} className={buttonClasses({ variant: 'primary' })}>
      {addNames[kind] ?? 'Add'}
    </Link>
  );
}

/** Never opened automatically, because a label can be tampered with. */
function OpenLink({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClasses()}>
      <ExternalLink aria-hidden="true" />
      {`Open ${hostOf(url)}`}
    </a>
  );
}
