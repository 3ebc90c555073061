import { describe, expect, it } from 'vitest';
import type { ChatImport } from '../contract.ts';
import { edited } from '../web/plan/edits.ts';
import { matchesSearch } from '../web/plan/SearchHead.tsx';
import { stepsOf } from '../web/status/stepsOf.ts';

const channel = { sourceId: 'C1', kind: 'public' as const, name: 'general', messages: 10 };
const read: ChatImport = {
  id: 7,
  fileName: 'export.zip',
  sizeBytes: 900,
  kind: 'slack',
  workspace: 'Prairie',
  state: 'read',
  failure: '',
  done: 0,
  total: 0,
  withFiles: true,
  files: 0,
  fileBytes: 0,
  messages: 10,
  from: null,
  until: null,
  people: [
    {
      sourceId: 'U1',
      name: 'Dale',
      email: 'dale@example.com',
      messages: 6,
      userId: 3,
      userName: 'Dale Hutchins',
      matchedBy: 'email',
    },
    {
      sourceId: 'U2',
      name: 'Ana',
      email: '',
      messages: 4,
      userId: null,
      userName: null,
      matchedBy: null,
    },
  ],
  channels: [{ ...channel, chosen: true, obstacle: null, channelId: null }],
  brought: { channels: 0, messages: 0, reactions: 0, files: 0 },
  kept: 0,
  canReadRemoved: false,
  problems: [],
  problemCount: 0,
  createdAt: '2026-03-04T15:00:00.000Z',
  createdBy: 'Avery Lindqvist',
};
const begun = { channels: 1, messages: 4, reactions: 0, files: 0 };
const can = (change: Partial<ChatImport>) =>
  Object.entries(stepsOf({ ...read, ...change }))
    .filter(([, may]) => may)
    .map(([step]) => step);

describe('the actions of an import', () => {
  it('are planning and running once it has been read', () => {
    expect(can({})).toEqual(['plan', 'run', 'canRun']);
  });

  it('do not include running if nothing that can be imported is chosen', () => {
    const [one] = read.channels;
    if (!one) throw new Error('No channel in the export');
    expect(can({ channels: [{ ...one, chosen: false }] })).toEqual(['plan', 'run']);
    expect(can({ channels: [{ ...one, obstacle: 'They talk here.' }] })).toEqual(['plan', 'run']);
  });

  it('are stopping while it runs, and none while it is being read or undone', () => {
    expect(can({ state: 'importing' })).toContain('stop');
    expect(can({ state: 'importing', brought: begun })).not.toContain('undo');
    expect(can({ state: 'reading', channels: [] })).toEqual([]);
    expect(can({ state: 'undoing', brought: begun })).toEqual(['canRun']);
  });

  it('are continuing and undoing after it was stopped or failed', () => {
    const stopped = can({ state: 'read', brought: begun, done: 4, total: 10 });
    expect(stopped).toEqual(['canRun', 'goOn', 'undo']);
    expect(can({ state: 'failed', brought: begun })).toEqual(['canRun', 'goOn', 'undo']);
  });

  it('are continuing if it failed before anything was imported', () => {
    expect(can({ state: 'failed' })).toEqual(['canRun', 'goOn']);
  });

  it('are none if the export could not be read', () => {
    expect(can({ state: 'failed', kind: null, people: [], channels: [] })).toEqual([]);
  });

  it('are undoing it, once', () => {
    const all = { ...begun, messages: 10 };
    expect(can({ state: 'imported', brought: all, done: 10, total: 10 })).toEqual([
      'canRun',
      'undo',
    ]);
    expect(can({ state: 'undone' })).toEqual(['canRun']);
  });
});

describe('an unsaved plan', () => {
  it('is shown with its edits, and leaves the rest as it was', () => {
    const seen = edited(read, {
      people: new Map([
        ['U1', null],
        ['U2', { id: 9, name: 'Ana Ruiz' }],
      ]),
      channels: new Map([['C1', false]]),
      withFiles: false,
    });
    expect(seen.people).toMatchObject([
      { userId: null, userName: null, matchedBy: null },
      { userId: 9, userName: 'Ana Ruiz', matchedBy: 'hand' },
    ]);
    expect(seen.channels).toMatchObject([{ chosen: false }]);
    expect(seen.withFiles).toBe(false);
    expect(edited(read, null)).toBe(read);
  });
});

describe('a search for people', () => {
  it('people are found in any order and case', () => {
    expect(matchesSearch('ruiz ANA', 'Ana Ruiz', 'ana@example.com')).toBe(true);
    expect(matchesSearch('', 'Ana')).toBe(true);
    expect(matchesSearch('ana dale', 'Ana Ruiz')).toBe(false);
  });
});
