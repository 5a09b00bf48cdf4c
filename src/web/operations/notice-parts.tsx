import { incidentKindLabel, type IncidentKind, type IncidentState, incidentStateLabels } from '../../domain/operations/incident-input.ts'
import { Tag } from '../ui/tag.tsx'
import stack from '../ui/stack.module.css'

/** What a notice is about and how far it is. */
export function NoticeTags({ kind, state }: { kind: IncidentKind; state: IncidentState }) {
	return (
		<p className={stack.line}>
			<Tag tone="accent">{incidentKindLabel(kind)}</Tag>
			<Tag tone={state === 'open' ? 'warn' : state === 'resolved' ? 'good' : 'plain'}>{incidentStateLabels[state]}</Tag>
		</p>
	)
}

/** A text of several lines. */
export const Lines = ({ text }: { text: string }) =>
	text
		.split('\n')
		.filter((line) => line !== '')
		// oxlint-disable-next-line react/no-array-index-key -- lines of a fixed text
		.map((line, index) => <p key={index}>{line}</p>)
