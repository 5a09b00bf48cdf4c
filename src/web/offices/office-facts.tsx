import { pageRows } from '../../domain/offices/office-fields.ts'
import type { OfficePageData } from './office-view.ts'
import { postalText } from './office-labels.ts'
import styles from './office-facts.module.css'

/** Everything that has no separate section, as a table. */
export function OfficeFacts({ office }: { office: OfficePageData['office'] }) {
	const joined = (values: readonly string[]) => (values.length > 0 ? values.join('、') : null)
	const facts: [string, string | null][] = [
		['事務所名', `${office.name}（${office.kana}）`],
		[
			'所在地',
			`${office.postalCode ? `${postalText(office.postalCode)} ` : ''}${office.prefecture.name}${office.municipality.name}${office.addressLine}`,
		],
		['電話番号', office.phone],
		...pageRows(office).map(({ label, text }): [string, string | null] => [label, text]),
		['対応地域', joined(office.areas)],
		['得意な業種', joined(office.industries)],
		['対応ソフト', joined(office.software)],
		['対応言語', joined(office.languages)],
		['掲載開始', office.publishedOn],
		['情報の更新', office.updatedOn],
	]
	return (
		<table className={styles.facts}>
			<tbody>
				{facts
					.filter(([, value]) => value !== null)
					.map(([name, value]) => (
						<tr key={name}>
							<th scope="row">{name}</th>
							<td>{value}</td>
						</tr>
					))}
			</tbody>
		</table>
	)
}
