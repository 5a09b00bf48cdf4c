import { monthText } from '../../domain/shared/japan-time.ts'
import type { OfficePageData } from './office-view.ts'
import { kindLabels, postalText } from './office-labels.ts'
import styles from './office-facts.module.css'

/** Everything that has no section of its own, as a table. */
export function OfficeFacts({ office }: { office: OfficePageData['office'] }) {
	const joined = (values: readonly string[]) => (values.length > 0 ? values.join('、') : null)
	const facts: [string, string | null][] = [
		['事務所名', `${office.name}（${office.kana}）`],
		['種別', kindLabels[office.kind]],
		['代表者', office.representative],
		[
			'所在地',
			`${office.postalCode ? `${postalText(office.postalCode)} ` : ''}${office.prefecture.name}${office.municipality.name}${office.addressLine}`,
		],
		['電話番号', office.phone],
		['在籍人数', `${office.staffCount.toLocaleString('ja-JP')}名`],
		['開業', office.foundedOn ? monthText(office.foundedOn) : null],
		['法人番号', office.corporateNumber],
		['インボイス登録番号', office.invoiceNumber],
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
