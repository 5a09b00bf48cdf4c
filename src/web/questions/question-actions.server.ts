import { redirect } from 'react-router'
import type { Ctx } from '../../domain/shared/context.ts'
import { questionPath, questionsPath } from '../../domain/shared/links.ts'
import { acceptAnswer, withdrawAcceptance } from '../../domain/questions/best-answers.ts'
import { addendumSchema, commentSchema, reasonSchema, thanksSchema } from '../../domain/questions/schemas.ts'
import { parseInput } from '../../domain/shared/parse-input.ts'
import { addAddendum, anonymiseQuestion, deleteQuestion, reopenQuestion, resolveQuestion } from '../../domain/questions/questions.ts'
import { postComment, thankForAnswer, voteHelpful, withdrawVote } from '../../domain/questions/reactions.ts'
import { unknownForm } from '../forms/page-action.server.ts'
import { textOf } from '../forms/read-form.ts'
import { parseId } from '../../domain/shared/ids.ts'
import type { QuestionIntent } from './question-intents.ts'

type Work = { ctx: Ctx; form: FormData; questionId: number; answerId: number }

/** Staff give one; the domain records it and refuses them without. */
const reasonOf = (form: FormData) => (form.has('reason') ? parseInput(reasonSchema, { reason: textOf(form, 'reason') }) : {})

/** Each form of a question's page, and where the page shows what it did. */
const works: Record<QuestionIntent, (work: Work) => Promise<string>> = {
	async vote({ ctx, answerId }) {
		const { questionId } = await voteHelpful(ctx, answerId)
		return questionPath(questionId, answerId)
	},
	async unvote({ ctx, answerId }) {
		const { questionId } = await withdrawVote(ctx, answerId)
		return questionPath(questionId, answerId)
	},
	async accept({ ctx, form, answerId }) {
		const { questionId } = await acceptAnswer(ctx, answerId, reasonOf(form))
		return questionPath(questionId, answerId)
	},
	async withdraw({ ctx, form, answerId }) {
		const { questionId } = await withdrawAcceptance(ctx, answerId, reasonOf(form))
		return questionPath(questionId, answerId)
	},
	async thank({ ctx, form, answerId }) {
		const { text } = parseInput(thanksSchema, { text: textOf(form, 'text') })
		const { questionId } = await thankForAnswer(ctx, answerId, text)
		return questionPath(questionId, answerId)
	},
	async comment({ ctx, form, answerId }) {
		const input = parseInput(commentSchema, { body: textOf(form, 'body'), clientKey: textOf(form, 'clientKey') })
		const { questionId } = await postComment(ctx, answerId, input)
		return questionPath(questionId, answerId)
	},
	async addendum({ ctx, form, questionId }) {
		await addAddendum(ctx, questionId, parseInput(addendumSchema, { body: textOf(form, 'body') }))
		return `${questionPath(questionId)}#addenda`
	},
	async anonymise({ ctx, questionId }) {
		await anonymiseQuestion(ctx, questionId)
		return questionPath(questionId)
	},
	async delete({ ctx, questionId }) {
		await deleteQuestion(ctx, questionId)
		return questionsPath('?deleted=1')
	},
	async resolve({ ctx, questionId }) {
		await resolveQuestion(ctx, questionId)
		return questionPath(questionId)
	},
	async reopen({ ctx, questionId }) {
		await reopenQuestion(ctx, questionId)
		return questionPath(questionId)
	},
}

export async function actOnQuestion(ctx: Ctx, form: FormData, questionId: number): Promise<Response> {
	const intent = textOf(form, 'intent')
	const work = Object.hasOwn(works, intent) ? works[intent as QuestionIntent] : undefined
	if (!work) throw unknownForm()
	return redirect(await work({ ctx, form, questionId, answerId: parseId(textOf(form, 'targetId')) }), 303)
}
