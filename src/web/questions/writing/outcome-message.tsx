import { personalDataLabels } from '../../../domain/questions/personal-data.ts'
import { formStateOf } from '../../forms/form-outcome.ts'
import type { FormOutcome } from './form-outcome.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import notice from '../../ui/notice.module.css'
import styles from '../../forms/form.module.css'

/** The outcome of the form, above its fields. */
export function OutcomeMessage({ outcome }: { outcome: FormOutcome | undefined }) {
	if (!outcome || outcome.kind === 'pictured') return null
	if (outcome.kind === 'drafted') return <output className={notice.done}>下書きを保存しました。この画面を開くと、続きから書けます。</output>
	if (outcome.kind === 'warned')
		return (
			<div className={styles.warning} role="alert">
				<p>まだ投稿していません。公開してよい内容か確認してください。</p>
				<ul>
					{outcome.findings.map(({ kind, text }) => (
						<li key={`${kind}-${text}`}>{`${personalDataLabels[kind]}に見える部分があります：「${text}」`}</li>
					))}
				</ul>
				<p>書き直すか、問題なければ、もう一度投稿のボタンを押してください。</p>
			</div>
		)
	if (outcome.kind === 'overtaken')
		return (
			<div className={styles.warning} role="alert">
				<p>この画面を開いたあとに、別の画面で新しい内容が保存されました。まだ上書きしていません。</p>
				<details open>
					<summary>いま公開されている内容</summary>
					{outcome.current.map(({ label, text }) => (
						<div key={label}>
							<strong>{label}</strong>
							<p className={styles.current}>{text}</p>
						</div>
					))}
				</details>
				<p>下のあなたの文章を確かめて、もう一度保存すると、こちらの内容に置き換わります。</p>
			</div>
		)
	return <ErrorSummary formState={formStateOf(outcome)} />
}
