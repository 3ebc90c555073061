import type { Actor } from '../../../platform/server/http/actor.ts';
import type { ScanKind } from '../contract/kinds.ts';
import type { Scan, ScanAnswer, Target } from '../contract.ts';

type Found = Pick<Scan, 'kind' | 'value'>;

/** A room whose records can be found by what is scanned; `main/modules.ts` hands them in. */
export interface ScanTarget {
  /** The kinds of code it knows its records by. */
  kinds: readonly ScanKind[];
  /** The record this leads to, if there is one and the actor may see it. */
  resolve(actor: Actor, found: Found): Promise<Target | null>;
  /** Whether the actor may add such a record. */
  canAdd(actor: Actor): boolean;
  /** The page that adds it, filled in with the value. */
  addHref(value: string): string;
}

/** Where a scan leads; of several rooms the first that knows it answers. */
export async function findTarget(
  targets: readonly ScanTarget[],
  actor: Actor,
  { kind, value }: Found,
): Promise<Omit<ScanAnswer, 'scan'>> {
  const asked = targets.filter(({ kinds }) => kinds.includes(kind));
  const found = await Promise.all(asked.map((one) => one.resolve(actor, { kind, value })));
  const target = found.find((one) => one !== null) ?? null;
  const adding = target ? undefined : asked.find((one) => one.canAdd(actor));
  return { target, addHref: adding?.addHref(value) ?? null };
}
