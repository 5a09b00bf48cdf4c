import { redirect } from 'react-router'
import type { z } from 'zod'
import type { Ctx } from '../../domain/shared/context.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { questionPath, questionsPath } from '../../domain/shared/links.ts'
import { acceptAnswer, withdrawAcceptance } from '../../domain/questions/best-answers.ts'
import { addendumSchema, commentSchema, reasonSchema, taskChoiceSchema, thanksSchema } from '../../domain/questions/schemas.ts'
import { confirmTask, declineTask, suggestTask } from '../../domain/questions/question-tasks.ts'
import { addAddendum, anonymiseQuestion, deleteQuestion, reopenQuestion, resolveQuestion } from '../../domain/questions/questions.ts'
import { postComment, thankForAnswer, voteHelpful, withdrawVote } from '../../domain/questions/reactions.ts'
import { idField, noFields, targetFields } from '../forms/form-fields.server.ts'
import type { ActionArgs } from '../forms/page-action.server.ts'

/** A form about one of the answers, which the page shows afterwards. */
const aboutAnswer = <S extends z.ZodType<{ targetId: number }>>(
	input: S,
	change: (ctx: Ctx, input: z.output<S>) => Promise<{ questionId: number }>,
) => ({
	input,
	async run(ctx: Ctx, given: z.output<S>) {
		const { questionId } = await change(ctx, given)
		return redirect(questionPath(questionId, given.targetId), 303)
	},
})

/** A button about the question itself. */
const aboutQuestion = (change: (ctx: Ctx, id: number) => Promise<unknown>, pathAfter: (id: number) => string = questionPath) => ({
	input: noFields,
	async run(ctx: Ctx, _input: unknown, { params }: ActionArgs) {
		const id = parseId(params['id'])
		await change(ctx, id)
		return redirect(pathAfter(id), 303)
	},
})

/** A form about what a question without a task is about. */
const aboutTask = (change: (ctx: Ctx, id: number, taskId: number) => Promise<void>) => ({
	input: taskChoiceSchema,
	async run(ctx: Ctx, { taskId }: z.output<typeof taskChoiceSchema>, { params }: ActionArgs) {
		const id = parseId(params['id'])
		await change(ctx, id, taskId)
		return redirect(questionPath(id), 303)
	},
})

/** Staff give a reason; the domain records it and refuses them without. */
const acceptanceFields = reasonSchema.partial().extend({ targetId: idField })

/** The forms on a question's page. */
export const questionForms = {
	vote: aboutAnswer(targetFields, (ctx, { targetId }) => voteHelpful(ctx, targetId)),
	unvote: aboutAnswer(targetFields, (ctx, { targetId }) => withdrawVote(ctx, targetId)),
	accept: aboutAnswer(acceptanceFields, (ctx, { targetId, ...reason }) => acceptAnswer(ctx, targetId, reason)),
	withdraw: aboutAnswer(acceptanceFields, (ctx, { targetId, ...reason }) => withdrawAcceptance(ctx, targetId, reason)),
	thank: aboutAnswer(thanksSchema.extend({ targetId: idField }), (ctx, { targetId, text }) => thankForAnswer(ctx, targetId, text)),
	comment: aboutAnswer(commentSchema.extend({ targetId: idField }), (ctx, { targetId, ...comment }) => postComment(ctx, targetId, comment)),
	addendum: {
		input: addendumSchema,
		async run(ctx: Ctx, addendum: z.output<typeof addendumSchema>, { params }: ActionArgs) {
			const id = parseId(params['id'])
			await addAddendum(ctx, id, addendum)
			return redirect(`${questionPath(id)}#addenda`, 303)
		},
	},
	suggestTask: aboutTask(suggestTask),
	confirmTask: aboutTask(confirmTask),
	declineTask: aboutTask(declineTask),
	anonymise: aboutQuestion(anonymiseQuestion),
	delete: aboutQuestion(deleteQuestion, () => questionsPath('?deleted=1')),
	resolve: aboutQuestion(resolveQuestion),
	reopen: aboutQuestion(reopenQuestion),
}

export type QuestionIntent = keyof typeof questionForms
