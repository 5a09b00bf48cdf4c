import { useSearchParams } from 'react-router'
import { portraitPath } from '../../domain/experts/portrait-path.ts'
import {
	answerEditPath,
	answerHistoryPath,
	appealPath,
	askOfficePath,
	expertPath,
	officePath,
	queuePath,
} from '../../domain/shared/links.ts'
import { linkText } from '../../domain/shared/link-text.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { Either } from '../session/either.tsx'
import { Link } from '../ui/link.tsx'
import { Name } from '../ui/name.tsx'
import { ReportLink } from '../ui/report-link.tsx'
import { type AnswerProps, AnswerThread } from './answer-talk.tsx'
import { Day } from '../ui/day.tsx'
import { FreshnessNote } from '../ui/freshness-note.tsx'
import { Markdown } from '../ui/markdown.tsx'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import type { AnswerView } from './question-view.ts'
import notice from '../ui/notice.module.css'
import textButton from '../ui/text-button.module.css'
import styles from './answer-article.module.css'

/** One answer: its author with credentials, text, sources, and reactions. */
export function AnswerArticle({ answer, question, forms, loginTo, formState }: AnswerProps & { loginTo: string }) {
	const { id, isBest, hiddenReason } = answer
	const isOwn = question.viewersAnswerId === id
	return (
		<article id={`answer-${id}`} className={styles.answer} data-best={isBest || undefined} aria-labelledby={`answer-${id}-by`}>
			{isBest && (
				<p className={styles.best}>
					ベストアンサー
					{question.bestChosen?.by === 'staff' && <small>{`運営が選びました。理由：${question.bestChosen.reason ?? ''}`}</small>}
				</p>
			)}
			{hiddenReason !== null && (
				<p className={styles.hidden}>
					{`この回答は運営が非公開にしています。理由：${hiddenReason} `}
					{isOwn && <Link to={appealPath('answer', id)}>判断に異議を申し立てる</Link>}
				</p>
			)}
			{isOwn && <Posted />}
			<Author answer={answer} />
			{answer.isMoved && (
				<p className={styles.moved}>同じ内容の別の質問に寄せられた回答です。コメントとお礼は、その質問をした方のものです。</p>
			)}
			<Markdown blocks={answer.content} />
			<Sources answer={answer} />
			<Dates answer={answer} />
			<FreshnessNote freshness={answer.freshness} what="回答" />
			{formState && formState.intent !== 'comment' && formState.intent !== 'thank' && <ErrorSummary formState={formState} />}
			{!isOwn && <Consult answer={answer} />}
			<Actions answer={answer} question={question} forms={forms} loginTo={loginTo} />
			<Thanks answer={answer} forms={forms} formState={formState} question={question} />
			<AnswerThread answer={answer} forms={forms} formState={formState} question={question} />
		</article>
	)
}

/** Says at the place of the act that the answer is public, and leads on. */
function Posted() {
	const [query] = useSearchParams()
	if (!query.has('posted')) return null
	return (
		<p className={notice.saved} role="status">
			回答を公開しました。質問した方にお知らせします。<Link to={queuePath()}>次の質問へ</Link>
		</p>
	)
}

/** From an answer to the one who wrote it. */
function Consult({ answer: { expert } }: { answer: AnswerView }) {
	if (expert.id === null || !expert.office) return null
	return (
		<p className={`${styles.consult} no-print`}>
			<span>
				{`${expert.name}さん（`}
				<Link to={officePath(expert.office.id)}>
					<Name text={expert.office.name} />
				</Link>
				）
			</span>
			<Link className="button" data-kind="quiet" to={askOfficePath(expert.office.id, { expertId: expert.id })} rel="nofollow">
				この専門家に相談する
			</Link>
		</p>
	)
}

function Sources({ answer: { sources } }: { answer: AnswerView }) {
	if (sources.length === 0) return null
	return (
		<div className={styles.sources}>
			<h4>出典</h4>
			<ul>
				{sources.map(({ title, url }) => (
					<li key={url}>
						<a href={url} rel="noopener nofollow ugc" target="_blank">
							{linkText(title, url)}
						</a>
					</li>
				))}
			</ul>
		</div>
	)
}

function Dates({ answer: { id, answered, edited, lawAsOf, parts, can } }: { answer: AnswerView }) {
	return (
		<p className={styles.facts}>
			<span>
				<Day day={answered} />
				の回答
			</span>
			{edited && (
				<span>
					<Day day={edited} />
					に編集
					{can.readHistory.allowed && (
						<>
							（<Link to={answerHistoryPath(id)}>編集履歴</Link>）
						</>
					)}
				</span>
			)}
			{lawAsOf && <span>{`${dateText(lawAsOf)}時点の法令に基づく回答です`}</span>}
			{parts.length > 0 && <span>{`この回答が扱う範囲：${parts.join('、')}`}</span>}
		</p>
	)
}

function Actions({ answer, question, forms, loginTo }: Omit<AnswerProps, 'formState'> & { loginTo: string }) {
	const { id, can } = answer
	return (
		<div className={styles.acts}>
			<Helpful answer={answer} forms={forms} loginTo={loginTo} />
			{forms && can.accept.allowed && question.isViewersOwn && (
				<form method="post">
					<HiddenFields csrfToken={forms.csrfToken} intent="accept" targetId={id} />
					<button type="submit" className="button">
						ベストアンサーに選ぶ
					</button>
				</form>
			)}
			{forms && can.withdrawAcceptance.allowed && question.isViewersOwn && (
				<form method="post">
					<HiddenFields csrfToken={forms.csrfToken} intent="withdraw" targetId={id} />
					<button type="submit" className={textButton.button}>
						ベストアンサーを取り消す
					</button>
				</form>
			)}
			{forms && can.edit.allowed && <Link to={answerEditPath(id)}>回答を編集する</Link>}
			{question.viewersAnswerId !== id && <ReportLink kind="answer" id={id} label="回答" />}
		</div>
	)
}

function Author({ answer: { id, expert, credentials } }: { answer: AnswerView }) {
	return (
		<div className={styles.author}>
			<img
				src={expert.id === null ? '/avatar.svg' : portraitPath({ id: expert.id, portrait: expert.portrait })}
				width="64"
				height="64"
				alt=""
				loading="lazy"
			/>
			<div>
				<h3 id={`answer-${id}-by`} className={styles.name}>
					{expert.id === null ? expert.name : <Link to={expertPath(expert.id)}>{expert.name}</Link>}
				</h3>
				<ul className={styles.credentials} aria-label="回答したときの資格">
					{credentials.map(({ profession, registrationNumber, association }) => (
						<li key={profession.id}>
							<strong>{profession.name}</strong>
							{registrationNumber && <span>{`登録番号 ${registrationNumber}`}</span>}
							{association && <span>{association}</span>}
						</li>
					))}
				</ul>
				{expert.office && <p className={styles.office}>{expert.office.name}</p>}
			</div>
		</div>
	)
}

/** 参考になった: a form for the signed-in, a way to sign in for the others. */
function Helpful({
	answer: { id, helpfulCount, votedByViewer, voteSlot, can },
	forms,
	loginTo,
}: Pick<AnswerProps, 'answer' | 'forms'> & { loginTo: string }) {
	const count = <span className={styles.count}>{helpfulCount.toLocaleString('ja-JP')}</span>
	if (!forms)
		return (
			<Link className={styles.helpful} to={loginTo} rel="nofollow">
				参考になった {count}
			</Link>
		)
	if (!can.vote.allowed) return <p className={styles.still}>参考になった {count}</p>
	return (
		<Either slot={voteSlot} holds={votedByViewer}>
			{(hasVoted) => (
				<form method="post">
					<HiddenFields csrfToken={forms.csrfToken} intent={hasVoted ? 'unvote' : 'vote'} targetId={id} />
					<button type="submit" className={styles.helpful} aria-pressed={hasVoted}>
						参考になった {count}
					</button>
				</form>
			)}
		</Either>
	)
}

function Thanks({ answer, forms, formState, question }: AnswerProps) {
	const { id, thanks, can } = answer
	if (thanks)
		return (
			<div className={styles.thanks}>
				<p className={styles.said}>
					質問者からのお礼
					<Day day={thanks.day} />
				</p>
				<p className={styles.words}>{thanks.text}</p>
			</div>
		)
	if (!forms || !can.thank.allowed || !question.isViewersOwn) return null
	const own = formState?.intent === 'thank' ? formState : undefined
	return (
		<details className={styles.fold} open={own !== undefined}>
			<summary>お礼を送る</summary>
			<form method="post" className={styles.form}>
				<HiddenFields csrfToken={forms.csrfToken} intent="thank" targetId={id} />
				<ErrorSummary formState={own?.fields['form'] ? own : undefined} />
				<TextArea id={`thanks-${id}`} name="text" label="お礼の言葉" hint="300文字まで。公開されます。" rows={3} formState={own} />
				<button type="submit" className="button">
					お礼を送る
				</button>
			</form>
		</details>
	)
}
