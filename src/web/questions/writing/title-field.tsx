import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { questionPath } from '../../../domain/shared/links.ts'
import { lengths } from '../../../domain/questions/input.ts'
import type { SimilarQuestion } from '../../../domain/questions/types.ts'
import { InputField } from '../../forms/field.tsx'
import fieldStyles from '../../forms/field.module.css'
import { stateLabel } from '../question-item.ts'
import type { loader } from './similar-questions.ts'
import styles from '../../forms/form.module.css'

const PAUSE_MS = 400
const WORTH_ASKING = 4

/**
 * The title with questions like it: found while one types, and without a script by a button that sends the form to be
 * looked at, not to be posted.
 */
export function TitleField({
	error,
	defaultValue,
	similar: found,
	searches = true,
	hasButton = searches,
}: {
	error: string | undefined
	defaultValue: string | undefined
	/** What the server found for the title that was sent. */
	similar: readonly SimilarQuestion[] | null
	/** Off where the question has been posted already. */
	searches?: boolean
	/** For readers without a script, where the form goes to the server. */
	hasButton?: boolean
}) {
	const fetcher = useFetcher<typeof loader>()
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	useEffect(() => () => clearTimeout(timer.current), [])
	const ask = (title: string) => {
		clearTimeout(timer.current)
		if (!searches || Array.from(title.trim()).length < WORTH_ASKING) return
		timer.current = setTimeout(() => void fetcher.load(`/qa/post/similar?title=${encodeURIComponent(title)}`), PAUSE_MS)
	}
	const similar = fetcher.data?.similar ?? found
	const hint = `${lengths.title.min}〜${lengths.title.max}文字。何に困っているかを一文で書いてください。`
	return (
		<div className={styles.title}>
			<InputField
				id="title"
				label="タイトル"
				hint={hint}
				error={error}
				autoComplete="off"
				minLength={lengths.title.min}
				defaultValue={defaultValue}
				onInput={(event) => ask(event.currentTarget.value)}
			/>
			<div aria-live="polite" className={searches ? styles.similarPlace : undefined}>
				{hasButton && (
					<noscript>
						<button type="submit" name="intent" value="similar" className={styles.plain}>
							似た質問を確かめる
						</button>
					</noscript>
				)}
				{similar && similar.length > 0 && <SimilarQuestions similar={similar} isAskedFor={found !== null} />}
				{similar && similar.length === 0 && <p className={fieldStyles.hint}>似た質問は見つかりませんでした。</p>}
			</div>
		</div>
	)
}

/**
 * Open where they come while the title is written. Whoever has gone on to the next fields sees one line of the height that was kept for
 * it, so that nothing moves under the finger. Events of the title do not tell which: those before hydration are replayed in part.
 */
function SimilarQuestions({ similar, isAskedFor }: { similar: readonly SimilarQuestion[]; isAskedFor: boolean }) {
	const [isOpen, setIsOpen] = useState(() => isAskedFor || document.activeElement?.id === 'title')
	return (
		<details className={styles.similar} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
			<summary>{`似た質問が${similar.length.toLocaleString('ja-JP')}件あります`}</summary>
			<ul>
				{similar.map((one) => (
					<li key={one.id}>
						<a href={questionPath(one.id)} target="_blank" rel="noopener">
							{one.title}
						</a>
						<small>{`　${stateLabel(one.state)}・回答${one.answerCount.toLocaleString('ja-JP')}件`}</small>
					</li>
				))}
			</ul>
		</details>
	)
}
