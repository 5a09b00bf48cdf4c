import { expertPath, questionPath } from '../../domain/shared/links.ts'
import { imagePath } from '../../domain/questions/image-paths.ts'
import { plainText } from '../../domain/questions/markdown.ts'
import type { JsonLd } from '../layout/head.tsx'
import type { AnswerView, QuestionView } from './question-view.ts'

/** QAPage of schema.org. The asker is a name for this thread and nothing more. */
export function questionJsonLd(publicUrl: string, question: QuestionView): JsonLd {
	const best = question.answers.find(({ isBest }) => isBest)
	const others = question.answers.filter(({ isBest, hiddenReason }) => !isBest && hiddenReason === null)
	return {
		'@type': 'QAPage',
		mainEntity: {
			'@type': 'Question',
			name: question.title,
			text: question.body,
			...(question.images.length > 0 ? { image: question.images.map(({ token }) => `${publicUrl}${imagePath(token, 1600, 'jpg')}`) } : {}),
			answerCount: question.answerCount,
			datePublished: question.asked.iso,
			author: { '@type': 'Person', name: question.askerName },
			...(best ? { acceptedAnswer: answerJsonLd(publicUrl, question.id, best) } : {}),
			...(others.length > 0 ? { suggestedAnswer: others.map((answer) => answerJsonLd(publicUrl, question.id, answer)) } : {}),
		},
	}
}

const answerJsonLd = (publicUrl: string, questionId: number, answer: AnswerView): JsonLd => ({
	'@type': 'Answer',
	text: plainText(answer.content),
	url: `${publicUrl}${questionPath(questionId, answer.id)}`,
	datePublished: answer.answered.iso,
	...(answer.edited ? { dateModified: answer.edited.iso } : {}),
	upvoteCount: answer.helpfulCount,
	author: {
		'@type': 'Person',
		name: answer.expert.name,
		...(answer.expert.id === null ? {} : { url: `${publicUrl}${expertPath(answer.expert.id)}` }),
	},
})
