/** The page of a case: its data, and the reviewer's actions. */
import { clientName } from '../../../service/contract.ts';
import { stateOf } from '../domain/states.ts';
import { Parties, Profile } from './case-facts.tsx';
import { Ask, Decide, Portal, Requests, Risk, type CaseProps } from './case-panels.tsx';
import { dealPath } from './deal-page.tsx';
import { Documents } from './evidence.tsx';
import { levelName, levelWords, Office, stateNames, Tag, toneOf } from './parts.tsx';
import { Timeline } from './timeline.tsx';

export function CasePage(props: CaseProps) {
  const { details, timeline, requests, open, errors } = props;
  const base = `/back-office/cases/${details.application_id}`;
  const state = stateOf(details);
  const panel = { ...props, base };
  const isWaiting = requests.some((request) => request.state === 'open');
  return (
    <Office title={clientName(details) || 'Unnamed client'} section="/back-office" errors={errors}>
      <p class="hstack">
        <Tag text={stateNames[state] ?? String(details.status_review)} kind={toneOf(state)} />{' '}
        {isWaiting && <Tag text="Waiting for the client" kind="pending" />}{' '}
        <Tag
          text={`Risk: ${levelWords(details.risk_level)}`}
          kind={levelName(details.risk_level)}
        />{' '}
        <span class="meta">
          {`Risk score ${details.risk_score ?? 'not set'} · ${details.application_id}`}
        </span>
      </p>
      {open.length > 0 && (
        <section class="note warning" aria-label="Open">
          <h2>Open</h2>
          <ul>
            {open.map((text) => (
              <li>{text}</li>
            ))}
          </ul>
        </section>
      )}
      {state === 'draft' && <Portal {...panel} />}
      <div class="case">
        <div class="evidence">
          <Profile details={details} settings={props.settings} />
          <Parties details={details} />
          <Documents details={details} base={base} timeline={timeline} values={props.values} />
        </div>
        <div class="side">
          <Decide {...panel} />
          <Requests {...panel} />
          {state !== 'draft' && <Ask {...panel} />}
          {state !== 'draft' && <Portal {...panel} />}
          <Risk {...panel} />
        </div>
        <Timeline timeline={timeline} follow={dealPath(details.application_id)} />
      </div>
    </Office>
  );
}
