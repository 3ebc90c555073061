import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import type { Scan } from '../contract.ts';
import type { Code } from './decoding/code.ts';
import { assess, type Read } from './reading.ts';
import { detailOf } from './state/describe.ts';
import { kindNames } from './state/labels.ts';
import { asScan, type Unsent } from './state/outbox.ts';
import type { Scans } from './state/useScans.ts';

export type Shown =
  | { what: 'nothing' }
  | { what: 'license' }
  | { what: 'empty' }
  | { what: 'doubtful'; read: Read; vin: string }
  | { what: 'scan'; scan: Scan };

/** The current result, and the user's decisions on it. */
export function useScanner(scans: Scans) {
  const [shown, setShown] = useState<Shown>({ what: 'nothing' });
  const [announcement, setAnnouncement] = useState('');

  function save(read: Read, more: Pick<Unsent, 'asText' | 'overrideReason'> = {}): void {
    const unsent = { id: uuid(), scannedAt: new Date().toISOString(), ...read, ...more };
    scans.add(unsent);
    const scan = asScan(unsent);
    setShown({ what: 'scan', scan });
    setAnnouncement([kindNames[scan.kind], scan.value, detailOf(scan)].filter(Boolean).join(', '));
  }

  function take(read: Read): void {
    const assessment = assess(read);
    setAnnouncement('');
    if (assessment.verdict === 'clear') save(read);
    else if (assessment.verdict === 'doubtful')
      setShown({ what: 'doubtful', read, vin: assessment.vin });
    else setShown({ what: assessment.verdict });
  }

  return {
    shown,
    /** Text for screen readers. */
    announcement,
    take,
    takeCode: ({ text, format }: Code, source: 'camera' | 'file') => take({ text, format, source }),
    clear: () => setShown({ what: 'nothing' }),
    show: (scan: Scan) => setShown({ what: 'scan', scan }),
    correct: (read: Read, vin: string) => save({ ...read, text: vin }),
    override: (read: Read, overrideReason: string) => save(read, { overrideReason }),
    keepAsText: (read: Read) => save(read, { asText: true }),
  };
}
