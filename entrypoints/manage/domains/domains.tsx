/** The room "Domains". */
import type { VNode } from 'preact';
import { LongText } from '../../../components/truncated-text.tsx';
import { sayCount } from '../../../lib/i18n/plural.ts';
import { say } from '../../../lib/i18n/t.ts';
import { CollectionRoom, type RoomView } from '../records/record-section.tsx';
import type { Consequence } from '../records/record-section-model.ts';
import { useRoom } from '../records/use-record-section.ts';
import type { ManageModel } from '../model.ts';
import type { RoomParts } from '../section-deps.ts';
import { domainsKind } from './domains-config.ts';

interface DomainsProps {
  readonly parts: RoomParts;
  readonly page: ManageModel;
}

export function draw(parts: RoomParts, page: ManageModel): VNode {
  return <Domains parts={parts} page={page} />;
}

function Domains({ parts, page }: DomainsProps) {
  const model = useRoom(parts, domainsKind);
  const view: RoomView<'domains'> = {
    title: say('domains'),
    count: (count) => sayCount('domainCount', count),
    search: say('searchDomains'),
    empty: say('domainsEmpty'),
    add: { open: say('openNewDomain'), submit: say('addDomain') },
    facts: ({ redirectroot, redirect404 }) => (
      <dl class="record-facts">
        <Redirect label={say('redirectRoot')} to={redirectroot} />
        <Redirect label={say('redirect404')} to={redirect404} />
      </dl>
    ),
    edit: (name) => ({ open: say('editDomain', name), save: say('saveDomain', name) }),
    remove: {
      press: (name) => say('deleteDomainNamed', name),
      keep: (name) => say('keepDomain', name),
      consequence,
    },
  };
  return <CollectionRoom model={model} page={page} view={view} />;
}

function Redirect({ label, to }: { readonly label: string; readonly to: string | null }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {to === null ? (
          <span class="note">{say('none')}</span>
        ) : (
          <bdi dir="ltr" title={to}>
            <LongText text={to} length={72} />
          </bdi>
        )}
      </dd>
    </>
  );
}

function consequence(known: Consequence | null): string {
  return known === null || known.count === 0
    ? say('domainDeleteUnknown')
    : sayCount('domainDelete', known.count);
}
