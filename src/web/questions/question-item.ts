import { portraitPath } from '../../domain/experts/portrait-path.ts'
import { type Answerer, type QuestionListItem, questionStateLabels, stages } from '../../domain/questions/types.ts'
import { type Day, dayOf } from '../format/day.ts'
import { type Moment, momentOf } from '../format/moment.ts'

/** A question's line in a list, as the page shows it. */
export type QuestionItem = Omit<QuestionListItem, 'askedAt' | 'stage' | 'prefecture' | 'helpfulCount' | 'viewCount'> & {
	asked: Day | Moment
	/** Stage of the business and place: 「個人事業・東京都」. */
	situation: string
	/** Those who answered, where the list shows their faces. */
	answerers?: readonly { name: string; portrait: string }[]
}

export const viewAnswerer = (answerer: Answerer) => ({ name: answerer.name, portrait: portraitPath(answerer) })

export const stateTones = { open: 'warn', answered: 'accent', resolved: 'good' } as const

export const stateLabel = (state: QuestionListItem['state']): string => questionStateLabels[state]

export const situationOf = (stage: QuestionListItem['stage'], ...rest: (string | null | undefined)[]): string =>
	[stages.find(({ value }) => value === stage)?.label, ...rest].filter(Boolean).join('・')

/** As a room shows it, which is never kept for another day. */
export const viewItemAt =
	(now: Date) =>
	(item: QuestionListItem): QuestionItem => ({ ...viewItem(item), asked: momentOf(item.askedAt, now) })

export function viewItem(item: QuestionListItem): QuestionItem {
	const { id, title, excerpt, state, taskCategory, tasks, askerName, answerCount, awaitsAddress } = item
	return {
		id,
		title,
		excerpt,
		state,
		taskCategory,
		tasks,
		askerName,
		answerCount,
		awaitsAddress,
		...(item.passage ? { passage: item.passage } : {}),
		asked: dayOf(item.askedAt),
		situation: situationOf(item.stage, item.prefecture?.name),
	}
}
