const channels: Record<string, string> = {
  call: 'phone calls',
  text: 'text messages',
  email: 'email',
  mail: 'letters',
};
const directed: Record<string, readonly [string, string, string]> = {
  // Without direction, inbound, outbound.
  call: ['Call', 'Called us', 'Called'],
  text: ['Text', 'Texted us', 'Texted'],
  email: ['Email', 'Emailed us', 'Emailed'],
};
const statuses: Record<string, string> = {
  set: 'set',
  confirmed: 'confirmed',
  showed: 'showed',
  no_show: 'no-show',
  canceled: 'canceled',
};
const results: Record<string, string> = {
  sold: 'sold',
  appointment: 'appointment set',
  be_back: 'coming back',
  left: 'left',
};

/** The title of a timeline line; `detail` depends on its kind. */
export function titleOf(kind: string, detail: string): string {
  const parts = detail.split(':');
  switch (kind) {
    case 'note':
      return 'Note';
    case 'visit':
      return 'Visit';
    case 'consent': {
      const [channel = '', topic = '', granted] = parts;
      const verb = granted === 'true' ? 'Gave consent to' : 'Withdrew consent to';
      return `${verb} ${channels[channel]} about ${topic === 'survey' ? 'surveys' : topic}`;
    }
    case 'task':
      return 'Task added';
    case 'task_done':
      return 'Task done';
    case 'appointment': {
      const [status = '', about = ''] = parts;
      return `${about === 'service' ? 'Service' : 'Sales'} appointment ${statuses[status]}`;
    }
    case 'showroom': {
      const [visit, result = ''] = parts;
      const name = visit === 'again' ? 'Be-back' : 'Showroom visit';
      return results[result] ? `${name}: ${results[result]}` : name;
    }
    case 'merge':
      return `Merged with customer ${detail}`;
    case 'unmerge':
      return `Unmerged from customer ${detail}`;
    default: {
      const [neutral = '', inbound = '', outbound = ''] = directed[kind] ?? [kind, kind, kind];
      return detail === 'in' ? inbound : detail === 'out' ? outbound : neutral;
    }
  }
}
