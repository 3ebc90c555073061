import { type Ref, useId } from 'react';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { Scans } from '../state/useScans.ts';
import type { useScanner } from '../useScanner.ts';
import { DoubtfulVin } from './DoubtfulVin.tsx';
import { ScanResult } from './ScanResult.tsx';

interface Props {
  scanner: ReturnType<typeof useScanner>;
  scans: Scans;
  headingRef: Ref<HTMLHeadingElement>;
}

/** The last read, or the scan selected in the list. */
export function ResultPanel({ scanner, scans, headingRef }: Props) {
  const id = useId();
  const { shown } = scanner;
  if (shown.what === 'nothing') return null;
  return (
    <section aria-labelledby={id} className="rounded-md border border-border p-4">
      <h4 id={id} ref={headingRef} tabIndex={-1} className="sr-only">
        Result
      </h4>
      {shown.what === 'license' && (
        <Notice tone="locked" title="Driver license" live>
          Forecourt doesn’t save driver license data.
        </Notice>
      )}
      {shown.what === 'empty' && (
        <Notice tone="warning" live>
          This code is empty.
        </Notice>
      )}
      {shown.what === 'doubtful' && (
        <DoubtfulVin
          key={shown.vin}
          vin={shown.vin}
          onCorrect={(vin) => scanner.correct(shown.read, vin)}
          onOverride={(reason) => scanner.override(shown.read, reason)}
          onText={() => scanner.keepAsText(shown.read)}
        />
      )}
      {shown.what === 'scan' && (
        <ScanResult
          key={shown.scan.id}
          scan={shown.scan}
          waiting={scans.waiting.has(shown.scan.id)}
        />
      )}
    </section>
  );
}
