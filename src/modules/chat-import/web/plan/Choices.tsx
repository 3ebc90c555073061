import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { fileSize } from '../../../../platform/web/format/fileSize.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../platform/web/ui/Tabs.tsx';
import type { ChatImport } from '../../contract.ts';
import { ChannelsPane } from './ChannelsPane.tsx';
import { PeoplePane } from './PeoplePane.tsx';
import type { Plan } from './usePlan.ts';

/** Matches people and selects what to import. */
export function Choices({ file, plan }: { file: ChatImport; plan: Plan }) {
  const { people, channels, files, fileBytes, kind } = file;
  const unknown = people.filter(({ userId }) => userId === null).length;
  const chosen = channels.filter((one) => one.chosen && one.obstacle === null).length;
  return (
    <>
      {files > 0 && (
        <Checkbox
          label="Import files"
          hint={[
            plural(files, 'file'),
            ...(fileBytes > 0 ? [fileSize(fileBytes)] : []),
            kind === 'slack' ? 'fetched from Slack by the links in the export' : 'in the export',
          ].join(' · ')}
          checked={file.withFiles}
          onCheckedChange={plan.importFiles}
        />
      )}
      {plan.error && (
        <Notice tone="danger" live title="Couldn’t save changes">
          {sentenceOf(plan.error)}
        </Notice>
      )}
      <Tabs defaultValue="people">
        <TabList aria-label="Contents of the export">
          <Tab value="people">
            People
            <span className="font-normal text-muted">
              {unknown > 0
                ? `${unknown.toLocaleString('en-US')} without an account here`
                : 'all matched'}
            </span>
          </Tab>
          <Tab value="channels">
            Channels
            <span className="font-normal text-muted">{`${chosen.toLocaleString('en-US')} of ${channels.length.toLocaleString('en-US')}`}</span>
          </Tab>
        </TabList>
        <TabPanel value="people" tabIndex={-1}>
          <PeoplePane people={people} onMatch={plan.match} />
        </TabPanel>
        <TabPanel value="channels" tabIndex={-1}>
          <ChannelsPane channels={channels} onChoose={plan.choose} />
        </TabPanel>
      </Tabs>
    </>
  );
}
