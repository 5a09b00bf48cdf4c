import { redirect } from 'react-router'
import { diagnosisContactSchema } from '../../domain/funding-diagnosis/contact-schemas.ts'
import { diagnosisOf, readContact } from './factoring-contact.server.ts'
import { diagnosisContactPath, diagnosisContactSentPath, myDiagnosesPath } from '../../domain/shared/links.ts'
import { askForContact } from '../../domain/funding-diagnosis/contacts.ts'
import { readAccount } from '../../domain/estimates/estimate-drafts.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { newClientKey } from '../forms/client-key.server.ts'
import { formAction } from '../forms/page-action.server.ts'
import { textIn, textsIn } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { formToken } from '../session/form-token.server.ts'
import { FactList } from '../ui/fact-list.tsx'
import type { Route } from './+types/factoring-contact.page'
import { ContactConsents, ContactFields } from './factoring-contact-fields.tsx'
import { dayText, conditionsOf } from './factoring-text.ts'
import { LandingFrame } from '../layout/landing-frame.tsx'

import formStyles from '../forms/form.module.css'
import styles from './factoring-contact.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const { diagnosis, query } = diagnosisOf(request, ctx.now())
	const account = ctx.viewer.kind === 'member' ? await readAccount(ctx, ctx.viewer.userId) : null
	return {
		query,
		on: diagnosis.on,
		input: diagnosis,
		memberEmail: account?.email ?? null,
		name: account?.name ?? '',
		csrfToken: formToken(context, request),
		clientKey: newClientKey(),
	}
})

export const action = formAction({
	input: diagnosisContactSchema,
	read: readContact,
	async run(ctx, input, { request }, form) {
		const { diagnosis, query } = diagnosisOf(request, ctx.now())
		const asked = await askForContact(ctx, input, form.getAll('agree').includes('diagnosis') ? diagnosis : null)
		return redirect(asked.kind === 'received' ? myDiagnosesPath({ after: 'sent' }) : diagnosisContactSentPath(query), 303)
	},
})

export default function FactoringContactPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { query, on, input, memberEmail, name, csrfToken, clientKey } = loaderData
	const { name: siteName } = useSite()
	return (
		<LandingFrame
			crumbs={[
				{ label: '無料資金診断', path: '/lp/factoring' },
				{ label: '相談の申し込み', path: diagnosisContactPath(query) },
			]}
		>
			<Head title="結果をもとに相談する" description="資金診断の結果をもとに、相談を申し込みます。" path="/lp/factoring/contact" noindex />
			<div className={styles.intro}>
				<h1>結果をもとに相談する</h1>
				<p>
					{`診断の結果の見方、融資などほかの方法の進め方、相談できる専門家の探し方を、${siteName}の担当者がご案内します。費用はかかりません。`}
				</p>
				<ul>
					<li>審査の申し込みではありません。資金化や融資ができることを約束するものではありません。</li>
					<li>買取会社の紹介や勧誘はしません。</li>
					<li>保存するのは、この画面で送信した内容だけです。診断そのものの入力は保存していません。</li>
				</ul>
			</div>
			<form method="post" className={`${formStyles.form} ${styles.form}`} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} clientKey={textIn(formState?.values, 'clientKey') ?? clientKey} />
				<ContactFields formState={formState} memberEmail={memberEmail} name={name} />
				<section className={styles.panel} aria-labelledby="conditions">
					<h2 id="conditions">診断の入力内容</h2>
					<FactList rows={[{ label: '診断日', value: dayText(on) }, ...conditionsOf(input)]} />
				</section>
				<ContactConsents given={textsIn(formState?.values, 'agree')} error={formState?.fields['consent']} />
				<div>
					<button type="submit" className="button">
						{memberEmail === null ? '確認のメールを受け取る' : 'この内容で申し込む'}
					</button>
				</div>
			</form>
			<p>
				<a className="tap" href={`/lp/factoring${query}`}>
					診断の結果に戻る
				</a>
			</p>
		</LandingFrame>
	)
}
