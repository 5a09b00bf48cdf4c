import { dateText } from '../../domain/shared/japan-time.ts'
import { rulesPath } from '../../domain/shared/links.ts'
import { type RuleRoom, ruleRooms } from '../../domain/shared/rule-versions.ts'
import { useSite } from '../layout/site.ts'
import styles from '../forms/form.module.css'

/** What sending a form agrees to; the domain records it with the version. Links open a new tab, so that nothing typed is lost. */
export function AgreementNote({ action, room }: { action: string; room: RuleRoom }) {
	return (
		<p className={styles.note}>
			{`${action}と、`}
			<RuleLink room="general" />と<RuleLink room={room} />
			に同意したことになります。
			<ComingRules rooms={['general', room]} />
		</p>
	)
}

/** Names the announced versions that are not in force yet: who sends the form agrees to them too. */
export function ComingRules({ rooms }: { rooms: readonly RuleRoom[] }) {
	const { comingRules } = useSite()
	return rooms.map((room) => {
		const version = comingRules[room]
		return version === undefined ? null : (
			<span key={room}>
				{`${ruleRooms[room].label}は、`}
				<RuleLink room={room} version={version} />
				を含みます。
			</span>
		)
	})
}

const RuleLink = ({ room, version }: { room: RuleRoom; version?: string }) => (
	<a href={rulesPath(room, version)} target="_blank" rel="noopener">
		{version === undefined ? ruleRooms[room].label : `${dateText(version)}から有効になる版`}
		<span className="visually-hidden">（新しいタブで開きます）</span>
	</a>
)
