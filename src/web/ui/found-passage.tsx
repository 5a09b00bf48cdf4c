import type { Passage } from '../../domain/questions/types.ts'
import { Tag } from './tag.tsx'

/** The passage of a question or an answer with the searched words, as marked by the search. */
export function FoundPassage({ passage }: { passage: Passage }) {
	return (
		<>
			{passage.from === 'answer' && (
				<>
					<Tag>回答より</Tag>{' '}
				</>
			)}
			{/* Parts never change places: they come once, with the page. */}
			{passage.parts.map(({ text, marked }, place) => (marked ? <mark key={place}>{text}</mark> : text))}
		</>
	)
}
