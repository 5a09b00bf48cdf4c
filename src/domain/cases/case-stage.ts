/** How far a case is and who has to act, from what its tables say. Pure: pages show what the domain decides. */

export const stageLabels = ['相談', '返事', '契約', '作業', '完了'] as const
export type Stage = 0 | 1 | 2 | 3 | 4

/** Whose turn it is; 'none' when nobody has to do anything. */
export type Turn = 'client' | 'office' | 'none'

export type EstimateFactsOfCase = {
	kind: 'estimate'
	state: 'sent' | 'quoted' | 'accepted' | 'cancelled' | 'expired'
	/** The client asked an office to change its quote, and it has not answered. */
	isChangeAsked: boolean
	/** The chosen office has said that it contacted the client. */
	isContacted: boolean
	isDone: boolean
	isReviewed: boolean
}

export type InquiryFactsOfCase = {
	kind: 'inquiry'
	isClosed: boolean
	/** The office wrote last. */
	isAnswered: boolean
	/** The client wrote something that the office has to answer; not so in a thread that a booking began. */
	isReplyDue: boolean
	/** A meeting is agreed and not over. */
	isMeetingAgreed: boolean
	isClientEngaged: boolean
	isOfficeEngaged: boolean
	isDone: boolean
	isReviewed: boolean
}

export type CaseFacts = (EstimateFactsOfCase | InquiryFactsOfCase) & {
	/** The office has proposed times for a meeting, and the client has not answered. */
	isTimeProposed: boolean
	/** Documents that the client was asked for, or the office, have not come. */
	isClientMissing: boolean
	isOfficeMissing: boolean
}

export type CaseStage = {
	stage: Stage
	isEnded: boolean
	turn: Turn
	/** What each side reads: a to-do for the side whose turn it is, what it waits for otherwise. */
	client: string
	office: string
}

const at = (stage: Stage, turn: Turn, client: string, office: string): CaseStage => ({ stage, isEnded: false, turn, client, office })
const ended = (stage: Stage, sentence: string): CaseStage => ({ stage, isEnded: true, turn: 'none', client: sentence, office: sentence })

/** Where a case is. For every sentence in which one side waits, the other has the turn and a to-do. */
export function stageOf(facts: CaseFacts): CaseStage {
	if (facts.isDone) return afterWork(facts.isReviewed)
	const stage = facts.kind === 'estimate' ? estimateStage(facts) : inquiryStage(facts)
	if (stage.isEnded) return stage
	if (!facts.isTimeProposed) return withDocuments(facts, stage)
	return {
		...stage,
		turn: 'client',
		client: '事務所から面談の日時の候補が届いています。都合のよい日時を選んでください。',
		office: '面談の日時の候補を送りました。相談する方の返事をお待ちください。',
	}
}

/**
 * Work does not go on without the client's documents, and a client does not decide without those that they asked the office for. In other
 * stages somebody has to do something before that.
 */
function withDocuments({ kind, isClientMissing, isOfficeMissing }: CaseFacts, stage: CaseStage): CaseStage {
	const toSend = 'お願いされている書類を送ってください。'
	if (isClientMissing && stage.stage === 3)
		return { ...stage, turn: 'client', client: toSend, office: 'お願いした書類が、依頼した方から届くのをお待ちください。' }
	if (isOfficeMissing && (stage.stage === 3 || (kind === 'inquiry' && stage.stage === 1)))
		return { ...stage, turn: 'office', client: 'お願いした書類が、事務所から届くのをお待ちください。', office: toSend }
	return stage
}

const afterWork = (isReviewed: boolean): CaseStage =>
	isReviewed
		? ended(4, '仕事が終わり、口コミも書かれました。')
		: {
				...at(
					4,
					'client',
					'仕事が終わりました。よろしければ、口コミを書いてください。',
					'仕事が終わりました。口コミが届くのをお待ちください。',
				),
				isEnded: true,
			}

function estimateStage({ state, isChangeAsked, isContacted }: EstimateFactsOfCase): CaseStage {
	if (state === 'cancelled') return ended(1, '依頼は取り消されました。')
	if (state === 'expired') return ended(1, '依頼の期限が過ぎて、終わりました。')
	if (state === 'sent')
		return at(1, 'office', '事務所からの見積もりをお待ちください。', '期限までに、見積もりを送るか、辞退を伝えてください。')
	if (state === 'quoted')
		return isChangeAsked
			? at(1, 'office', '変更した見積もりをお待ちください。', '依頼した方が見積もりの変更を希望しています。新しい版を送ってください。')
			: at(1, 'client', '届いた見積もりを比べて、依頼先を選んでください。', '見積もりを送りました。依頼した方が選ぶのをお待ちください。')
	return isContacted
		? at(3, 'office', '契約して、仕事を進めてもらっています。完了の報告をお待ちください。', '仕事が終わったら、完了を報告してください。')
		: at(
				2,
				'office',
				'依頼先を決めました。事務所からの連絡をお待ちください。',
				'依頼先に選ばれました。依頼した方へ連絡し、連絡したことを記録してください。',
			)
}

function inquiryStage(facts: InquiryFactsOfCase): CaseStage {
	const { isClosed, isClientEngaged, isOfficeEngaged } = facts
	if (isClientEngaged && isOfficeEngaged)
		return at(
			3,
			'office',
			'契約して、仕事を進めてもらっています。完了の報告をお待ちください。',
			'仕事が終わったら、完了を報告してください。',
		)
	if (isClosed) return ended(1, 'このやり取りは終了しました。')
	if (isClientEngaged)
		return at(
			2,
			'office',
			'事務所が「依頼を受けることになった」と登録するのをお待ちください。',
			'差出人の方が「依頼することになった」と登録しました。お間違いがなければ、登録してください。',
		)
	if (isOfficeEngaged)
		return at(
			2,
			'client',
			'事務所が「依頼を受けることになった」と登録しました。お間違いがなければ、登録してください。',
			'差出人の方の登録をお待ちください。',
		)
	return talkStage(facts)
}

/** Before anybody registers that there is a contract. An agreed meeting leaves nothing to do until the client asks something. */
function talkStage({ isAnswered, isReplyDue, isMeetingAgreed }: InquiryFactsOfCase): CaseStage {
	if (isReplyDue) return at(0, 'office', '事務所からの返信をお待ちください。', '差出人の方が返信を待っています。返信してください。')
	if (isMeetingAgreed) {
		const sentence = '面談の日時が決まっています。当日までに必要な手続きはありません。'
		return at(1, 'none', sentence, sentence)
	}
	return isAnswered
		? at(1, 'client', '返信が届いています。続きを送るか、依頼するかを決めてください。', '返信しました。差出人の方の返事をお待ちください。')
		: at(
				1,
				'client',
				'これからの面談はありません。依頼するか、別の日時を予約するか、続きを送ってください。',
				'これからの面談はありません。次にどうするかは、差出人の方が決めます。',
			)
}
