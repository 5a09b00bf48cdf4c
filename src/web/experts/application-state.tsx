import { HiddenFields } from '../forms/hidden-fields.tsx'
import type { ReactNode } from 'react'
import type { ExpertState } from '../../domain/experts/tables.ts'
import { expertPath, ownExpertPath } from '../../domain/shared/links.ts'
import { ContactWays } from '../ui/document.tsx'
import { Link } from '../ui/link.tsx'
import styles from './registration.module.css'

export type ShownState = {
	expertId: number
	state: ExpertState
	/** A draft that follows a rejection. */
	isAgain: boolean
	/** Of the latest decision, where it is about this state. */
	reason: string
	decided: string
	submitted: string | null
	/** Until when nothing may be submitted, after a rejection. */
	opens: string | null
}

/** The state of the application, and what to do next. */
export function ApplicationState({ application, csrfToken }: { application: ShownState; csrfToken: string }) {
	const { expertId, state, isAgain, reason, decided, submitted, opens } = application
	const because = reason !== '' && (
		<>
			<p>{`運営からのお知らせ（${decided}）：`}</p>
			<blockquote>{reason}</blockquote>
		</>
	)
	switch (state) {
		case 'draft':
			return isAgain ? (
				<Notice heading="もう一度申請する">
					{because}
					<p>前回入力した内容が残っています。直すところを直し、資格を確かめられる書類を新しく登録して、申請してください。</p>
					{opens !== null && <p>{`申請できるのは、${opens}からです。`}</p>}
				</Notice>
			) : (
				<p className={styles.lead}>4つの項目に入力して、申請してください。途中まで入力した内容は保存され、あとで続きから入力できます。</p>
			)
		case 'needs_fix':
			return (
				<Notice heading="修正をお願いします">
					{because}
					<p>修正したら、もう一度申請してください。</p>
				</Notice>
			)
		case 'submitted':
			return (
				<div className={styles.good}>
					<h2>申請を受け付けました</h2>
					<p>{`${submitted}に申請をいただきました。登録番号と書類を確認しています。結果はメールでお知らせします。`}</p>
				</div>
			)
		case 'verified':
			return (
				<div className={styles.good}>
					<h2>登録が完了しています</h2>
					<p>専門家のページを公開しています。</p>
					<p className={styles.buttons}>
						<Link className="button" to={expertPath(expertId)}>
							公開されたページを見る
						</Link>
						<Link className="button" data-kind="quiet" to={ownExpertPath()}>
							プロフィールを編集する
						</Link>
					</p>
				</div>
			)
		case 'rejected':
			return (
				<>
					<Notice heading="登録を見送らせていただきました">{because}</Notice>
					<ApplyAgain opens={opens} csrfToken={csrfToken} />
				</>
			)
		case 'suspended':
			return (
				<>
					<Notice heading="公開を停止しています">
						{because}
						<p>停止している間は、専門家のページ、質問への回答、事務所の編集、見積もり依頼への返答を利用できません。</p>
					</Notice>
					<AskAboutSuspension />
				</>
			)
	}
}

function Notice({ heading, children }: { heading: string; children: ReactNode }) {
	return (
		<div className={styles.notice}>
			<h2>{heading}</h2>
			{children}
		</div>
	)
}

function ApplyAgain({ opens, csrfToken }: { opens: ShownState['opens']; csrfToken: string }) {
	return (
		<section className={styles.section} aria-labelledby="again">
			<h2 id="again">もう一度申請する</h2>
			<p>
				入力した内容は残っています。直すところを直して、もう一度申請できます。前回の書類は期限が来ると削除されるため、書類は新しく登録してください。
			</p>
			{opens !== null && <p>{`準備はすぐに始められます。申請できるのは、${opens}からです。`}</p>}
			<form method="post">
				<HiddenFields csrfToken={csrfToken} intent="again" />
				<button type="submit" className="button">
					もう一度申請の準備をする
				</button>
			</form>
		</section>
	)
}

function AskAboutSuspension() {
	return (
		<section className={styles.section} aria-labelledby="contact">
			<h2 id="contact">ご不明な点、再開のご相談</h2>
			<p>事情が変わったときや、理由に心当たりがないときは、登録したメールアドレスを添えてお問い合わせください。</p>
			<ContactWays />
		</section>
	)
}
