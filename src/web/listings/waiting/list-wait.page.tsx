import { redirect } from 'react-router'
import { z } from 'zod'
import { emailSchema } from '../../../domain/accounts/schemas.ts'
import { WAIT_BELOW, WAIT_CONFIRM_HOURS, WAIT_DAYS } from '../../../domain/listings/waiting/list-wait-input.ts'
import {
	findOwnAddress,
	findWaitedList,
	isWaiting,
	type ListKey,
	stopWait,
	waitForOffices,
} from '../../../domain/listings/waiting/list-waits.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { listWaitPath } from '../../../domain/shared/links.ts'
import { withCtx } from '../../context.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { InputField } from '../../forms/field.tsx'
import { type FormState, textIn } from '../../forms/form-state.ts'
import { noFields } from '../../forms/form-fields.server.ts'
import formStyles from '../../forms/form.module.css'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { pageAction } from '../../forms/page-action.server.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import formPage from '../../ui/form-page.module.css'
import { Link } from '../../ui/link.tsx'
import notice from '../../ui/notice.module.css'
import type { Route } from './+types/list-wait.page'

/** The list that an address names; throws not-found for numbers that name none. */
function keyOf(request: Request): ListKey {
	const search = new URL(request.url).searchParams
	const numberOf = (name: string) => {
		const text = search.get(name) ?? ''
		if (!/^(?:0|[1-9]\d{0,6})$/.test(text)) throw notFound('list')
		return Number(text)
	}
	return { scopeId: numberOf('scope'), areaId: numberOf('area') }
}

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const key = keyOf(request)
	const [list, own, waits] = await Promise.all([findWaitedList(ctx, key), findOwnAddress(ctx), isWaiting(ctx, key)])
	if (!list) throw notFound('list')
	return { list, own, waits, sent: new URL(request.url).searchParams.get('sent'), csrfToken: formToken(context, request) }
})

/** A member's address is the account's, whatever was typed. */
const fromVisitor = z.object({ email: emailSchema })
const fromMember = z.object({ email: z.string().default('') })

export const action = pageAction({
	wait: {
		input: (ctx): z.ZodType<{ email: string }> => (ctx.viewer.kind === 'member' ? fromMember : fromVisitor),
		async run(ctx, { email }, { request }: Route.ActionArgs) {
			const key = keyOf(request)
			return redirect(listWaitPath(key, { sent: await waitForOffices(ctx, { ...key, email }) }), 303)
		},
	},
	stop: {
		input: noFields,
		async run(ctx, _input, { request }: Route.ActionArgs) {
			await stopWait(ctx, keyOf(request))
			return redirect(listWaitPath(keyOf(request), { sent: 'stopped' }), 303)
		},
	},
})

type Data = Route.ComponentProps['loaderData']

export default function ListWaitPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { list, waits, sent, csrfToken } = loaderData
	const isOpen = list.officeCount < WAIT_BELOW || formState !== undefined
	return (
		<>
			<Head
				title="事務所の掲載のお知らせ"
				description="事務所が新しく掲載されたときに、メールでお知らせします。"
				path={listWaitPath(list)}
				noindex
			/>
			<Breadcrumbs
				crumbs={[
					{ label: `${list.areaName}の「${list.scopeName}」`, path: list.path },
					{ label: '掲載のお知らせ', path: listWaitPath(list) },
				]}
			/>
			<div className={formPage.page}>
				<h1>{`${list.areaName}で「${list.scopeName}」の事務所が掲載されたら、お知らせします`}</h1>
				{formState === undefined && sent !== null && <Sent sent={sent} isMember={waits} />}
				{waits ? (
					<Waiting csrfToken={csrfToken} />
				) : sent === 'mailed' || sent === 'waiting' ? null : isOpen ? (
					<WaitForm data={loaderData} formState={formState} />
				) : (
					<p>{`いまは、対応する事務所が${list.officeCount}件掲載されています。一覧からお選びいただけます。`}</p>
				)}
				<p>
					<Link className="tap" to={list.path}>
						{`${list.areaName}の「${list.scopeName}」の一覧に戻る`}
					</Link>
				</p>
			</div>
		</>
	)
}

function WaitForm({ data: { list, own, csrfToken }, formState }: { data: Data; formState: FormState | undefined }) {
	return (
		<form method="post" className={formStyles.form} noValidate>
			<ErrorSummary formState={formState} />
			<HiddenFields csrfToken={csrfToken} intent="wait" />
			<p>
				{list.officeCount === 0
					? 'いまは、対応する事務所が掲載されていません。'
					: `いまは、対応する事務所が${list.officeCount}件だけ掲載されています。`}
				新しく掲載されたときに、1回だけメールでお知らせします。費用はかかりません。
			</p>
			{own ? (
				<p>{`お知らせは、ご登録のメールアドレス（${own.email}）に届きます。`}</p>
			) : (
				<InputField
					id="email"
					type="email"
					label="メールアドレス"
					hint="確認のメールをお送りします。メールのボタンを押すと、登録が確定します。"
					defaultValue={textIn(formState?.values, 'email') ?? ''}
					error={formState?.fields['email']}
					autoComplete="email"
					maxLength={254}
					required
				/>
			)}
			<p>
				{`メールアドレスは、このお知らせのためだけに使い、事務所には伝えません。お知らせを送ったとき、停止したとき、または${WAIT_DAYS}日たったときに消去します。`}
				<Link to="/privacy">プライバシーポリシー</Link>
			</p>
			<div>
				<button type="submit" className="button">
					{own?.isVerified ? 'お知らせを受け取る' : '確認のメールを受け取る'}
				</button>
			</div>
		</form>
	)
}

function Waiting({ csrfToken }: { csrfToken: string }) {
	return (
		<form method="post" className={formStyles.form}>
			<HiddenFields csrfToken={csrfToken} intent="stop" />
			<p>このお知らせを登録しています。新しく掲載されたときに、1回だけメールでお知らせします。</p>
			<div>
				<button type="submit" className="button" data-kind="quiet">
					このお知らせを停止する
				</button>
			</div>
		</form>
	)
}

const sentences: Readonly<Record<string, string | undefined>> = {
	mailed: `確認のメールをお送りしました。${WAIT_CONFIRM_HOURS}時間以内に、メールのボタンを押して登録を確定してください。`,
	waiting: '登録しました。事務所が新しく掲載されたら、メールでお知らせします。',
	stopped: 'お知らせを停止し、登録を消去しました。',
}

function Sent({ sent, isMember }: { sent: string; isMember: boolean }) {
	const sentence = sentences[sent]
	if (sentence === undefined) return null
	return (
		<>
			<output className={notice.done}>{sentence}</output>
			{sent === 'mailed' && <p>メールが届かないときは、迷惑メールのフォルダーをご確認ください。</p>}
			{sent === 'waiting' && !isMember && <p>お知らせは、確認のメールの「登録したお知らせを停止する」からいつでも停止できます。</p>}
		</>
	)
}
