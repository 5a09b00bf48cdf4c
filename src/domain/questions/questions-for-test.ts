import { randomBytes } from 'node:crypto'
import { TEST_NOW } from '../../../test/database.ts'
import { makeExpert, makeUser } from '../../../test/factories.ts'
import { codeOf } from '../accounts/accounts-for-test.ts'
import type { Ctx, StaffRole, Viewer } from '../shared/context.ts'
import { postAnswer } from './answers.ts'
import type { AnswerInput, CommentInput, QuestionInput } from './schemas.ts'
import { postQuestion } from './questions.ts'

/** Questions and answers for tests, with plausible defaults. */
export const newKey = (): string => randomBytes(12).toString('hex')

export const questionInput = (values: Partial<QuestionInput> = {}): QuestionInput => ({
	title: '開業一年目の確定申告で経費にできるもの',
	body: '今年の春に開業しました。自宅の家賃や通信費をどこまで経費にできるのか、按分の考え方を教えてください。',
	taskCategoryId: 5,
	taskIds: [503],
	prefectureId: 13,
	stage: 'sole',
	industry: 'デザイン',
	isAnonymous: true,
	clientKey: newKey(),
	...values,
})

export const answerInput = (values: Partial<AnswerInput> = {}): AnswerInput => ({
	body: '家賃や通信費は、事業に使った割合を**合理的な基準**で示せる範囲で必要経費になります。床面積や使用時間で按分し、計算の根拠を残しておきましょう。',
	sources: [{ title: '国税庁 No.2210', url: 'https://www.nta.go.jp/taxes/shiraberu/taxanswer/shotoku/2210.htm' }],
	lawAsOf: '2026-04-01',
	partIds: [],
	clientKey: newKey(),
	...values,
})

export const commentInput = (body: string): CommentInput => ({ body, clientKey: newKey() })

/** The same ctx with another viewer. */
export const as = <C extends Ctx>(ctx: C, viewer: Viewer): C => ({ ...ctx, viewer })

export const memberOf = (user: { id: string; uid: string }, values: { isExpert?: boolean; roles?: StaffRole[] } = {}): Viewer => ({
	kind: 'member',
	userId: user.id,
	uid: user.uid,
	isExpert: values.isExpert ?? false,
	roles: values.roles ?? [],
	loggedInAt: TEST_NOW,
})

export async function makeMember(ctx: Ctx, roles: StaffRole[] = []): Promise<Viewer> {
	return memberOf(await makeUser(ctx), { roles })
}

export async function makeExpertViewer(
	ctx: Ctx,
	values: Parameters<typeof makeExpert>[1] = {},
): Promise<{ viewer: Viewer; expertId: number }> {
	const user = await makeUser(ctx, { isExpert: true })
	return { expertId: await makeExpert(ctx, { user_id: user.id, ...values }), viewer: memberOf(user, { isExpert: true }) }
}

/** A question with an answer, and both who wrote them. */
export async function makeThread(ctx: Ctx, values: Partial<QuestionInput> = {}) {
	const asker = await makeMember(ctx)
	const { id: questionId } = await postQuestion(as(ctx, asker), questionInput(values))
	const { viewer: expert, expertId } = await makeExpertViewer(ctx)
	const { id: answerId } = await postAnswer(as(ctx, expert), questionId, answerInput())
	return { asker, expert, expertId, questionId, answerId }
}

export { codeOf as refusal }
