import { acceptingChoices } from '../../../domain/offices/office-sections.ts'
import { officeDeletePath } from '../../../domain/shared/links.ts'
import { controlProps, Field } from '../../forms/field.tsx'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { Link } from '../../ui/link.tsx'
import type { EditedOffice, OpenBusiness } from './office-edit.server.ts'
import { OfficeLine } from './office-status.tsx'
import styles from './offices.module.css'

/** Whether the office takes new clients, and whether it is public at all. */
export function OfficeVisibility({ office, business, csrfToken }: { office: EditedOffice; business: OpenBusiness; csrfToken: string }) {
	const { id, state, may } = office
	return (
		<>
			<OfficeLine office={office} />
			{state !== 'draft' && (
				<section className={styles.section} aria-labelledby="accepting-title">
					<h2 id="accepting-title">受付の状態</h2>
					<p>休止中でもページは公開されたままです。一覧のカードとページに、受付の状態が表示されます。</p>
					<form method="post" className={styles.inline} aria-label="受付の状態">
						<HiddenFields csrfToken={csrfToken} />
						<Field id="accepting" label="新しい相談の受付">
							<select {...controlProps('accepting', {})} name="accepting" defaultValue={office.accepting}>
								{acceptingChoices.map(({ value, label }) => (
									<option key={value} value={value}>
										{label}
									</option>
								))}
							</select>
						</Field>
						<button type="submit" name="intent" value="accepting" className="button" data-kind="quiet">
							受付の状態を変える
						</button>
					</form>
				</section>
			)}
			{may.publish && (
				<section className={styles.section} aria-labelledby="publish-title">
					<h2 id="publish-title">公開</h2>
					<p>公開すると、一覧と検索に表示され、問い合わせと見積もり依頼が届くようになります。</p>
					<form method="post">
						<HiddenFields csrfToken={csrfToken} />
						<button type="submit" name="intent" value="publish" className="button">
							この内容で公開する
						</button>
					</form>
				</section>
			)}
			{may.unlist && <Unlisting business={business} csrfToken={csrfToken} />}
			{may.delete && (
				<p>
					<Link to={officeDeletePath(id)}>事務所を削除する</Link>
				</p>
			)}
		</>
	)
}

/** Two steps, so that a mistap does not unlist an office; the next page has an undo. */
function Unlisting({ business: { estimates, inquiries }, csrfToken }: { business: OpenBusiness; csrfToken: string }) {
	const goingOn = [...(estimates > 0 ? [`見積もり依頼${estimates}件`] : []), ...(inquiries > 0 ? [`問い合わせ${inquiries}件`] : [])].join(
		'と',
	)
	return (
		<details className={styles.more}>
			<summary>この事務所を非公開にする</summary>
			<ul>
				<li>公開ページ、一覧、検索、地図から、すぐに外れます。新しい問い合わせと見積もり依頼は届きません。</li>
				<li>{goingOn === '' ? '進行中の見積もり依頼や問い合わせはありません。' : `進行中の${goingOn}は、そのまま続きます。`}</li>
				<li>入力した内容、写真、口コミは残ります。いつでも、もう一度公開できます。</li>
			</ul>
			<form method="post" aria-label="非公開">
				<HiddenFields csrfToken={csrfToken} />
				<button type="submit" name="intent" value="unlist" className="button" data-kind="danger">
					非公開にする
				</button>
			</form>
		</details>
	)
}
