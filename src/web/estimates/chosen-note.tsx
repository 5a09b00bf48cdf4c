import type { Moment as MomentText } from '../format/moment.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { Moment } from '../ui/day.tsx'
import stack from '../ui/stack.module.css'
import styles from './estimate.module.css'

const wayTo = (address: string | null): string =>
	address === null
		? '契約の手続きを進めるため、このページの「依頼した方とのやり取り」から連絡してください。依頼者の確認済みのメールアドレスはありません。'
		: '契約の手続きを進めるため、次の連絡先へ連絡してください。'

/** What the chosen office does next. */
export function ChosenNote({
	done,
	contacted,
	contact: { email, phone },
	csrfToken,
}: {
	done: MomentText | null
	contacted: MomentText | null
	contact: { email: string | null; phone: string | null }
	csrfToken: string
}) {
	if (done !== null)
		return (
			<div className={styles.good}>
				<p>
					<Moment moment={done} />
					に、仕事が終わったと報告されました。
				</p>
			</div>
		)
	return (
		<div className={styles.good}>
			<p>
				<strong>
					{contacted === null ? (
						'見積もりが選ばれました。依頼者が連絡を待っています。'
					) : (
						<>
							<Moment moment={contacted} />
							に、依頼者へ連絡しました。
						</>
					)}
				</strong>
			</p>
			{contacted === null && (
				<form method="post" className={styles.act}>
					<HiddenFields csrfToken={csrfToken} intent="contacted" />
					<p>{wayTo(email ?? phone)}</p>
					<p className={stack.line}>
						{email !== null && (
							<a className="button" data-kind="quiet" href={`mailto:${email}`}>
								メールを書く
							</a>
						)}
						{phone !== null && (
							<a className="button" data-kind="quiet" href={`tel:${phone}`}>
								{`電話する（${phone}）`}
							</a>
						)}
						<button type="submit" className="button">
							連絡したと記録する
						</button>
					</p>
				</form>
			)}
			<DoneForm csrfToken={csrfToken} />
		</div>
	)
}

function DoneForm({ csrfToken }: { csrfToken: string }) {
	return (
		<form method="post" className={styles.act}>
			<HiddenFields csrfToken={csrfToken} intent="done" />
			<p>
				仕事が終わったら報告してください。依頼者に口コミをお願いするお知らせが届きます。口コミへのお礼や値引きを約束することはできません。
			</p>
			<button type="submit" className="button" data-kind="quiet">
				仕事が終わったと報告する
			</button>
		</form>
	)
}
