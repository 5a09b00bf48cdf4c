import { questionHistoryPath, questionPath, questionsPath } from '../../domain/shared/links.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { readQuestionHistory } from '../../domain/questions/revisions.ts'
import type { WrittenQuestion } from '../../domain/questions/types.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/question-history.page'
import { parseId } from '../../domain/shared/ids.ts'
import formStyles from '../forms/form.module.css'
import { situationOf } from './question-item.ts'
import { TextChange } from '../ui/changes/text-change.tsx'
import { VersionList } from '../ui/version-list.tsx'
import styles from '../ui/version-list.module.css'

const names: Readonly<Record<keyof WrittenQuestion, string>> = {
	title: 'タイトル',
	body: '本文',
	category: 'カテゴリー',
	tasks: '業務',
	prefecture: '都道府県',
	stage: '事業の段階',
	industry: '業種',
}

export const handle = { plain: true }

/** What a question said before its edits, for its asker and for staff. */
export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const { questionId, title, versions, isRecorded } = await readQuestionHistory(ctx, parseId(params.id))
	return {
		questionId,
		title,
		isRecorded,
		versions: versions.map(({ version, content, writtenAt, changed }, place) => ({
			version,
			title: content.title,
			body: content.body,
			before: versions[place + 1]?.content.body ?? null,
			topic: [content.category, ...content.tasks, situationOf(content.stage, content.prefecture, content.industry)].join('・'),
			written: momentText(writtenAt.getTime()),
			changed: changed.map((key) => names[key]),
		})),
	}
})

export default function QuestionHistoryPage({ loaderData: { questionId, title, versions, isRecorded } }: Route.ComponentProps) {
	return (
		<>
			<Head title="質問の編集履歴" description="質問の編集の履歴です。" path={questionHistoryPath(questionId)} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: 'みんなの質問', path: questionsPath() },
					{ label: title, path: questionPath(questionId) },
					{ label: '編集履歴', path: questionHistoryPath(questionId) },
				]}
			/>
			<div className={formStyles.page}>
				<h1>質問の編集履歴</h1>
				<p className={formStyles.lead}>
					以前の内容を読めるのは、質問した本人と運営の担当者だけです。ほかの方には、編集した日だけが表示されます。
				</p>
				{isRecorded && <p className={formStyles.note}>この閲覧は、操作の記録に残りました。</p>}
				<VersionList
					versions={versions.map(({ title: heading, body, before, topic, ...version }) => ({
						...version,
						body: (
							<>
								<h3>{heading}</h3>
								{before === null || before === body ? <p className={styles.text}>{body}</p> : <TextChange before={before} after={body} />}
								<p className={styles.topic}>{topic}</p>
							</>
						),
					}))}
				/>
				<p>
					<Link to={questionPath(questionId)}>質問に戻る</Link>
				</p>
			</div>
		</>
	)
}
