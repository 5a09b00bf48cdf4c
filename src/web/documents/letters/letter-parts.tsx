import { letterFilePath, letterProofPath } from '../../../domain/shared/links.ts'
import { type FormState, formStateFor } from '../../forms/form-state.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { FieldError } from '../../forms/field.tsx'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { TextArea } from '../../forms/text-area.tsx'
import { Moment } from '../../ui/day.tsx'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import formStyles from '../../forms/form.module.css'
import stack from '../../ui/stack.module.css'
import styles from '../documents.module.css'
import type { Route } from './+types/letter.page'

type LetterView = Route.ComponentProps['loaderData']['letters'][number]
type Side = Route.ComponentProps['loaderData']['side']

const tones = { offered: 'warn', agreed: 'good', replaced: 'plain', withdrawn: 'plain', revoked: 'warn' } as const

/** The newest letter: its text, who agreed to it, and what the viewer's side can do. */
export function Current({
	letter,
	side,
	csrfToken,
	formState,
}: {
	letter: LetterView
	side: Side
	csrfToken: string
	formState: FormState | undefined
}) {
	return (
		<section aria-labelledby="letter-heading" className={stack.loose}>
			<h3 id="letter-heading" className={stack.line}>
				{`${letter.title}（第${letter.version}版）`}
				<Tag tone={tones[letter.state]}>{letter.stateText}</Tag>
			</h3>
			<Consents letter={letter} />
			<div className={styles.letter}>{letter.body}</div>
			<p className={stack.line}>
				<a className="button" data-kind="quiet" href={letterFilePath(letter.id)} download>
					PDFをダウンロード
				</a>
				{letter.agreedAt !== null && <Link to={letterProofPath(letter.code)}>照合のページ</Link>}
			</p>
			{letter.state === 'offered' && side === 'user' && <AgreeForm letter={letter} csrfToken={csrfToken} formState={formState} />}
			{letter.state === 'offered' && side === 'office' && (
				<form method="post">
					<HiddenFields csrfToken={csrfToken} intent="withdraw" />
					<button type="submit" className={formStyles.plain}>
						この契約書を取り下げる
					</button>
				</form>
			)}
			{letter.state === 'agreed' && <RevokeForm csrfToken={csrfToken} formState={formState} />}
		</section>
	)
}

function Consents({ letter: { consents, revokedAt, revokedBy, revokeReason } }: { letter: LetterView }) {
	return (
		<ul className={stack.close}>
			{consents.map(({ side, name, at, address }) => (
				<li key={side} className={stack.quietLine}>
					<span>{`${side === 'office' ? '事務所' : '依頼者'}：${name}さんが同意`}</span>
					<Moment moment={at} />
					<span>{`接続元 ${address}`}</span>
				</li>
			))}
			{revokedAt !== null && (
				<li className={stack.text}>
					<span className={stack.quietLine}>
						<span>{`${revokedBy === 'office' ? '事務所' : '依頼者'}から解除の通知`}</span>
						<Moment moment={revokedAt} />
					</span>
					<span>{revokeReason}</span>
				</li>
			)}
		</ul>
	)
}

function AgreeForm({ letter, csrfToken, formState: given }: { letter: LetterView; csrfToken: string; formState: FormState | undefined }) {
	const formState = formStateFor(given, 'agree')
	return (
		<form method="post" className={formStyles.form} noValidate>
			<ErrorSummary formState={formState} />
			<HiddenFields csrfToken={csrfToken} intent="agree" />
			<input type="hidden" name="hash" value={letter.hash} />
			<p className={stack.quietSmall}>
				同意すると、氏名、日時、本文のハッシュ値、接続元のアドレスを記録し、双方に示します。変えてほしいところがあれば、同意せずにメッセージでお伝えください。
			</p>
			<div>
				<label className={formStyles.check}>
					<input type="checkbox" name="agreed" value="1" aria-describedby={formState ? 'agreed-error' : undefined} />
					{`${letter.title}（第${letter.version}版）の内容を確認し、同意します`}
				</label>
				<FieldError id="agreed" error={formState?.fields['agreed']} />
			</div>
			<div>
				<button type="submit" className="button">
					同意する
				</button>
			</div>
		</form>
	)
}

function RevokeForm({ csrfToken, formState: given }: { csrfToken: string; formState: FormState | undefined }) {
	const formState = formStateFor(given, 'revoke')
	return (
		<details open={formState !== undefined}>
			<summary>解除を通知する</summary>
			<form method="post" className={formStyles.form} noValidate>
				<HiddenFields csrfToken={csrfToken} intent="revoke" />
				<TextArea
					id="reason"
					name="reason"
					label="理由"
					hint="相手に示します。契約書と双方の同意の記録は残ります。"
					rows={3}
					formState={formState}
				/>
				<div>
					<button type="submit" className="button" data-kind="quiet">
						解除を通知する
					</button>
				</div>
			</form>
		</details>
	)
}

/** Versions of before, each as it was. */
export function Former({ letters }: { letters: readonly LetterView[] }) {
	return (
		<section aria-labelledby="former-heading" className={stack.close}>
			<h3 id="former-heading">これまでの版</h3>
			<ul className={stack.rows}>
				{letters.map((letter) => (
					<li key={letter.id} className={stack.entry}>
						<p className={stack.line}>
							<strong>{`${letter.title}（第${letter.version}版）`}</strong>
							<Tag tone={tones[letter.state]}>{letter.stateText}</Tag>
							<Moment moment={letter.offeredAt} />
						</p>
						<details>
							<summary>本文と同意の記録を見る</summary>
							<Consents letter={letter} />
							<div className={styles.letter}>{letter.body}</div>
						</details>
						<a className={styles.way} href={letterFilePath(letter.id)} download>
							{`第${letter.version}版のPDFをダウンロード`}
						</a>
					</li>
				))}
			</ul>
		</section>
	)
}
