import { days } from '../../domain/shared/japan-time.ts'

/**
 * What somebody types into a form, kept in their own browser until it is posted: through signing in, registration and
 * an expired session. Never sent anywhere by itself; gone after a week, and with signing out.
 */
const KEPT_MS = days(7)

const PREFIX = 'typed:'

/** The name of one form's place: a new question, the answer to a question, an inquiry at an office, or a reply in its thread. */
export const questionPlace = 'question'
export const answerPlace = (questionId: number) => `answer-${questionId}`
export const inquiryPlace = (officeId: number) => `inquiry-${officeId}`
export const replyPlace = (inquiryId: number) => `inquiry-reply-${inquiryId}`

/** Values by the name of their field. */
export type Typed = Record<string, string[]>
type Kept = { at: number; typed: Typed }

export function readTyped(place: string): Typed | null {
	try {
		const kept = JSON.parse(localStorage.getItem(PREFIX + place) ?? 'null') as Kept | null
		return kept && Date.now() - kept.at < KEPT_MS ? kept.typed : null
	} catch {
		return null
	}
}

export function saveTyped(place: string, typed: Typed): void {
	try {
		if (Object.keys(typed).length === 0) localStorage.removeItem(PREFIX + place)
		else localStorage.setItem(PREFIX + place, JSON.stringify({ at: Date.now(), typed } satisfies Kept))
	} catch {
		// Full or forbidden: the form works as it does without a script.
	}
}

export function forgetTyped(place: string): void {
	try {
		localStorage.removeItem(PREFIX + place)
	} catch {
		// A browser that keeps nothing has nothing to forget.
	}
}

/** Deletes the text of a question or answer that has been posted, whose page this is. */
export function forgetPosted({ questionId, title, hasAnswered }: { questionId: number; title: string; hasAnswered: boolean }): void {
	if (hasAnswered) forgetTyped(answerPlace(questionId))
	const typed = readTyped(questionPlace)?.['title']?.[0]
	if (typed !== undefined && typed.replaceAll(/\s+/gu, ' ').trim() === title) forgetTyped(questionPlace)
}

/** Hides unfinished texts from the next user of this browser. */
export function forgetAllTyped(): void {
	for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
}
