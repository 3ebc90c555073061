import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ImportedFile, importMaxRows } from '../../../src/modules/imports/contract.ts';
import type { Writer } from '../../support/writers.ts';
import { quantile } from '../measure/statistics.ts';
import { fixed, printTable, rounded } from '../measure/table.ts';
import { type Product, startProduct } from '../subjects/product.ts';

// A file of repair orders of the maximum size, with two lines per order and every thousandth row invalid: how long each
// step takes, how long others wait meanwhile, and the peak memory of the server.

const header =
  'RO,Opened,Closed,Advisor,Customer,Phone,Car,Pay type,Op code,Complaint,Hours,Labor,Parts';

function fileFor(advisor: string): string {
  const lines = Array.from({ length: importMaxRows }, (_, at) => {
    const order = 200_000 + Math.floor(at / 2);
    const customer = order % 4_000;
    const labor = at % 1_000 === 999 ? 'much' : '49.95';
    return `${order},11/03/2025,11/04/2025,${advisor},Regular ${customer},316233${1_000 + customer},2021 Ford Escape,C,LOF,Oil change,0.5,${labor},52.50`;
  });
  return [header, ...lines].join('\n');
}

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

async function measure({ server }: Product, manager: Writer, file: string): Promise<string[][]> {
  const base = `${server.url}/api/imports/repair_orders`;
  const headers = { cookie: manager.cookie };
  const json = { ...headers, 'content-type': 'application/json' };
  const send = async (address: string, init: RequestInit) => {
    const response = await fetch(address, { method: 'POST', ...init });
    if (!response.ok) throw new Error(`${address} failed with ${response.status}`);
    return (await response.json()) as ImportedFile;
  };
  const rows: string[][] = [];
  const step = async (what: string, begin: () => Promise<ImportedFile>): Promise<ImportedFile> => {
    const before = performance.now();
    const waits: number[] = [];
    let peakMb = 0;
    let now = await begin();
    while (/ing$/.test(now.state)) {
      const requestedAt = performance.now();
      const response = await fetch(`${base}/${now.id}`, { headers });
      now = (await response.json()) as ImportedFile;
      waits.push(performance.now() - requestedAt);
      peakMb = Math.max(peakMb, residentMb(server.pid));
      await sleep(100);
    }
    const ms = [0.5, 0.99].map((part) => fixed(quantile(waits, part), 1));
    rows.push([what, fixed((performance.now() - before) / 1000, 1), ...ms, rounded(peakMb)]);
    return now;
  };
  const started = `${base}/${crypto.randomUUID()}/file?store=ford`;
  const { id, mapping } = await step('read', () => send(started, { headers, body: file }));
  const body = JSON.stringify({ mapping });
  const checked = await step('check', () => send(`${base}/${id}/check`, { headers: json, body }));
  const made = await step('run', () => send(`${base}/${id}/run`, { headers }));
  if (made.created !== checked.readyRecords) throw new Error(`Only ${made.created} were created`);
  await step('undo', () => send(`${base}/${id}/undo`, { headers }));
  return rows;
}

export async function imports(): Promise<void> {
  const product = await startProduct(1);
  const [manager] = product.people as [Writer];
  const { rows } = await product.pool.query<{ username: string }>(
    `update users set page_permissions = '{customer_management}', role = 'manager',
       feature_permissions = '{view_data,create_records}', store_access = '{ford}'
     where id = $1 returning username`,
    [manager.userId],
  );
  const found = await measure(product, manager, fileFor(rows[0]?.username ?? ''));
  const headings = ['', 'seconds', 'status, p50 ms', 'p99 ms', 'server peak MB'];
  printTable(`A file of ${rounded(importMaxRows)} lines of repair orders`, headings, found);
  await product.stop();
}
