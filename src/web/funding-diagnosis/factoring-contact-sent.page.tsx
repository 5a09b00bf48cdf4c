import { CONTACT_CONFIRM_HOURS } from '../../domain/funding-diagnosis/contact-input.ts'
import { diagnosisContactPath, diagnosisContactSentPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/factoring-contact-sent.page'
import { diagnosisOf } from './factoring-contact.server.ts'
import { LandingFrame } from '../layout/landing-frame.tsx'
import styles from './factoring-contact.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) =>
	Promise.resolve({ query: diagnosisOf(request, ctx.now()).query }),
)

export default function FactoringContactSentPage({ loaderData: { query } }: Route.ComponentProps) {
	return (
		<LandingFrame
			crumbs={[
				{ label: '無料資金診断', path: '/lp/factoring' },
				{ label: '確認のメール', path: diagnosisContactSentPath(query) },
			]}
		>
			<Head title="確認のメールを送りました" description="相談の申し込みの確認です。" path="/lp/factoring/contact/sent" noindex />
			<div className={styles.page}>
				<h1>確認のメールを送りました</h1>
				<div className={styles.done}>
					<p>入力されたメールアドレスに、確認のメールを送りました。メールのボタンを押すと、申し込みが確定して担当者に届きます。</p>
					<p>{`ボタンは${CONTACT_CONFIRM_HOURS}時間有効です。確定しなかった申し込みは、48時間以内に消去します。`}</p>
				</div>
				<p>
					メールが届かないときは、迷惑メールのフォルダーを確かめ、それでも見つからなければ
					<Link to={diagnosisContactPath(query)}>もう一度入力</Link>
					してください。
				</p>
				<p>
					<a className="tap" href={`/lp/factoring${query}`}>
						診断の結果に戻る
					</a>
				</p>
			</div>
		</LandingFrame>
	)
}
