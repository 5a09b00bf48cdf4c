import { redirect } from 'react-router'
import { listMails, listSuppressions, liftSuppression } from '../../../domain/operations/mail-admin.ts'
import { mailReasonSchema } from '../../../domain/operations/mail-schemas.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { deskPath, staffMailPath, staffPersonPath } from '../../../domain/shared/links.ts'
import { idField } from '../../forms/form-fields.server.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { type FormState, formStateFor } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { TextArea } from '../../forms/text-area.tsx'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/mail.page'
import { MailRows } from './mail-rows.tsx'
import { viewMail } from './mail-view.server.ts'
import stack from '../../ui/stack.module.css'
import formStyles from '../../forms/form.module.css'
import styles from '../admin.module.css'

const shows = [
	{ show: '', label: 'すべて' },
	{ show: 'undelivered', label: '届かなかったもの' },
	{ show: 'suppressed', label: '送信を止めた宛先' },
] as const

export const loader = staffLoader(['support'], 'routine', async (ctx, { request, context }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const show = shows.find((one) => one.show === search.get('show'))?.show ?? ''
	const address = (search.get('q') ?? '').normalize('NFKC').trim().slice(0, 254)
	const cursor = search.get('page')
	const common = { show, address, done: search.get('done'), csrfToken: formToken(context, request) }
	if (show === 'suppressed') {
		const { items, page } = await listSuppressions(ctx, { address, cursor })
		return { ...common, page, mails: [], suppressions: items.map(({ since, ...one }) => ({ ...one, since: momentText(since) })) }
	}
	const { items, page } = await listMails(ctx, { address, onlyUndelivered: show === 'undelivered', cursor })
	return { ...common, page, mails: items.map(viewMail), suppressions: [] }
})

export const action = staffAction(['support'], 'routine', {
	allow: {
		input: mailReasonSchema.extend({ targetId: idField }),
		async run(ctx, { targetId, reason }) {
			await liftSuppression(ctx, targetId, reason)
			return redirect(staffMailPath({ show: 'suppressed', done: 'mail-allow' }), 303)
		},
	},
})

const causes = { bounce: '宛先がないと返された', complaint: '迷惑メールとして報告された', staff: 'スタッフが止めた' } as const

export default function MailPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { show, address, done, page, mails, suppressions, csrfToken } = loaderData
	const isEmpty = mails.length + suppressions.length === 0
	return (
		<>
			<Head title="メールの記録" description="送ったメールの記録です。" path={staffMailPath()} noindex />
			<h1>メールの記録</h1>
			<DoneNote done={done} />
			<p className={styles.quiet}>
				記録は90日残します。メールの内容は表示しません。届かなかったメールへの対応は、
				<Link to={deskPath('mail')}>届かないメール</Link>
				で行います。
			</p>
			<FilterTabs
				label="記録の種類"
				tabs={shows.map((one) => ({ to: staffMailPath({ show: one.show, q: address }), label: one.label, isCurrent: one.show === show }))}
			/>
			<form method="get" className={styles.filter}>
				{show !== '' && <input type="hidden" name="show" value={show} />}
				<label>
					メールアドレス（全体）
					<input type="search" name="q" defaultValue={address} maxLength={254} autoComplete="off" />
				</label>
				<button type="submit" className="button" data-kind="quiet">
					探す
				</button>
			</form>
			{isEmpty && (
				<p className={styles.empty}>
					{address === ''
						? {
								'': 'メールの記録はまだありません。',
								undelivered: '届かなかったメールはありません。',
								suppressed: '送信を止めた宛先はありません。',
							}[show]
						: `「${address}」の記録は見つかりませんでした。`}
				</p>
			)}
			<MailRows mails={mails} personPath={(uid) => staffPersonPath(uid)} />
			{suppressions.length > 0 && (
				<ul className={`${stack.rows} ${styles.list}`}>
					{suppressions.map((one) => (
						<Suppressed key={one.id} suppression={one} csrfToken={csrfToken} formState={formStateFor(formState, 'allow', one.id)} />
					))}
				</ul>
			)}
			<Pager
				label="記録のページ"
				number={page.number}
				previous={page.previous && staffMailPath({ show, q: address, page: page.previous.cursor })}
				next={page.next && staffMailPath({ show, q: address, page: page.next.cursor })}
			/>
		</>
	)
}

type Shown = Route.ComponentProps['loaderData']['suppressions'][number]

function Suppressed({
	suppression: { id, maskedEmail, cause, reason, since },
	csrfToken,
	formState,
}: {
	suppression: Shown
	csrfToken: string
	formState: FormState | undefined
}) {
	return (
		<li>
			<div className={styles.line}>
				<strong>{maskedEmail}</strong>
				<span>{causes[cause]}</span>
				<span className={styles.quiet}>{`${since}から`}</span>
			</div>
			{reason !== '' && <p className={styles.reason}>{reason}</p>}
			<details open={formState !== undefined}>
				<summary>送信を再開する</summary>
				<form method="post" className={formStyles.form} noValidate>
					<ErrorSummary formState={formState} />
					<HiddenFields csrfToken={csrfToken} intent="allow" targetId={id} />
					<TextArea id={`allow-${id}`} name="reason" label="再開する理由" hint="操作の記録に残ります。" rows={2} formState={formState} />
					<div className={formStyles.buttons}>
						<button type="submit" className="button" data-kind="quiet">
							送信を再開する
						</button>
					</div>
				</form>
			</details>
		</li>
	)
}
