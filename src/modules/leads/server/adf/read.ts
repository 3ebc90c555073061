import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import {
  defineParser,
  type Parsing,
  sourceOf,
} from '../../../../platform/server/parsing/parsing.ts';
import type adfParser from './adfParser.ts';
import type { Prospect } from './prospect.ts';

const adf = defineParser<typeof adfParser>({
  name: 'leads.adf',
  module: new URL('./adfParser.ts', import.meta.url),
  lane: 'messages',
  seconds: 5,
  outputMaxBytes: 8 * 1024 * 1024,
});

/** Parses a message in a sandbox: its text and prospects, or what is wrong with it. */
export async function readMessage(
  parsing: Parsing,
  bytes: Buffer,
  contentType: string,
): Promise<{ raw: string; prospects?: Prospect[]; problem?: string }> {
  try {
    return (await parsing.read(adf, sourceOf(bytes), { contentType })).result;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const raw = bytes.toString('utf8').replaceAll('\0', '');
    return { raw, problem: "This message can't be read." };
  }
}
