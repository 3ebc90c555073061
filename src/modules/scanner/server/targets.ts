import type { Actor } from '../../../platform/server/http/actor.ts';
import type { ScanKind } from '../contract/kinds.ts';
import type { Scan, ScanAnswer, Target } from '../contract.ts';

type ScannedCode = Pick<Scan, 'kind' | 'value'>;

/** A module whose records can be found by scanning; passed in by `main/modules.ts`. */
export interface ScanTarget {
  /** The kinds of code that identify its records. */
  kinds: readonly ScanKind[];
  /** The record with this code, if it exists and the actor may see it. */
  resolve(actor: Actor, code: ScannedCode): Promise<Target | null>;
  /** Whether the actor may add such a record. */
  canAdd(actor: Actor): boolean;
  /** The page that adds it, prefilled with the value. */
  addHref(value: string): string;
}

/** The record that a scan identifies; of several targets the first match wins. */
export async function findTarget(
  targets: readonly ScanTarget[],
  actor: Actor,
  { kind, value }: ScannedCode,
): Promise<Omit<ScanAnswer, 'scan'>> {
  const candidates = targets.filter(({ kinds }) => kinds.includes(kind));
  const results = await Promise.all(
    candidates.map((candidate) => candidate.resolve(actor, { kind, value })),
  );
  const target = results.find((result) => result !== null) ?? null;
  const adding = target ? undefined : candidates.find((candidate) => candidate.canAdd(actor));
  return { target, addHref: adding?.addHref(value) ?? null };
}
