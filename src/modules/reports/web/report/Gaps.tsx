import { storeNames } from '../../../../platform/contract/names.ts';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { Report } from '../../contract/report.ts';
import { dayOf } from '../spans.ts';

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** In words, so that nobody takes a missing past for zero; stores that began on the same day share a sentence. */
export function gapSentences({ gaps }: Pick<Report, 'gaps'>): string[] {
  const begun = new Map<string | null, string[]>();
  for (const { store, since } of gaps)
    begun.set(since, [...(begun.get(since) ?? []), storeNames[store]]);
  return [...begun].map(([since, names]) =>
    since
      ? `No records of ${listed.format(names)} before ${dayOf(since)}.`
      : `No records of ${listed.format(names)} yet.`,
  );
}

/** Which stores tell of only a part of the period. */
export function Gaps({ report }: { report: Report }) {
  if (report.gaps.length === 0) return null;
  return <Notice tone="warning">{gapSentences(report).join(' ')}</Notice>;
}
