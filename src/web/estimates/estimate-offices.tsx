import type { OfficeFee } from '../../domain/listings/types.ts'
import { Name } from '../ui/name.tsx'
import { feeText } from '../format/fee-text.ts'
import stack from '../ui/stack.module.css'
import styles from './estimate.module.css'

export type OfficeOption = {
	id: number
	name: string
	place: string
	professions: string[]
	fee: OfficeFee | null
	reasons: string[]
	isChosen: boolean
}

/** Offices to tick (or to take one of), each with its name and why it is listed. */
export function OfficeOptions({
	offices,
	chosen,
	type = 'checkbox',
}: {
	offices: readonly OfficeOption[]
	/** The selection of a rejected form; null for the preselection. */
	chosen: readonly string[] | null
	type?: 'checkbox' | 'radio'
}) {
	return (
		<ul className={`${stack.rows} ${styles.offices}`}>
			{offices.map(({ id, name, place, professions, fee, reasons, isChosen }) => (
				<li key={id}>
					<label>
						<input type={type} name="officeId" value={id} defaultChecked={chosen === null ? isChosen : chosen.includes(String(id))} />
						<span>
							<strong>
								<Name text={name} />
							</strong>
							<small>{[place, professions.join('・')].filter((part) => part !== '').join(' ／ ')}</small>
							{fee && <small>{`料金の目安 ${feeText(fee)}`}</small>}
							{reasons.length > 0 && <small>{`この順の理由：${reasons.join('、')}`}</small>}
						</span>
					</label>
				</li>
			))}
		</ul>
	)
}
