import type { AnswerDetail, QuestionDetail } from '../../domain/questions/types.ts'
import type { ChoiceSlot } from '../../http/slots.ts'
import { type Day, dayOf } from '../format/day.ts'
import { shorten } from '../../domain/shared/text-input.ts'
import { situationOf } from './question-item.ts'

/** A question with its answers as the page shows it: times are formatted, the rest is as the domain returned it. */
export type QuestionView = Omit<
	QuestionDetail,
	'askedAt' | 'editedAt' | 'resolvedAt' | 'addenda' | 'answers' | 'hidden' | 'stage' | 'prefecture' | 'industry' | 'asker' | 'version'
> & {
	askerName: string
	situation: string
	asked: Day
	edited: Day | null
	addenda: { id: number; body: string; day: Day }[]
	hiddenReason: string | null
	answers: AnswerView[]
}

export type AnswerView = Omit<AnswerDetail, 'answeredAt' | 'editedAt' | 'thanks' | 'comments' | 'hidden' | 'version' | 'questionId'> & {
	answered: Day
	edited: Day | null
	thanks: { text: string; day: Day } | null
	comments: { id: number; author: 'asker' | 'expert'; body: string; day: Day }[]
	hiddenReason: string | null
	/** Of a page that is kept for all signed-in readers. */
	voteSlot: ChoiceSlot | null
}

/** `voteSlot` where the page is kept for all signed-in readers. */
export function viewQuestion(question: QuestionDetail, voteSlot: ((answerId: number) => ChoiceSlot) | null): QuestionView {
	const { askedAt, editedAt, resolvedAt: _, addenda, answers, hidden, stage, prefecture, industry, asker, version: __, ...rest } = question
	return {
		...rest,
		// A thread's handle says さん by itself.
		askerName: asker.isAnonymous ? asker.name : `${asker.name}さん`,
		situation: situationOf(stage, prefecture?.name, industry),
		asked: dayOf(askedAt),
		edited: editedAt && dayOf(editedAt),
		addenda: addenda.map(({ id, body, at }) => ({ id, body, day: dayOf(at) })),
		hiddenReason: hidden && hidden.reason,
		answers: answers.map((answer) => ({ ...viewAnswer(answer), voteSlot: voteSlot && voteSlot(answer.id) })),
	}
}

function viewAnswer(answer: AnswerDetail): Omit<AnswerView, 'voteSlot'> {
	const { answeredAt, editedAt, thanks, comments, hidden, version: _, questionId: __, ...rest } = answer
	return {
		...rest,
		answered: dayOf(answeredAt),
		edited: editedAt && dayOf(editedAt),
		thanks: thanks && { text: thanks.text, day: dayOf(thanks.at) },
		comments: comments.map(({ id, author, body, at }) => ({ id, author, body, day: dayOf(at) })),
		hiddenReason: hidden && hidden.reason,
	}
}

/** For search results and shared links: how the question begins, and whether it has answers. */
export function descriptionOf({ body, answerCount, taskCategory }: QuestionView): string {
	const beginning = shorten(body.replaceAll(/\s+/gu, ' '), 90)
	return `${beginning}（${taskCategory.name}の質問。${answerCount > 0 ? `専門家の回答${answerCount}件` : '回答を募集しています'}）`
}
