import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** The layer of each module. A module imports only lower layers, and only their public files. */
const layers: Record<string, number> = {
  people: 1,
  activity: 1,
  organization: 1,
  mail: 1,
  vin: 1,
  access: 2,
  presence: 2,
  notifications: 2,
  records: 2,
  retention: 2,
  imports: 2,
  attachments: 2,
  'data-guard': 2,
  'month-locks': 2,
  chat: 3,
  shortcuts: 3,
  'time-clock': 3,
  notes: 3,
  scanner: 3,
  vehicles: 3,
  employees: 3,
  customers: 3,
  'data-access': 3,
  system: 3,
  'chat-import': 4,
  'chat-notifications': 4,
  'chat-search': 4,
  'scheduled-messages': 4,
  'repair-orders': 4,
  deals: 4,
  leads: 4,
  credentials: 4,
  kiosk: 4,
  'time-off': 4,
  utilities: 4,
  'public-site': 4,
  admin: 5,
  settings: 5,
  requests: 5,
  showroom: 5,
  notices: 5,
  slips: 5,
  shell: 5,
  documents: 5,
  payroll: 5,
  schedules: 5,
  policies: 6,
  dashboard: 6,
  jackets: 6,
  onboarding: 6,
  reports: 6,
  recruiting: 6,
};

const forbiddenNames = /(^|\/)(utils?|helpers?|common|manager|base|misc)\.(ts|tsx|mjs)$/;

function walk(folder: string): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : walk(file);
    return /\.(ts|tsx|mjs|css)$/.test(entry.name) ? [file] : [];
  });
}

const files = ['src', 'test', 'db', 'bin'].flatMap(walk);
const text = new Map(files.map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]));

function importsOf(file: string): string[] {
  const pattern = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;
  return [...(text.get(file) ?? '').matchAll(pattern)].map(([, target = '']) =>
    path.posix.normalize(`${path.posix.dirname(file)}/${target}`),
  );
}

const edges = files.flatMap((file) => importsOf(file).map((target) => ({ file, target })));
const product = edges.filter(({ file }) => file.startsWith('src/') && !/\/test\//.test(file));

interface Place {
  layer: 'main' | 'modules' | 'platform';
  module: string;
  side: string;
}

function placeOf(file: string): Place {
  const [, layer = '', second = '', third = ''] = file.split('/');
  if (layer === 'modules') return { layer, module: second, side: third };
  return { layer: layer as 'main' | 'platform', module: '', side: second };
}

/** All parent folders of a file up to the side of its module or the platform, inclusive. */
function foldersOf(file: string): string[] {
  const parts = path.posix.dirname(file).split('/');
  const side = parts[1] === 'modules' ? 4 : 3;
  return parts.slice(side - 1).map((_, index) => parts.slice(0, side + index).join('/'));
}

/** The direct subfolder of `parent` that contains the file. */
function childOf(parent: string, file: string): string | undefined {
  const [child, ...rest] = file.startsWith(`${parent}/`)
    ? file.slice(parent.length + 1).split('/')
    : [];
  return rest.length > 0 ? child : undefined;
}

const order = { main: 3, modules: 2, platform: 1 };
const show = (found: { file: string; target: string }[]) =>
  found.map(({ file, target }) => `${file} → ${target}`);

describe('imports', () => {
  test('point one way: main → modules → platform', () => {
    const up = product.filter(({ file, target }) => {
      if (!target.startsWith('src/') || /package\.json$/.test(target)) return false;
      return order[placeOf(target).layer] > order[placeOf(file).layer];
    });
    expect(show(up)).toEqual([]);
  });

  test('of the product never reach into tests', () => {
    expect(show(product.filter(({ target }) => /(^test\/|\/test\/)/.test(target)))).toEqual([]);
  });

  test('have no cycles between files', () => {
    expect(findCycle(product)).toEqual([]);
  });

  test('have no cycles between sibling folders', () => {
    const folders = new Set(product.flatMap(({ file }) => foldersOf(file)));
    const cycles = [...folders].map((parent) => {
      const between = product.flatMap(({ file, target }) => {
        const from = childOf(parent, file);
        const to = childOf(parent, target);
        return from && to && from !== to ? [{ file: from, target: to }] : [];
      });
      return findCycle(between);
    });
    expect(folders.size).toBeGreaterThan(200);
    expect(cycles.filter((cycle) => cycle.length > 0)).toEqual([]);
  });

  test('every module has a layer', () => {
    const modules = new Set(product.map(({ file }) => placeOf(file).module).filter(Boolean));
    expect([...modules].filter((name) => layers[name] === undefined)).toEqual([]);
  });

  test('between modules reach only the public files of lower layers', () => {
    const wrong = product.filter(({ file, target }) => {
      const from = placeOf(file);
      const to = placeOf(target);
      if (from.layer !== 'modules' || to.layer !== 'modules' || from.module === to.module)
        return false;
      const lower = (layers[to.module] ?? 9) < (layers[from.module] ?? 0);
      return !lower || !/\/(contract|server\/public|web\/public)\.tsx?$/.test(target);
    });
    expect(show(wrong)).toEqual([]);
  });

  test('between web and server go through the contract only', () => {
    const sides = (side: string) => (side === 'web' ? 'web' : side === 'server' ? 'server' : '');
    const wrong = product.filter(({ file, target }) => {
      const from = sides(placeOf(file).side);
      const to = sides(placeOf(target).side);
      return placeOf(file).layer !== 'main' && from && to && from !== to;
    });
    expect(show(wrong)).toEqual([]);
  });

  test('of contracts are other contracts only', () => {
    const wrong = product.filter(
      ({ file, target }) => /\/contract(\.ts|\/)/.test(file) && !/\/contract(\.ts|\/)/.test(target),
    );
    expect(show(wrong)).toEqual([]);
  });
});

describe('files', () => {
  test('have no catch-all names', () => {
    expect(files.filter((file) => forbiddenNames.test(file))).toEqual([]);
  });
});

/** Libraries that parse uploaded files. */
const parserLibraries =
  /^(sharp|file-type|unpdf|@embedpdf\/pdfium|tesseract\.js-core|yauzl|csv-parse|fast-xml-parser)(\/|$)/;

/** What a file imports at run time, without type imports. */
function loadedBy(file: string): string[] {
  const source = (text.get(file) ?? '').replace(/^import type [^;]*;$/gm, '');
  const pattern = /^(?:import|export)\s(?:[^;'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm;
  const later = /(?<!typeof )\bimport\('([^']+)'\)/g;
  return [...source.matchAll(pattern), ...source.matchAll(later)].map(([, target = '']) =>
    target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target,
  );
}

describe('handlers', () => {
  test('have the name of their endpoint', () => {
    const added = /\broutes\.add\(\s*(?:\w+\.)?(\w+),\s*(\w+)\(/g;
    const all = [...text].flatMap(([file, source]) =>
      [...source.matchAll(added)].map(([, endpoint, handler]) => ({ file, endpoint, handler })),
    );
    expect(all.length).toBeGreaterThan(100);
    expect(
      all.filter(({ endpoint, handler }) => handler !== 'async' && handler !== endpoint),
    ).toEqual([]);
  });
});

describe('uploaded files', () => {
  test('are parsed in processes with limits, never in the server', () => {
    const seen = new Map([['src/main/server.ts', '']]);
    for (const [file] of seen) {
      for (const target of loadedBy(file)) if (!seen.has(target)) seen.set(target, file);
    }
    const wrong = [...seen].filter(([target]) => parserLibraries.test(target));
    expect(seen.size).toBeGreaterThan(500);
    expect(wrong.map(([library, file]) => `${file} → ${library}`)).toEqual([]);
  });

  test('are parsed by files that the server starts by URL and never imports', () => {
    const parsers = files.filter((file) => /^src\/.*Parser\.ts$/.test(file));
    const named = parsers.filter((file) =>
      files.some((other) => text.get(other)?.includes(`new URL('./${path.posix.basename(file)}'`)),
    );
    expect(parsers.length).toBeGreaterThan(10);
    expect(parsers.filter((file) => !named.includes(file))).toEqual([]);
  });
});

/** Formats or parses in the time zone of the machine instead of the group's. */
const machineTimePatterns = [
  /Intl\.DateTimeFormat\(|\btoLocale(Date|Time)String|\.to(Date|Time)String\(/,
  /\.(get|set)(Hours|Minutes|Seconds|Date|Month|FullYear)\(|\.get(Day|TimezoneOffset)\(/,
  /(new Date\([^()]*\)|\b(at|date|day|moment|now|then|when))\.toLocaleString\(/,
  /new Date\([^()`'"]*,|new Date\(`[^`]*[^Z`]`\)/,
];
/** Formats in the zone that is passed in, which is the group's. */
const explicitZoneFiles = ['src/modules/reports/web/state/spans.ts'];
const timeImport = /platform\/web\/time\/(days|inputs|moments|relativeTime|zoneLabels)\.ts'/;

describe('times', () => {
  const web = files.filter(
    (file) =>
      /^src\/(platform\/web|modules\/[^/]+\/web|main\/.*\.tsx$)/.test(file) &&
      !/\/test\//.test(file),
  );

  test('are formatted and parsed only in platform/web/time, in the group time zone', () => {
    const own = web.filter(
      (file) =>
        !file.startsWith('src/platform/web/time/') &&
        !explicitZoneFiles.includes(file) &&
        machineTimePatterns.some((pattern) => pattern.test(text.get(file) ?? '')),
    );
    expect(own).toEqual([]);
  });

  test('in memoized components follow a change of the group time zone', () => {
    const staleMemos = web.filter((file) => {
      const source = text.get(file) ?? '';
      return /\bmemo\(/.test(source) && timeImport.test(source) && !/useTimezone\(\)/.test(source);
    });
    expect(staleMemos).toEqual([]);
  });
});

function findCycle(found: { file: string; target: string }[]): string[] {
  const next = new Map<string, string[]>();
  for (const { file, target } of found) next.set(file, [...(next.get(file) ?? []), target]);
  const done = new Set<string>();
  function visit(file: string, trail: string[]): string[] {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const target of next.get(file) ?? []) {
      const cycle = visit(target, [...trail, file]);
      if (cycle.length > 0) return cycle;
    }
    done.add(file);
    return [];
  }
  for (const file of next.keys()) {
    const cycle = visit(file, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
