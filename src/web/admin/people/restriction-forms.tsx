import type { Consequences } from '../../../domain/operations/person-standing.ts'
import { restrictionReason } from '../../../domain/operations/restriction-input.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { controlProps, Field, FieldError } from '../../forms/field.tsx'
import { type FormState, formStateFor, textIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { TextArea } from '../../forms/text-area.tsx'
import type { StandingData as Standing } from './load-standing.server.ts'
import { ConsentForm, consentIntents } from '../suspensions/consent-form.tsx'
import formStyles from '../../forms/form.module.css'
import styles from '../admin.module.css'

const hint = `${restrictionReason.min}〜${restrictionReason.max}文字。本人にメールで届き、操作の記録に残ります。`

/** What staff may do about the account now; what follows stands before each button. */
export function RestrictionForms({ standing, formState }: { standing: Standing; formState: FormState | undefined }) {
	const { inForce, consent, csrfToken } = standing
	const shown = shownForms(standing)
	return (
		<>
			<section className={styles.section} aria-labelledby="acts">
				<h2 id="acts">制限と停止</h2>
				{formState && !shown.includes(formState.intent) && <ErrorSummary formState={formState} />}
				{inForce !== null && <Restore kind={inForce} csrfToken={csrfToken} formState={formStateFor(formState, 'restore')} />}
				{inForce !== 'suspended' && (
					<>
						<Limit standing={standing} formState={formStateFor(formState, 'limit')} />
						{consent === null && <Suspend standing={standing} formState={formStateFor(formState, 'suspend')} />}
					</>
				)}
			</section>
			{inForce !== 'suspended' && consent !== null && (
				<ConsentForm
					effects={<EffectList standing={standing} />}
					reasonHint={`${restrictionReason.min}〜${restrictionReason.max}文字。承認のあと、本人にメールで届きます。`}
					request={consent.request}
					csrfToken={csrfToken}
					formState={formState}
				/>
			)}
		</>
	)
}

/** The intents of the forms that the account's state leaves on the page. */
function shownForms({ inForce, consent }: Standing): readonly string[] {
	if (inForce === 'suspended') return ['restore']
	return ['limit', ...(consent === null ? ['suspend'] : consentIntents), ...(inForce === 'limited' ? ['restore'] : [])]
}

function EffectList({ standing: { consequences, consent } }: { standing: Standing }) {
	return (
		<ul>
			{effectsOf(consequences).map((line) => (
				<li key={line}>{line}</li>
			))}
			{consent && <li>{`フォローしている${consent.followers.toLocaleString('ja-JP')}人に、新しい回答や記事が届かなくなります。`}</li>}
		</ul>
	)
}

function Restore({ kind, csrfToken, formState }: { kind: 'limited' | 'suspended'; csrfToken: string; formState: FormState | undefined }) {
	const label = kind === 'suspended' ? '利用の停止を解く' : '投稿の制限を解く'
	return (
		<form method="post" className={formStyles.form} noValidate>
			<ErrorSummary formState={formState} />
			<HiddenFields csrfToken={csrfToken} intent="restore" />
			<TextArea id="restore-reason" name="reason" label={`${label}理由`} hint={hint} rows={2} formState={formState} />
			<div className={formStyles.buttons}>
				<button type="submit" className="button">
					{label}
				</button>
			</div>
		</form>
	)
}

type Part = { standing: Standing; formState: FormState | undefined }

function Limit({ standing: { inForce, days, csrfToken }, formState }: Part) {
	const error = formState?.fields['until']
	const untilHint = 'この日の終わりまで投稿できません。過ぎると自動で解けます。'
	return (
		<details open={formState !== undefined}>
			<summary>{inForce === 'limited' ? '投稿の制限を変える' : '投稿を制限する'}</summary>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} intent="limit" />
				<p className={styles.quiet}>
					質問・回答・コメント・口コミ・記事の投稿と編集、事務所への新しい問い合わせができなくなります。閲覧と、進行中のやり取りや見積もりは続けられます。これまでの投稿は公開されたままです。
				</p>
				<Field id="until" label="制限の最後の日" hint={untilHint} error={error}>
					<input
						{...controlProps('until', { hint: untilHint, error })}
						type="date"
						name="until"
						min={days.first}
						max={days.last}
						defaultValue={textIn(formState?.values, 'until')}
					/>
				</Field>
				<TextArea id="limit-reason" name="reason" label="本人に伝える理由" hint={hint} rows={2} formState={formState} />
				<div className={formStyles.buttons}>
					<button type="submit" className="button" data-kind="quiet">
						投稿を制限する
					</button>
				</div>
			</form>
		</details>
	)
}

function Suspend({ standing, formState }: Part) {
	const error = formState?.fields['understood']
	return (
		<details open={formState !== undefined}>
			<summary>利用を停止する</summary>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={standing.csrfToken} intent="suspend" />
				<p>停止すると、次のことが起きます。</p>
				<EffectList standing={standing} />
				<TextArea id="suspend-reason" name="reason" label="本人に伝える理由" hint={hint} rows={2} formState={formState} />
				<label className={formStyles.check}>
					<input
						id="understood"
						type="checkbox"
						name="understood"
						value="1"
						defaultChecked={formState?.values['understood'] !== undefined}
						{...(error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': 'understood-error' })}
					/>
					停止すると起きることを確認した
				</label>
				<FieldError id="understood" error={error} />
				<div className={formStyles.buttons}>
					<button type="submit" className="button" data-kind="quiet">
						利用を停止する
					</button>
				</div>
			</form>
		</details>
	)
}

function effectsOf({ sessions, tokens, inquiries, requests, offices }: Consequences): string[] {
	return [
		`${sessions}台の端末からすぐにログアウトし、停止を解くまでログインできません。`,
		...(tokens > 0 ? [`APIトークン${tokens}個が、停止のあいだ使えません。`] : []),
		...(inquiries > 0 ? [`進行中の問い合わせ${inquiries}件に、返事ができなくなります。相手の事務所への連絡を検討してください。`] : []),
		...(requests > 0 ? [`回答を待つ見積もり依頼${requests}件を、本人が確認できなくなります。`] : []),
		...(offices > 0
			? [
					`ほかに代表者のいない公開中の事務所${offices}件を、編集できる人がいなくなります。公開を止めるときは、審査の担当者に伝えてください。`,
				]
			: []),
		'これまでの投稿と専門家のページは公開されたままで、有料プランの請求も止まりません。必要なときは、それぞれの担当者が対応します。',
	]
}
