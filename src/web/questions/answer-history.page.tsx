import { answerHistoryPath, questionPath, questionsPath } from '../../domain/shared/links.ts'
import { dateText, momentText } from '../../domain/shared/japan-time.ts'
import { parseMarkdown } from '../../domain/questions/markdown.ts'
import { readAnswerHistory } from '../../domain/questions/revisions.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/answer-history.page'
import { Markdown } from '../ui/markdown.tsx'
import { parseId } from '../../domain/shared/ids.ts'
import formStyles from '../forms/form.module.css'
import { TextChange } from '../ui/changes/text-change.tsx'
import { VersionList } from '../ui/version-list.tsx'
import styles from '../ui/version-list.module.css'

const names = { body: '本文', sources: '出典', lawAsOf: '法令の時点' } as const

const changeOf = (before: string | undefined, after: string) => (before === undefined || before === after ? null : { before, after })

export const handle = { plain: true }

/** What an answer said before its edits, for its author and for staff. */
export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const id = parseId(params.id)
	const { questionId, title, versions, isRecorded } = await readAnswerHistory(ctx, id)
	return {
		id,
		questionId,
		title,
		isRecorded,
		versions: versions.map(({ version, content, writtenAt, changed }, place) => ({
			version,
			blocks: parseMarkdown(content.body),
			change: changeOf(versions[place + 1]?.content.body, content.body),
			sources: content.sources,
			lawAsOf: content.lawAsOf,
			written: momentText(writtenAt.getTime()),
			changed: changed.map((key) => names[key]),
		})),
	}
})

export default function AnswerHistoryPage({ loaderData: { id, questionId, title, versions, isRecorded } }: Route.ComponentProps) {
	return (
		<>
			<Head title="回答の編集履歴" description="回答の編集の履歴です。" path={answerHistoryPath(id)} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: 'みんなの質問', path: questionsPath() },
					{ label: title, path: questionPath(questionId) },
					{ label: '回答の編集履歴', path: answerHistoryPath(id) },
				]}
			/>
			<div className={formStyles.page}>
				<h1>回答の編集履歴</h1>
				<p className={formStyles.lead}>
					以前の内容を読めるのは、回答した専門家と運営の担当者だけです。ほかの方には、編集した日だけが表示されます。
				</p>
				{isRecorded && <p className={formStyles.note}>この閲覧は、操作の記録に残りました。</p>}
				<VersionList
					versions={versions.map(({ blocks, change, sources, lawAsOf, ...version }) => ({
						...version,
						body: (
							<>
								<Markdown blocks={blocks} />
								{change && (
									<details>
										<summary>前の版との違い</summary>
										<TextChange {...change} />
									</details>
								)}
								{sources.length > 0 && (
									<ul className={styles.topic} aria-label="出典">
										{sources.map((source) => (
											<li key={source.url}>{`${source.title}（${source.url}）`}</li>
										))}
									</ul>
								)}
								{lawAsOf && <p className={styles.topic}>{`${dateText(lawAsOf)}時点の法令`}</p>}
							</>
						),
					}))}
				/>
				<p>
					<Link to={questionPath(questionId, id)}>回答に戻る</Link>
				</p>
			</div>
		</>
	)
}
