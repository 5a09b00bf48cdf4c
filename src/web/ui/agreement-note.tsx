import { rulesPath } from '../../domain/shared/links.ts'
import { type RuleRoom, ruleRooms } from '../../domain/shared/rule-versions.ts'
import styles from '../forms/form.module.css'

/** What sending a form agrees to; the domain records it with the version. Links open a new tab, so that nothing typed is lost. */
export function AgreementNote({ action, room }: { action: string; room: RuleRoom }) {
	return (
		<p className={styles.note}>
			{`${action}と、`}
			<RuleLink room="general" />と<RuleLink room={room} />
			に同意したことになります。
		</p>
	)
}

const RuleLink = ({ room }: { room: RuleRoom }) => (
	<a href={rulesPath(room)} target="_blank" rel="noopener">
		{ruleRooms[room].label}
		<span className="visually-hidden">（新しいタブで開きます）</span>
	</a>
)
