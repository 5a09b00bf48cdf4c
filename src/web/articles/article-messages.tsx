import { ErrorSummary } from '../forms/error-summary.tsx'
import notice from '../ui/notice.module.css'
import styles from '../forms/form.module.css'
import { ArticleBody, Contents } from '../ui/posts/article-body.tsx'
import type { ArticleEditView } from './article-outcome.server.ts'
import { type ArticleOutcome, type ArticlePreview } from './article-outcome.ts'
import { formStateOf } from '../forms/form-outcome.ts'
import editor from './article-editor.module.css'

/** The outcome of the form, above its fields. */
export function ArticleMessage({ outcome }: { outcome: ArticleOutcome | undefined }) {
	if (!outcome) return null
	if (outcome.kind === undefined) return <ErrorSummary formState={formStateOf(outcome)} />
	if (outcome.kind === 'overtaken') return <Overtaken current={outcome.current} />
	return (
		<>
			<output className={notice.done}>{`${outcome.at}に保存しました。`}</output>
			{outcome.preview && <Preview preview={outcome.preview} />}
		</>
	)
}

function Overtaken({ current }: { current: { label: string; text: string }[] }) {
	return (
		<div className={styles.warning} role="alert">
			<p>この画面を開いたあとに、別の画面で新しい内容が保存されました。まだ上書きしていません。</p>
			<details open>
				<summary>いま保存されている内容</summary>
				{current.map(({ label, text }) => (
					<div key={label}>
						<strong>{label}</strong>
						<p className={styles.current}>{text === '' ? '（なし）' : text}</p>
					</div>
				))}
			</details>
			<p>下のあなたの文章を確かめて、もう一度保存すると、こちらの内容に置き換わります。</p>
		</div>
	)
}

export function Preview({ preview: { title, lead, blocks, chapters, minutes } }: { preview: ArticlePreview }) {
	return (
		<section className={editor.preview} aria-labelledby="preview-title">
			<p className={editor.kicker}>{`プレビュー・読むのに約${minutes}分`}</p>
			<h2 id="preview-title">{title || '（題名なし）'}</h2>
			<p className={editor.lead}>{lead}</p>
			<Contents chapters={chapters} />
			<ArticleBody blocks={blocks} />
		</section>
	)
}

export function Revisions({ revisions }: { revisions: ArticleEditView['revisions'] }) {
	if (revisions.length === 0) return null
	return (
		<details className={editor.marks}>
			<summary>{`残してある版（${revisions.length}）`}</summary>
			<ul>
				{revisions.map(({ id, occasion, kept, title }) => (
					<li key={id}>
						<time dateTime={kept.iso}>{kept.text}</time>
						{`　${occasion}　${title || '（題名なし）'}`}
					</li>
				))}
			</ul>
		</details>
	)
}
