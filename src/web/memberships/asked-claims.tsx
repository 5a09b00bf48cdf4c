import { HiddenFields } from '../forms/hidden-fields.tsx'
import textButton from '../ui/text-button.module.css'
import requests from './join-requests.module.css'
import styles from '../offices/editing/offices.module.css'

/** Experts who have proved that they act for the office and want to own it, each to agree or object to (`answerClaim`). */
export function AskedClaims({ claims, csrfToken }: { claims: readonly { id: number; name: string; asked: string }[]; csrfToken: string }) {
	return (
		<section className={styles.section} aria-labelledby="claims">
			<h2 id="claims">代表者になりたいという申し出</h2>
			<p>認めると、資格の確認が済んだ方はすぐに代表者になります。心当たりがない場合は「異議がある」を選んでください。</p>
			<ul className={requests.requests}>
				{claims.map(({ id, name, asked }) => (
					<li key={id}>
						<span>
							{name}
							<small>{`${asked}に事務所への確認が済みました`}</small>
						</span>
						<form method="post">
							<HiddenFields csrfToken={csrfToken} targetId={id} />
							<button type="submit" name="intent" value="agree" className="button" aria-label={`${name}を代表者として認める`}>
								代表者として認める
							</button>
							<button type="submit" name="intent" value="object" className={textButton.button} aria-label={`${name}の申し出に異議がある`}>
								異議がある
							</button>
						</form>
					</li>
				))}
			</ul>
		</section>
	)
}
