import { storeNames } from '../../../../platform/contract/names.ts';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { Report } from '../../contract/report.ts';
import { dayOf } from '../state/spans.ts';

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** So that missing records are not read as zero; stores that began on the same day share a sentence. */
export function gapSentences({ gaps }: Pick<Report, 'gaps'>): string[] {
  const byStart = new Map<string | null, string[]>();
  for (const { store, since } of gaps)
    byStart.set(since, [...(byStart.get(since) ?? []), storeNames[store]]);
  return [...byStart].map(([since, names]) =>
    since
      ? `No records for ${listed.format(names)} before ${dayOf(since)}.`
      : `No records for ${listed.format(names)} yet.`,
  );
}

/** Stores without records for part of the period. */
export function Gaps({ report }: { report: Report }) {
  if (report.gaps.length === 0) return null;
  return <Notice tone="warning">{gapSentences(report).join(' ')}</Notice>;
}
