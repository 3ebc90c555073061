import { zipOf } from '../../../../test/support/zip.ts';

interface Member {
  id: string;
  name: string;
  email?: string;
}

interface SlackChannel {
  id: string;
  name?: string;
  members: string[];
  [more: string]: unknown;
}

export interface SlackParts {
  team?: string;
  users?: Member[];
  channels?: SlackChannel[];
  groups?: SlackChannel[];
  mpims?: SlackChannel[];
  dms?: SlackChannel[];
  /** By folder and day: `general/2024-03-04`. */
  days?: Record<string, object[]>;
}

/** An export in Slack's format. */
export function slackZip({ team = 'T1', users = [], days = {}, ...lists }: SlackParts): Buffer {
  const { channels = [], groups = [], mpims = [], dms = [] } = lists;
  return zipOf({
    'users.json': JSON.stringify(
      users.map(({ id, name, email }) => ({
        id,
        team_id: team,
        name: name.split(' ')[0]?.toLowerCase(),
        profile: { real_name: name, ...(email && { email }) },
      })),
    ),
    'channels.json': JSON.stringify(channels),
    'groups.json': JSON.stringify(groups),
    'mpims.json': JSON.stringify(mpims),
    'dms.json': JSON.stringify(dms),
    ...Object.fromEntries(
      Object.entries(days).map(([path, messages]) => [
        `${path}.json`,
        JSON.stringify(messages.map((one) => ({ type: 'message', ...one }))),
      ]),
    ),
  });
}

/** March 4, 2024 at noon, plus so many seconds. */
export const ts = (seconds: number) => `${1_709_553_600 + seconds}.000100`;

/** A bulk export in Mattermost's format: its lines, and files beside them. */
export const mattermostZip = (lines: object[], files: Record<string, Buffer> = {}): Buffer =>
  zipOf({
    'import.jsonl': [{ type: 'version', version: 1 }, ...lines]
      .map((line) => JSON.stringify(line))
      .join('\n'),
    ...files,
  });

export const atMs = (seconds: number) => (1_709_553_600 + seconds) * 1000;
