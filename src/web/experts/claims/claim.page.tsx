import { redirect } from 'react-router'
import { z } from 'zod'
import { claimCodeSchema, claimSchema } from '../../../domain/experts/claims/claim-schemas.ts'
import { findByOfficeNumber, type NumberMatches } from '../../../domain/experts/claims/claim-search.ts'
import { claimOffice, listOwnClaims, proveByCode, resendImportInvitation, withdrawClaim } from '../../../domain/experts/claims/claims.ts'
import type { Ctx } from '../../../domain/shared/context.ts'
import { isDomainError } from '../../../domain/shared/errors.ts'
import { dayText } from '../../../domain/shared/japan-time.ts'
import { claimPath, registrationPath } from '../../../domain/shared/links.ts'
import { withCtx } from '../../context.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { InputField } from '../../forms/field.tsx'
import { targetFields, textField } from '../../forms/form-fields.server.ts'
import { formStateFor } from '../../forms/form-state.ts'
import { pageAction } from '../../forms/page-action.server.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import formPage from '../../ui/form-page.module.css'
import notice from '../../ui/notice.module.css'
import styles from '../registration.module.css'
import type { Route } from './+types/claim.page'
import { Matches } from './claim-matches.tsx'
import { OwnClaims } from './own-claims.tsx'

/** What the number of the address names, or why it names nothing. */
async function find(ctx: Ctx, number: string): Promise<{ matches: NumberMatches | null; error: string | null }> {
	if (number === '') return { matches: null, error: null }
	try {
		return { matches: await findByOfficeNumber(ctx, number), error: null }
	} catch (error) {
		if (!isDomainError(error)) throw error
		const sentence = error.fields['number'] ?? error.fields['form']
		if (sentence === undefined) throw error
		return { matches: null, error: sentence }
	}
}

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request, context }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const number = (search.get('number') ?? '').slice(0, 40)
	const claims = await listOwnClaims(ctx)
	return {
		number,
		done: search.get('done') ?? '',
		claims: claims.map(({ createdAt, ...claim }) => ({ ...claim, made: dayText(createdAt.getTime()) })),
		...(await find(ctx, number)),
		csrfToken: formToken(context, request),
	}
})

export const action = pageAction({
	claim: {
		input: claimSchema,
		async run(ctx, input) {
			await claimOffice(ctx, input)
			return redirect(claimPath({ done: input.proof }), 303)
		},
	},
	code: {
		input: claimCodeSchema,
		async run(ctx, input) {
			await proveByCode(ctx, input)
			return redirect(claimPath({ done: 'proved' }), 303)
		},
	},
	withdraw: {
		input: targetFields,
		async run(ctx, { targetId }) {
			await withdrawClaim(ctx, targetId)
			return redirect(claimPath({ done: 'withdrawn' }), 303)
		},
	},
	invite: {
		input: z.object({ number: textField }),
		async run(ctx, { number }) {
			await resendImportInvitation(ctx, number)
			return redirect(claimPath({ done: 'invited' }), 303)
		},
	},
})

const doneSentences: Readonly<Record<string, string>> = {
	mail: '事務所のメールアドレスに、確認のリンクを送りました。',
	code: '申し出を受け付けました。担当者が、事務所への郵便か電話で確認コードをお伝えします。',
	proved: '事務所への確認が済みました。',
	withdrawn: '申し出を取り下げました。',
	invited: '案内のメールを、もう一度送ります。数分待っても届かない場合は、お問い合わせください。',
}

export default function ClaimPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { number, done, claims, matches, error, csrfToken } = loaderData
	const sentence = doneSentences[done]
	return (
		<>
			<Head title="番号で事務所を探す" description="掲載済みの事務所の代表者として申し出ます。" path={claimPath()} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: '専門家として登録する', path: registrationPath() },
					{ label: '番号で事務所を探す', path: claimPath() },
				]}
			/>
			<div className={formPage.page}>
				<h1>番号で事務所を探す</h1>
				<p className={styles.lead}>
					すでに掲載されている事務所や、掲載の案内が届いた事務所の方は、番号で探して、代表者として申し出ることができます。
				</p>
				{sentence !== undefined && !formState && <output className={notice.saved}>{sentence}</output>}
				{formState && ['', 'withdraw', 'invite'].includes(formState.intent) && <ErrorSummary formState={formState} />}
				<OwnClaims claims={claims} formState={formState} csrfToken={csrfToken} />
				<section className={styles.section} aria-labelledby="find">
					<h2 id="find">事務所を探す</h2>
					<form method="get" className={styles.search}>
						<InputField
							id="number"
							label="法人番号またはインボイス登録番号"
							hint="法人番号は13桁、インボイス登録番号はTと13桁です。"
							error={error ?? undefined}
							autoComplete="off"
							maxLength={40}
							defaultValue={number}
						/>
						<button type="submit" className="button" data-kind={matches ? 'quiet' : undefined}>
							探す
						</button>
					</form>
					{matches && (
						<Matches
							matches={matches}
							formState={formStateFor(formState, 'claim', formState ? Number(formState.targetId) : '')}
							csrfToken={csrfToken}
						/>
					)}
				</section>
			</div>
		</>
	)
}
