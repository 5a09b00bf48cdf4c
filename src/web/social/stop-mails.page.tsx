import { data } from 'react-router'
import { isImportRefusalKey, refuseImport } from '../../domain/experts/imports/import-invitations.ts'
import { isWaitStopKey, stopWaits } from '../../domain/listings/waiting/list-waits.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { stopMailsPath } from '../../domain/shared/links.ts'
import { formOf } from '../../http/request-body.ts'
import { bodyContext, withCtx } from '../context.ts'
import { intentOf } from '../forms/read-form.ts'
import { Head } from '../layout/head.tsx'
import formPage from '../ui/form-page.module.css'
import { Link } from '../ui/link.tsx'
import notice from '../ui/notice.module.css'
import type { Route } from './+types/stop-mails.page'

/** Mails to addresses that need no account, by the purpose of the key in their links. */
const kinds = {
	waits: {
		name: '事務所の掲載のお知らせ',
		note: '登録したお知らせを、メールアドレスとともにすべて消去します。',
		isKey: isWaitStopKey,
		stop: stopWaits,
	},
	imports: {
		name: '事務所の掲載のご案内',
		note: 'ご案内のために用意した情報を消去し、今後このご案内をお送りしません。',
		isKey: isImportRefusalKey,
		stop: refuseImport,
	},
}

const tokenOf = (request: Request): string => new URL(request.url).searchParams.get('token') ?? ''

const kindOf = (ctx: Ctx, token: string) => Object.values(kinds).find(({ isKey }) => isKey(ctx, token)) ?? null

export const handle = { plain: true }

/** A link truncated by a mail program gets a page that says so. */
export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const kind = kindOf(ctx, tokenOf(request))
	return data({ kind: kind && { name: kind.name, note: kind.note } }, { status: kind === null ? 404 : 200 })
})

/** The one click of RFC 8058: mail programs post here without cookies, and the token is the proof. The page's button comes the same way. */
export const action = withCtx(async (ctx, { request, context }: Route.ActionArgs) => {
	const token = tokenOf(request)
	const kind = kindOf(ctx, token)
	if (intentOf(formOf(context.get(bodyContext))).intent !== '') return data({ isStopped: false }, { status: 400 })
	if (kind === null) return data({ isStopped: false }, { status: 404 })
	await kind.stop(ctx, token)
	return data({ isStopped: true })
})

export default function StopMailsPage({ loaderData: { kind }, actionData }: Route.ComponentProps) {
	return (
		<div className={formPage.page}>
			<Head title="メールの停止" description="しるべからのメールを停止できます。" path={stopMailsPath('')} noindex />
			<h1>メールの停止</h1>
			{kind === null ? (
				<p>
					このリンクは使えません。メールのリンクが途中で切れていないか、ご確認ください。お困りのときは、
					<Link to="/contact">お問い合わせ</Link>ください。
				</p>
			) : actionData?.isStopped ? (
				<output className={notice.done}>{`「${kind.name}」のメールを停止しました。`}</output>
			) : (
				<>
					<p>{`「${kind.name}」のメールを停止します。${kind.note}ログインはいりません。`}</p>
					<form method="post">
						<button type="submit" className="button">
							停止する
						</button>
					</form>
				</>
			)}
		</div>
	)
}
