import { notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { FoundCard, RecordKind, RecordRef } from '../contract.ts';
import { canSeeRecord } from './policy.ts';
import type { RecordFacts, RecordSource } from './sources.ts';

/** The records of all sources. */
export interface Records {
  /** Cards of the references that the actor may see; one query for each kind. */
  cards(actor: Actor, references: readonly CardQuery[]): Promise<FoundCard[]>;
  /** Throws 404 where the actor can see no such record. */
  get(actor: Actor, ref: RecordRef): Promise<RecordFacts>;
  /** The existing records among these, without an access check: never show them as they are. */
  facts(refs: readonly RecordRef[]): Promise<(RecordFacts & { kind: RecordKind })[]>;
}

interface CardQuery {
  kind: RecordKind;
  key: string;
}

export function createRecords(sources: readonly RecordSource[]): Records {
  const byKind = new Map(sources.map((source) => [source.kind, source]));
  if (byKind.size < sources.length)
    throw new Error('Two sources are registered for the same kind of record');

  async function facts(refs: readonly RecordRef[]) {
    const groups = [...Map.groupBy(refs, ({ kind }) => kind)];
    const lists = groups.map(async ([kind, group]) => {
      const found = await byKind.get(kind)?.facts(group.map(({ id }) => id));
      return found?.map((one) => ({ ...one, kind })) ?? [];
    });
    return (await Promise.all(lists)).flat();
  }

  return {
    async cards(actor, references) {
      const groups = [...Map.groupBy(references, ({ kind }) => kind)];
      const lists = groups.map(async ([kind, group]) => {
        const keys = [...new Set(group.map(({ key }) => key))];
        const found = (await byKind.get(kind)?.find(actor, keys)) ?? [];
        // A source that returns too much must not leak it.
        const seen = found.filter(({ access, card }) => {
          return canSeeRecord(actor, access) && card.ref.kind === kind;
        });
        return seen.map(({ key, card }) => ({ kind, key, card }));
      });
      return (await Promise.all(lists)).flat();
    },

    async get(actor, ref) {
      const [record] = await facts([ref]);
      if (!record || !canSeeRecord(actor, record.access)) throw notFound();
      return record;
    },

    facts,
  };
}
