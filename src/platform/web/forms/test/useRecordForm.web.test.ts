import { createElement, type SubmitEvent, useEffect } from 'react';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../api/ApiError.ts';
import type { FormLine } from '../changes.ts';
import { checkedBy, type Errors, type RecordForm, useRecordForm } from '../useRecordForm.ts';

interface Line extends FormLine {
  what: string;
}
interface Values {
  name: string;
  note: string;
  lines: Line[];
}
interface Quote {
  version: number;
  name: string;
  note: string;
  what: string;
  updatedBy?: string;
}

const quote: Quote = { version: 1, name: 'Ann', note: '', what: 'Mats' };
const valuesOf = ({ name, note, what }: Quote): Values => ({
  name,
  note,
  lines: [{ key: what, id: 5, what }],
});

function check({ name, lines }: Values): Errors {
  const errors: Errors = {};
  if (!name) errors.name = 'Enter a name';
  for (const [at, { what }] of lines.entries()) {
    if (!what) errors[`lines.${at}.what`] = 'Enter what';
  }
  return errors;
}

const refusal = (status: number, body: object) => new ApiError(status, '', JSON.stringify(body));
const submitEvent = { preventDefault: () => {} } as SubmitEvent<HTMLFormElement>;

/** As much of a browser as React needs for a component without elements. */
function stubBrowser() {
  const ignore = () => {};
  const node = { addEventListener: ignore, removeEventListener: ignore };
  const document = {
    ...node,
    nodeType: 9,
    createElement: () => ({ setAttribute: ignore, style: {} }),
  };
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', document);
  vi.stubGlobal('HTMLElement', class {});
  vi.stubGlobal('HTMLIFrameElement', class {});
  return { ...node, nodeType: 1, nodeName: 'DIV', tagName: 'DIV', ownerDocument: document };
}

type Render = (component: ReturnType<typeof createElement>) => void;
let createRender: () => Render;

beforeAll(async () => {
  const container = stubBrowser();
  // React DOM checks for a browser when it is imported.
  const { createRoot } = await import('react-dom/client');
  createRender = () => {
    const root = createRoot({ ...container } as unknown as HTMLElement);
    return (component) => root.render(component);
  };
});
afterAll(() => vi.unstubAllGlobals());

/** The server’s response to a save. */
type Save = (values: Values, version: number) => Quote | Error;

interface Shown {
  form?: RecordForm<Values>;
  /** Whether its effects have run: only then does it follow changes. */
  isMounted: boolean;
  latest: Quote;
  saved?: Quote;
  /** What the page does after a save, such as refreshing its list. */
  afterSave?: Promise<void>;
}

function Form({ record, save, shown }: { record: Quote; save: Save; shown: Shown }) {
  shown.form = useRecordForm<Values, Quote>({
    noun: 'quote',
    record,
    emptyValues: () => valuesOf(quote),
    valuesOf,
    resolver: checkedBy(check),
    save: async (values, { version }) => {
      const result = save(values, version);
      if (result instanceof Error) throw result;
      return result;
    },
    getLatest: async () => shown.latest,
    fieldNames: { name: 'Name', note: 'Note', lines: 'Lines' },
    async onSaved(saved) {
      shown.saved = saved;
      await shown.afterSave;
    },
  });
  useEffect(() => {
    shown.isMounted = true;
  }, [shown]);
  // The note has no field on the screen.
  shown.form.field('name');
  for (const at of shown.form.values.lines.keys()) shown.form.field(`lines.${at}.what`);
  return null;
}

/** The form on a page that shows the record. */
async function openForm(save: Save) {
  const shown: Shown = { latest: quote, isMounted: false };
  const render = createRender();
  const show = (record: Quote) => render(createElement(Form, { record, save, shown }));
  show(quote);
  await expect.poll(() => shown.isMounted).toBe(true);
  const form = () => shown.form as RecordForm<Values>;
  const submit = async () => {
    const before = form().attempt;
    form().submit(submitEvent);
    await expect.poll(() => form().attempt).toBe(before + 1);
  };
  return { form, submit, show, shown };
}

describe('a record form', () => {
  test('checks at submit, and an edit clears the error of its field only', async () => {
    const { form, submit, shown } = await openForm(() => quote);
    form().set('name', '');
    form().set('lines.0.what', '');
    await submit();
    expect(form().errorOf('name')).toBe('Enter a name');
    expect(form().errorOf('lines.0.what')).toBe('Enter what');
    form().set('name', 'Bea');
    await expect.poll(() => form().errorOf('name')).toBeUndefined();
    expect(form().errorOf('lines.0.what')).toBe('Enter what');
    form().set('lines', [...form().values.lines, { key: 'new', what: '' }]);
    await expect.poll(() => form().errorOf('lines.0.what')).toBeUndefined();
    expect(shown.saved).toBeUndefined();
  });

  test('is dirty while a value differs from what was loaded', async () => {
    const { form } = await openForm(() => quote);
    expect(form().isDirty).toBe(false);
    form().set('note', 'Blue');
    await expect.poll(() => form().isDirty).toBe(true);
    form().set('note', '');
    await expect.poll(() => form().isDirty).toBe(false);
  });

  test('shows a refusal at its fields, any other failure above them', async () => {
    let response = refusal(400, { error: 'No.', fields: { 'lines.0.what': 'Unknown' } });
    const { form, submit } = await openForm(() => response);
    await submit();
    expect(form().errorOf('lines.0.what')).toBe('Unknown');
    expect(form().refusal).toBeUndefined();
    response = refusal(403, { error: 'Not allowed.' });
    await submit();
    expect(form().errorOf('lines.0.what')).toBeUndefined();
    expect(form().refusal).toBe('Not allowed.');
  });

  test('shows a refusal above the fields if none of its fields is on the screen', async () => {
    let response = refusal(400, { error: 'The note is too long.', fields: { note: 'Too long' } });
    const { form, submit } = await openForm(() => response);
    await submit();
    expect(form().refusal).toBe('The note is too long.');
    response = refusal(400, { error: 'No.', fields: { 'lines.1.what': 'Unknown' } });
    await submit();
    expect(form().refusal).toBe('No.');
    response = refusal(400, { error: 'No.', fields: { note: 'Too long', name: 'Too short' } });
    await submit();
    expect(form().refusal).toBeUndefined();
    expect(form().errorOf('name')).toBe('Too short');
  });

  test('detects a newer version on save, and keeps the edits on top of it', async () => {
    const theirs: Quote = { ...quote, version: 2, note: 'Theirs', updatedBy: 'Tyler Boone' };
    const { form, submit, shown } = await openForm(({ name, note }, version) =>
      version === 2 ? { ...quote, version: 3, name, note } : refusal(409, { error: 'Stale.' }),
    );
    shown.latest = theirs;
    form().set('name', 'Mine');
    await submit();
    expect(form().conflict?.savedBy).toBe('Tyler Boone');
    expect(form().conflict?.changes).toEqual(['Note']);
    expect(form().refusal).toBeUndefined();
    form().conflict?.load();
    await expect.poll(() => form().conflict).toBeUndefined();
    expect(form().values).toMatchObject({ name: 'Mine', note: 'Theirs' });
    await submit();
    expect(shown.saved).toMatchObject({ version: 3, name: 'Mine', note: 'Theirs' });
  });

  test('shows the message of a 409 that is not a version conflict', async () => {
    const { form, submit } = await openForm(() => refusal(409, { error: 'It was sold.' }));
    await submit();
    expect(form().conflict).toBeUndefined();
    expect(form().refusal).toBe('It was sold.');
  });

  test('stays pending until the page is refreshed, and saves once', async () => {
    let saves = 0;
    const { form, shown } = await openForm(() => {
      saves += 1;
      return { ...quote, version: 2 };
    });
    const refresh = Promise.withResolvers<void>();
    shown.afterSave = refresh.promise;
    form().set('name', 'Bea');
    form().submit(submitEvent);
    await expect.poll(() => form().isSaved).toBe(true);
    expect(form().isPending).toBe(true);
    refresh.resolve();
    await expect.poll(() => form().isPending).toBe(false);
    form().submit(submitEvent);
    await new Promise((done) => setTimeout(done, 20));
    expect(saves).toBe(1);
  });

  test('detects a newer version as soon as the page shows it', async () => {
    const { form, show } = await openForm(() => quote);
    show({ ...quote, version: 2, note: 'Theirs' });
    await expect.poll(() => form().conflict?.savedBy).toBe('Someone else');
    form().conflict?.load();
    await expect.poll(() => form().values.note).toBe('Theirs');
    expect(form().isDirty).toBe(false);
  });
});
