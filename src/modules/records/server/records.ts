import type { Actor } from '../../../platform/server/http/actor.ts';
import { notFound } from '../../../platform/server/http/errors.ts';
import type { FoundCard, RecordKind, RecordRef } from '../contract.ts';
import { canSeeRecord } from './policy.ts';
import type { RecordFacts, RecordSource } from './sources.ts';

/** The records of all rooms. */
export interface Records {
  /** Cards of what the references name, as far as the actor may see it; one question for each kind. */
  cards(actor: Actor, references: readonly CardQuery[]): Promise<FoundCard[]>;
  /** Throws 404 where there is no such record for the actor. */
  get(actor: Actor, ref: RecordRef): Promise<RecordFacts>;
  /** Of these records those there are, whoever asks: never to be shown as they are. */
  facts(refs: readonly RecordRef[]): Promise<(RecordFacts & { kind: RecordKind })[]>;
}

interface CardQuery {
  kind: RecordKind;
  key: string;
}

export function createRecords(sources: readonly RecordSource[]): Records {
  const byKind = new Map(sources.map((source) => [source.kind, source]));
  if (byKind.size < sources.length) throw new Error('Two rooms answer for the same kind of record');

  async function facts(refs: readonly RecordRef[]) {
    const asked = [...Map.groupBy(refs, ({ kind }) => kind)];
    const answers = asked.map(async ([kind, group]) => {
      const found = await byKind.get(kind)?.facts(group.map(({ id }) => id));
      return found?.map((one) => ({ ...one, kind })) ?? [];
    });
    return (await Promise.all(answers)).flat();
  }

  return {
    async cards(actor, references) {
      const asked = [...Map.groupBy(references, ({ kind }) => kind)];
      const answers = asked.map(async ([kind, group]) => {
        const keys = [...new Set(group.map(({ key }) => key))];
        const found = (await byKind.get(kind)?.find(actor, keys)) ?? [];
        // A room that answers too much must not show it.
        const seen = found.filter(({ access, card }) => {
          return canSeeRecord(actor, access) && card.ref.kind === kind;
        });
        return seen.map(({ key, card }) => ({ kind, key, card }));
      });
      return (await Promise.all(answers)).flat();
    },

    async get(actor, ref) {
      const [record] = await facts([ref]);
      if (!record || !canSeeRecord(actor, record.access)) throw notFound();
      return record;
    },

    facts,
  };
}
