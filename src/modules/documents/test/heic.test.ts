import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { createLog } from '../../../platform/server/log/log.ts';
import { createParsing, sourceOf } from '../../../platform/server/parsing/parsing.ts';
import { editPages } from '../server/files/edit.ts';
import { inspectFile } from '../server/files/inspect.ts';
import { recognizePage } from '../server/files/recognize.ts';
import { renderPage } from '../server/files/render.ts';

const parsing = createParsing(createLog('silent'));
afterAll(() => parsing.stop());

/** A photo of 1,200 by 800 pixels, compressed as an iPhone does. */
const license = await fs.readFile(path.join(import.meta.dirname, 'license.heic'));
const inspect = (bytes: Buffer, name: string) => inspectFile(parsing, sourceOf(bytes), name);
const page = { kind: 'image', page: 1 } as const;

test('a photo of an iPhone is an image with a page', async () => {
  expect(await inspect(license, 'IMG_0412.HEIC')).toMatchObject({
    mimeType: 'image/heic',
    kind: 'image',
    pageCount: 1,
    refusal: null,
  });
});

test('its page is shown, and its text recognized', async () => {
  const shown = await renderPage(parsing, sourceOf(license), { ...page, width: 600 });
  const { width, height } = await sharp(shown ?? Buffer.alloc(0)).metadata();
  expect([width, height]).toEqual([600, 400]);
  const found = await recognizePage(parsing, sourceOf(license), page);
  expect(found).toContain('Number D8871240');
});

test('it becomes a page of a PDF', async () => {
  const files = [{ source: sourceOf(license), kind: 'image' as const }];
  const pdf = await editPages(parsing, files, { parts: [{ file: 0 }] });
  expect(await inspect(pdf, 'license.pdf')).toMatchObject({ kind: 'pdf', pageCount: 1 });
});

test('one that is cut off is kept without a picture, and a PDF inside is refused', async () => {
  expect(await inspect(license.subarray(0, 900), 'IMG_0412.heic')).toMatchObject({
    mimeType: 'image/heic',
    kind: 'other',
    pageCount: null,
    refusal: null,
  });
  const hidden = Buffer.concat([license, Buffer.from('%PDF-1.4 %%EOF')]);
  expect((await inspect(hidden, 'IMG_0412.heic')).refusal).toMatch(/several kinds/);
});

test('text with the name of a photo is refused', async () => {
  const { refusal } = await inspect(Buffer.from('Only text'), 'IMG_0412.heic');
  expect(refusal).toBe('This file’s content does not match its name.');
});
