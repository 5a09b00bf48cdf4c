import { redirect } from 'react-router'
import { agreeSchema, offerSchema, revokeSchema, templateSchema } from '../../../domain/documents/letters/letter-schemas.ts'
import {
	agreeToLetter,
	offerLetter,
	readLetters,
	revokeLetter,
	saveTemplate,
	withdrawLetter,
} from '../../../domain/documents/letters/letters.ts'
import type { AccountsCtx } from '../../../domain/accounts/accounts-context.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { inquiryPath, letterPath } from '../../../domain/shared/links.ts'
import { withCtx } from '../../context.ts'
import { newClientKey } from '../../forms/client-key.server.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { noFields } from '../../forms/form-fields.server.ts'
import { pageAction } from '../../forms/page-action.server.ts'
import { momentOf } from '../../format/moment.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { Link } from '../../ui/link.tsx'
import notice from '../../ui/notice.module.css'
import stack from '../../ui/stack.module.css'
import type { Route } from './+types/letter.page'
import { Current, Former } from './letter-parts.tsx'
import { OfferForm, TemplateForm } from './letter-forms.tsx'
import { stateTexts } from './letter-words.ts'

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const { access, letters, draft, template } = await readLetters(ctx, parseId(params.id))
	const now = ctx.now()
	return {
		id: access.id,
		side: access.side,
		other: access.side === 'office' ? `${access.contactName}さん` : access.officeName,
		subject: access.subject,
		draft,
		template,
		letters: letters.map(({ consents, offeredAt, agreedAt, revokedAt, ...letter }) => ({
			...letter,
			stateText: stateTexts[letter.state],
			offeredAt: momentOf(offeredAt, now),
			agreedAt: agreedAt === null ? null : momentOf(agreedAt, now),
			revokedAt: revokedAt === null ? null : momentOf(revokedAt, now),
			consents: consents.map(({ at, ...consent }) => ({ ...consent, at: momentOf(at, now) })),
		})),
		done: new URL(request.url).searchParams.get('done'),
		csrfToken: formToken(context, request),
		clientKey: newClientKey(),
	}
})

const after = (params: Route.ActionArgs['params'], done: string) => redirect(letterPath(parseId(params.id), { done }), 303)

const act = (run: (ctx: AccountsCtx, id: number) => Promise<void>, done: string) => ({
	input: noFields,
	async run(ctx: AccountsCtx, _input: unknown, { params }: Route.ActionArgs) {
		await run(ctx, parseId(params.id))
		return after(params, done)
	},
})

export const action = pageAction({
	offer: {
		input: offerSchema,
		async run(ctx, letter, { params }: Route.ActionArgs) {
			await offerLetter(ctx, parseId(params.id), letter)
			return after(params, 'offered')
		},
	},
	withdraw: act(withdrawLetter, 'withdrawn'),
	agree: {
		input: agreeSchema,
		async run(ctx, { hash }, { params }: Route.ActionArgs) {
			await agreeToLetter(ctx, parseId(params.id), hash)
			return after(params, 'agreed')
		},
	},
	revoke: {
		input: revokeSchema,
		async run(ctx, { reason }, { params }: Route.ActionArgs) {
			await revokeLetter(ctx, parseId(params.id), reason)
			return after(params, 'revoked')
		},
	},
	template: {
		input: templateSchema,
		async run(ctx, template, { params }: Route.ActionArgs) {
			await saveTemplate(ctx, parseId(params.id), template)
			return after(params, 'template')
		},
	},
	builtIn: act((ctx, id) => saveTemplate(ctx, id, null), 'builtIn'),
})

const doneTexts: Readonly<Record<string, string>> = {
	offered: '契約書を送りました。相手が同意すると、お知らせが届きます。',
	withdrawn: '契約書を取り下げました。',
	agreed: '同意を記録しました。相手にお知らせします。',
	revoked: '解除の通知を記録しました。相手にお知らせします。',
	template: 'ひな型を保存しました。次の契約書から使います。',
	builtIn: 'ひな型を標準のものに戻しました。',
}

export default function LetterPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { id, side, other, subject, letters, draft, template, done, csrfToken, clientKey } = loaderData
	const [current, ...former] = letters
	// Its box is at the end of a long text, and says there what is missing.
	const isAgreeing = formState?.intent === 'agree' && side === 'user' && current?.state === 'offered'
	return (
		<div className={stack.narrow}>
			<Head title={`契約書：${subject}`} description="案件の契約書を取り交わします。" path={letterPath(id)} noindex />
			<p>
				<Link to={inquiryPath(id)}>メッセージのやり取りへ</Link>
			</p>
			<h2>{`${other}との契約書`}</h2>
			{done !== null && doneTexts[done] && !formState && <output className={notice.saved}>{doneTexts[done]}</output>}
			{!isAgreeing && <ErrorSummary formState={formState} />}
			{current ? (
				<Current letter={current} side={side} csrfToken={csrfToken} formState={formState} />
			) : (
				side === 'user' && <p>まだ契約書は届いていません。依頼することが決まったら、事務所が作って送ります。</p>
			)}
			{draft && (
				<OfferForm draft={draft} hasLetter={current !== undefined} csrfToken={csrfToken} clientKey={clientKey} formState={formState} />
			)}
			{former.length > 0 && <Former letters={former} />}
			{template && <TemplateForm template={template} csrfToken={csrfToken} formState={formState} />}
		</div>
	)
}
