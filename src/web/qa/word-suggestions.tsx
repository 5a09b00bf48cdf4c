import { type RefObject, useEffect, useState } from 'react'
import { questionsPath } from '../../domain/links.ts'
import { questionSearch, type QuestionQuery, withQuestionQuery } from '../../domain/qa/input.ts'
import { Link } from '../ui/link.tsx'
import styles from './questions.module.css'

const PAUSE_MS = 150

/**
 * Words that go on as the last one typed does, as links below the field. No popup: nothing opens over an input method, and
 * Tab leads to them. Without scripts the form does without.
 */
export function WordSuggestions({ input, query }: { input: RefObject<HTMLInputElement | null>; query: QuestionQuery }) {
	const [offered, setOffered] = useState<{ before: string; words: string[] }>({ before: '', words: [] })
	useEffect(() => {
		const field = input.current
		if (!field) return undefined
		let timer: ReturnType<typeof setTimeout> | undefined
		let asked = ''
		const ask = async (text: string) => {
			const last = text.split(/\s+/).at(-1) ?? ''
			asked = text
			if (last === '') return setOffered({ before: '', words: [] })
			try {
				const response = await fetch(`/api/qa/words?q=${encodeURIComponent(last)}`)
				if (!response.ok) return undefined
				const { words } = (await response.json()) as { words: string[] }
				// What was typed meanwhile asks for itself.
				if (asked === text) setOffered({ before: text.slice(0, text.length - last.length), words: words.filter((word) => word !== last) })
			} catch {
				// Offline: the form works without.
			}
			return undefined
		}
		const onInput = () => {
			clearTimeout(timer)
			timer = setTimeout(() => void ask(field.value.trimStart()), PAUSE_MS)
		}
		field.addEventListener('input', onInput)
		return () => {
			clearTimeout(timer)
			field.removeEventListener('input', onInput)
		}
	}, [input])
	return (
		<div aria-live="polite" className={styles.words}>
			{offered.words.length > 0 && (
				<>
					<span className="visually-hidden">{`言葉の候補が${offered.words.length}件あります。`}</span>
					<ul aria-label="言葉の候補">
						{offered.words.map((word) => (
							<li key={word}>
								<Link
									to={questionsPath(
										questionSearch(withQuestionQuery({ ...query, order: 'relevance' }, { text: `${offered.before}${word}` })),
									)}
								>
									{word}
								</Link>
							</li>
						))}
					</ul>
				</>
			)}
		</div>
	)
}
