import type { Viewer } from '../shared/context.ts'
import { COMMENT_ROUNDS, MAX_ADDENDA } from './input.ts'
import type { QuestionState } from './types.ts'
import { type Held, mayDoPart, refusalOf, type TaskPart } from '../taxonomy/task-parts.ts'
import type { Permission, DenialReason } from './permission.ts'

/*
 * Who may do what with questions and answers (product design, section 3). Pure: the same predicate decides the write
 * and disables the button, and its message is what the page says.
 */

const yes: Permission = { allowed: true }
const no = (reason: DenialReason, message: string): Permission => ({ allowed: false, reason, message })

/** The facts of a question that the rules depend on. */
export type QuestionFacts = {
	isAsker: boolean
	state: QuestionState
	answerCount: number
	addendumCount: number
	/** Including hidden ones. */
	hasAnswers: boolean
	isAnonymous: boolean
	isHidden: boolean
	/** Hidden until its asker's address is confirmed. */
	awaitsAddress: boolean
	bestAnswerId: number | null
}

export type AnswerFacts = {
	id: number
	/** Whether the viewer is the expert who wrote it. */
	isAuthor: boolean
	isHidden: boolean
	commentCount: number
	isThanked: boolean
}

/** The facts of an expert that the rules depend on; null for other members. */
export type ExpertFacts = { isVerified: boolean; held: Held; answerId: number | null } | null

export const isModerator = (viewer: Viewer): boolean =>
	viewer.kind === 'member' && viewer.roles.some((role) => role === 'admin' || role === 'moderator')

/** A hidden question is visible to its asker and moderators; one that waits for a confirmed address only to its asker. */
export const canSeeQuestion = (viewer: Viewer, question: QuestionFacts): boolean =>
	!question.isHidden || question.isAsker || (isModerator(viewer) && !question.awaitsAddress)

/** The asker may edit freely until the first answer. */
export function canEdit(viewer: Viewer, question: QuestionFacts): Permission {
	const own = asAskerOfUnpublished(viewer, question)
	if (!own.allowed) return own
	if (question.hasAnswers) return no('answered', '回答が付いた質問は書き換えられません。追記をご利用ください。')
	return yes
}

export function canAddAddendum(viewer: Viewer, question: QuestionFacts): Permission {
	const own = asAsker(viewer, question)
	if (!own.allowed) return own
	if (!question.hasAnswers) return no('unanswered', '回答が付くまでは、質問をそのまま編集できます。')
	if (question.addendumCount >= MAX_ADDENDA) return no('limit', `追記は${MAX_ADDENDA}回までです。`)
	return yes
}

export function canDelete(viewer: Viewer, question: QuestionFacts): Permission {
	const own = asAskerOfUnpublished(viewer, question)
	if (!own.allowed) return own
	if (question.hasAnswers) return no('answered', '回答が付いた質問は削除できません。匿名にすることはできます。')
	return yes
}

export function canAnonymise(viewer: Viewer, question: QuestionFacts): Permission {
	const own = asAskerOfUnpublished(viewer, question)
	if (!own.allowed) return own
	return question.isAnonymous ? no('already', 'この質問はすでに匿名です。') : yes
}

/** By the asker alone, without a best answer. */
export function canResolve(viewer: Viewer, question: QuestionFacts): Permission {
	const own = asAsker(viewer, question)
	if (!own.allowed) return own
	return question.state === 'resolved' ? no('resolved', 'この質問は解決済みです。') : yes
}

export function canReopen(viewer: Viewer, question: QuestionFacts): Permission {
	const own = asAsker(viewer, question)
	if (!own.allowed) return own
	return question.state === 'resolved' ? yes : no('unresolved', 'この質問はまだ解決済みになっていません。')
}

/** One answer per verified expert, never to their own question, and only where the law lets them do a part of what is asked. */
export function canAnswer(viewer: Viewer, question: QuestionFacts, expert: ExpertFacts, parts: readonly TaskPart[]): Permission {
	if (viewer.kind === 'visitor') return no('login', '回答するには専門家としてログインしてください。')
	if (!expert?.isVerified) return no('not-expert', '回答できるのは、資格の確認が済んだ専門家だけです。')
	if (question.isAsker) return no('own', '自分の質問には回答できません。')
	if (question.isHidden) return no('hidden', 'この質問は現在公開されていません。')
	if (expert.answerId !== null) return no('already', 'この質問にはすでに回答しています。回答を編集してください。')
	const refused = refusedByLaw(parts, expert.held)
	return refused === null ? yes : no('reserved', refused)
}

/** Why a law prevents a holder of these credentials from answering, or null. The answer states which parts it covers. */
export const refusedByLaw = (parts: readonly TaskPart[], held: Held): string | null =>
	parts.length === 0 || parts.some((part) => mayDoPart(held, part)) ? null : refusalOf(parts)

/** Suggests the task of a question, also by experts who may not answer it: that is the purpose of the suggestion. */
export function canSuggestTask(viewer: Viewer, question: QuestionFacts, expert: ExpertFacts, hasTasks: boolean): Permission {
	if (viewer.kind === 'visitor') return no('login', '業務を提案するには専門家としてログインしてください。')
	if (!expert?.isVerified) return no('not-expert', '業務を提案できるのは、資格の確認が済んだ専門家だけです。')
	if (question.isAsker) return no('own', '自分の質問の業務は、質問の編集で選べます。')
	if (question.isHidden) return no('hidden', 'この質問は現在公開されていません。')
	if (hasTasks) return no('already', 'この質問の業務は、もう決まっています。')
	return question.state === 'resolved' ? no('resolved', 'この質問は解決済みです。') : yes
}

/** By the asker, on suggestions of experts. */
export function canChooseTask(viewer: Viewer, question: QuestionFacts, hasTasks: boolean): Permission {
	const own = asAsker(viewer, question)
	if (!own.allowed) return own
	return hasTasks ? no('already', 'この質問の業務は、もう決まっています。') : yes
}

export function canEditAnswer(viewer: Viewer, question: QuestionFacts, answer: AnswerFacts): Permission {
	if (viewer.kind === 'visitor') return no('login', 'ログインしてください。')
	if (!answer.isAuthor) return no('not-author', '回答を編集できるのは、書いた専門家だけです。')
	if (!viewer.isExpert) return no('not-expert', suspended)
	if (answer.isHidden || question.isHidden) return no('hidden', 'この回答は現在公開されていません。')
	return yes
}

/** A suspended expert may not write as an expert, in earlier answers either. */
const suspended = '専門家の登録が停止されている間は、回答の編集とやりとりはできません。'

/** By the asker, or by staff with a reason. One at a time; it may be moved. */
export function canAccept(viewer: Viewer, question: QuestionFacts, answer: AnswerFacts): Permission {
	if (viewer.kind === 'visitor') return no('login', 'ログインしてください。')
	if (!question.isAsker && !isModerator(viewer)) return no('not-asker', 'ベストアンサーを選べるのは質問者だけです。')
	if (answer.isHidden || question.isHidden) return no('hidden', 'この回答は現在公開されていません。')
	if (answer.isAuthor) return no('own', '自分の回答はベストアンサーに選べません。')
	if (question.bestAnswerId === answer.id) return no('already', 'すでにベストアンサーです。')
	return yes
}

export function canWithdrawAcceptance(viewer: Viewer, question: QuestionFacts, answer: AnswerFacts): Permission {
	if (viewer.kind === 'visitor') return no('login', 'ログインしてください。')
	if (!question.isAsker && !isModerator(viewer)) return no('not-asker', 'ベストアンサーを取り消せるのは質問者だけです。')
	if (question.bestAnswerId !== answer.id) return no('already', 'ベストアンサーではありません。')
	return yes
}

/** 参考になった. Withdrawing a vote follows the same rule. */
export function canVote(viewer: Viewer, question: QuestionFacts, answer: AnswerFacts): Permission {
	if (viewer.kind === 'visitor') return no('login', '「参考になった」を送るにはログインしてください。')
	if (answer.isAuthor) return no('own', '自分の回答には送れません。')
	if (answer.isHidden || question.isHidden) return no('hidden', 'この回答は現在公開されていません。')
	return yes
}

export function canThank(viewer: Viewer, question: QuestionFacts, answer: AnswerFacts): Permission {
	const own = asAsker(viewer, question)
	if (!own.allowed) return own
	if (answer.isHidden) return no('hidden', 'この回答は現在公開されていません。')
	return answer.isThanked ? no('already', 'お礼は送信済みです。') : yes
}

/** Asker and expert in turn, the asker first, three rounds. */
export function canComment(viewer: Viewer, question: QuestionFacts, answer: AnswerFacts): Permission {
	if (viewer.kind === 'visitor') return no('login', 'ログインしてください。')
	if (!question.isAsker && !answer.isAuthor) return no('not-asker', 'やりとりできるのは、質問者と回答した専門家だけです。')
	if (!question.isAsker && !viewer.isExpert) return no('not-expert', suspended)
	if (answer.isHidden || question.isHidden) return no('hidden', 'この回答は現在公開されていません。')
	if (answer.commentCount >= 2 * COMMENT_ROUNDS) return no('limit', `やりとりは${COMMENT_ROUNDS}往復までです。`)
	const askersTurn = answer.commentCount % 2 === 0
	if (askersTurn !== question.isAsker)
		return no('turn', askersTurn ? '質問者が追加の質問をすると、返信できます。' : '専門家の返信をお待ちください。')
	return yes
}

/** Former versions: an edit may have removed something private, so the public sees only that there were edits. */
export function canReadQuestionHistory(viewer: Viewer, question: QuestionFacts): Permission {
	if (question.isAsker || isModerator(viewer)) return yes
	return no('not-asker', '編集の履歴を読めるのは、質問した本人と運営の担当者だけです。')
}

export function canReadAnswerHistory(viewer: Viewer, answer: AnswerFacts): Permission {
	if (answer.isAuthor || isModerator(viewer)) return yes
	return no('not-author', '編集の履歴を読めるのは、回答を書いた専門家と運営の担当者だけです。')
}

export const canHide = (viewer: Viewer): Permission =>
	isModerator(viewer) ? yes : no('not-staff', 'この操作は運営の担当者だけができます。')

function asAsker(viewer: Viewer, question: QuestionFacts): Permission {
	if (viewer.kind === 'visitor') return no('login', 'ログインしてください。')
	if (!question.isAsker) return no('not-asker', 'この操作ができるのは質問者だけです。')
	if (question.isHidden) return no('hidden', 'この質問は現在公開されていません。')
	return yes
}

/** What an asker may do with a question that waits for a confirmed address. */
const asAskerOfUnpublished = (viewer: Viewer, question: QuestionFacts): Permission =>
	asAsker(viewer, { ...question, isHidden: question.isHidden && !question.awaitsAddress })
