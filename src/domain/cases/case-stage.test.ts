import { expect, test } from 'vitest'
import { type CaseFacts, stageOf } from './case-stage.ts'

const both = [false, true]

/** Who wrote last: what the client asks is due until the office answers, and a booking begins a thread without a question. */
const talks = both.flatMap((isMeetingAgreed) =>
	[
		{ isAnswered: true, isReplyDue: false },
		{ isAnswered: false, isReplyDue: true },
		{ isAnswered: false, isReplyDue: false },
	].map((talk) => ({ ...talk, isMeetingAgreed })),
)

/** Every combination of facts that the tables allow. */
const all: CaseFacts[] = both
	.flatMap((isTimeProposed) =>
		both.flatMap((isClientMissing) => both.map((isOfficeMissing) => ({ isTimeProposed, isClientMissing, isOfficeMissing }))),
	)
	.flatMap((shared) => [
		...(['sent', 'quoted', 'accepted', 'cancelled', 'expired'] as const).flatMap((state) =>
			both.flatMap((isChangeAsked) =>
				both.flatMap((isContacted) =>
					both.flatMap((isDone) =>
						both.map((isReviewed) => ({
							kind: 'estimate' as const,
							state,
							isChangeAsked,
							isContacted,
							isDone: isDone && state === 'accepted',
							isReviewed,
							...shared,
						})),
					),
				),
			),
		),
		...both.flatMap((isClosed) =>
			talks.flatMap((talk) =>
				both.flatMap((isClientEngaged) =>
					both.flatMap((isOfficeEngaged) =>
						both.flatMap((isDone) =>
							both.map((isReviewed) => ({
								kind: 'inquiry' as const,
								isClosed,
								...talk,
								isClientEngaged,
								isOfficeEngaged,
								isDone: isDone && isClientEngaged && isOfficeEngaged,
								isReviewed,
								...shared,
							})),
						),
					),
				),
			),
		),
	])

const waits = (sentence: string) => /お待ちください/.test(sentence)
const acts = (sentence: string) => /[てで]ください。$/.test(sentence) && !waits(sentence)

/** What a case tells its two sides against the promise: who waits has somebody who acts. */
function faultOf(facts: CaseFacts): string | null {
	const { turn, client, office } = stageOf(facts)
	const told = JSON.stringify({ facts, turn, client, office })
	if (waits(client) && !(turn === 'office' && acts(office))) return `the client waits in vain: ${told}`
	if (waits(office) && !(turn === 'client' && acts(client))) return `the office waits in vain: ${told}`
	if (turn === 'client' && !acts(client)) return `the client is not told what to do: ${told}`
	if (turn === 'office' && !acts(office)) return `the office is not told what to do: ${told}`
	return null
}

test('wherever one side is told to wait, the other has the turn and is told what to do', () => {
	expect(all.map(faultOf).filter((fault) => fault !== null)).toEqual([])
})

test('a case goes from the request to the end without going back', () => {
	const facts = {
		kind: 'estimate',
		isChangeAsked: false,
		isContacted: false,
		isDone: false,
		isReviewed: false,
		isTimeProposed: false,
		isClientMissing: false,
		isOfficeMissing: false,
	} as const
	const stages = [
		{ ...facts, state: 'sent' as const },
		{ ...facts, state: 'quoted' as const },
		{ ...facts, state: 'accepted' as const },
		{ ...facts, state: 'accepted' as const, isContacted: true },
		{ ...facts, state: 'accepted' as const, isContacted: true, isDone: true },
	].map((one) => stageOf(one).stage)
	expect(stages).toEqual([1, 1, 2, 3, 4])
})
