import { readTimeline, type TimelineEntry } from '../../../domain/operations/person-timeline.ts'
import { type TimelineKind, timelineGroups } from '../../../domain/operations/person-timeline-kinds.ts'
import { requestStateLabels, type RequestState } from '../../../domain/estimates/estimate-input.ts'
import { subjectLabels, type SubjectKind } from '../../../domain/moderation/input.ts'
import { isSupportCategory, supportCategories } from '../../../domain/support/support-input.ts'
import type { MailState } from '../../../domain/accounts/mailing/mail-log.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import {
	officePath,
	questionPath,
	staffLeadPath,
	staffPersonPath,
	staffSupportPath,
	staffTimelinePath,
} from '../../../domain/shared/links.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import { actionLabel } from '../audit/audit-labels.ts'
import { mailStateLabels } from '../mail/mail-states.ts'
import type { Route } from './+types/timeline.page'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'

/** What happened around an account, in one line of time; the look is recorded. */
export const loader = staffLoader(['support'], 'personal-data', async (ctx, { params, request }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const group = timelineGroups.find((one) => one.group === search.get('group'))?.group ?? null
	const { name, items, page } = await readTimeline(ctx, params.uid, { group, cursor: search.get('page') })
	return {
		uid: params.uid,
		name: name === '' ? '名前のない会員' : name,
		group,
		page,
		items: items.map((item) => ({ key: item.key, at: momentText(item.at), text: textOf(item), path: pathOf(item) })),
	}
})

const authLabels: Readonly<Record<string, string>> = {
	'signed-up': '会員登録した',
	'signed-in': 'ログインした',
	'sign-in-failed': 'ログインに失敗した',
	'signed-out': 'ログアウトした',
	'session-revoked': '端末からログアウトさせた',
	'email-verified': 'メールアドレスを確認した',
	'email-changed': 'メールアドレスを変えた',
	'email-recovered': 'メールアドレスを元に戻した',
	'password-changed': 'パスワードを変えた',
	'password-reset': 'パスワードを再設定した',
	'provider-linked': '外部アカウントを連携した',
	'provider-unlinked': '外部アカウントの連携を外した',
	'second-factor-on': '二段階認証を設定した',
	'second-factor-off': '二段階認証を解除した',
	'recovery-codes-renewed': '回復用コードを作り直した',
	'passkey-added': 'パスキーを登録した',
	'passkey-removed': 'パスキーを削除した',
	'account-deleted': '退会した',
}

const texts: Readonly<Record<TimelineKind, (what: string, id: number) => string>> = {
	auth: (what) => authLabels[what] ?? what,
	question: (_what, id) => `質問${id}を投稿した`,
	answer: (_what, id) => `質問${id}に回答した`,
	review: (_what, id) => `事務所${id}の口コミを書いた`,
	request: (what, id) => `見積もり依頼${id}を送った（いまは${requestStateLabels[what as RequestState]}）`,
	inquiry: (_what, id) => `事務所${id}に問い合わせた`,
	contact: (what, id) => `運営に問い合わせた（受付番号 ${id}・${isSupportCategory(what) ? supportCategories[what].label : what}）`,
	report: (what, id) => `${subjectLabels[what as SubjectKind]}${id}を報告した`,
	appeal: (what, id) => `${subjectLabels[what as SubjectKind]}${id}について異議を申し立てた`,
	invoice: (what) => (what === 'invoice' ? '請求書を発行した' : '返還の通知を発行した'),
	mail: (what) => `メール：${mailStateLabels[what as MailState]}`,
	staff: (what) => actionLabel(what),
}
const textOf = ({ kind, what, subjectId }: TimelineEntry): string => texts[kind](what, subjectId)

/** Where it can be read on; what is private communication has no link. */
function pathOf({ kind, subjectId }: TimelineEntry): string | null {
	if (kind === 'question' || kind === 'answer') return questionPath(subjectId)
	if (kind === 'review') return officePath(subjectId)
	if (kind === 'request') return staffLeadPath(subjectId)
	return kind === 'contact' ? staffSupportPath(subjectId) : null
}

export default function TimelinePage({ loaderData: { uid, name, group, page, items } }: Route.ComponentProps) {
	const pathAt = (cursor: string | null) => staffTimelinePath(uid, { group: group ?? '', page: cursor })
	return (
		<div className={styles.body}>
			<Head title={`${name}のタイムライン`} description="会員のタイムラインです。" path={staffTimelinePath(uid)} noindex />
			<p>
				<Link to={staffPersonPath(uid)}>{`${name}の情報`}</Link>
			</p>
			<h1>{`${name}のタイムライン`}</h1>
			<p className={styles.warn} role="note">
				この閲覧は操作の記録に残りました。書かれた内容と、メールの内容は、ここには出ません。
			</p>
			<FilterTabs
				label="出来事の種類"
				tabs={[
					{ to: staffTimelinePath(uid), label: 'すべて', isCurrent: group === null },
					...timelineGroups.map((one) => ({
						to: staffTimelinePath(uid, { group: one.group }),
						label: one.label,
						isCurrent: one.group === group,
					})),
				]}
			/>
			{items.length === 0 ? (
				<p className={styles.empty}>この種類の出来事はありません。</p>
			) : (
				<ol className={`${stack.rows} ${styles.list}`}>
					{items.map(({ key, at, text, path }) => (
						<li key={key}>
							<div className={styles.line}>
								<span className={styles.quiet}>{at}</span>
								{path === null ? <span>{text}</span> : <Link to={path}>{text}</Link>}
							</div>
						</li>
					))}
				</ol>
			)}
			<Pager
				label="タイムラインのページ"
				number={page.number}
				previous={page.previous && pathAt(page.previous.cursor)}
				next={page.next && pathAt(page.next.cursor)}
			/>
		</div>
	)
}
