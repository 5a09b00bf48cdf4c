import type { ChoiceSlot } from '../../http/slots.ts'

/** What the buttons of a signed-in person need to know. `slots`: of a page that is kept for all of them. */
export type OwnMarks = {
	csrfToken: string
	isKept: boolean
	isFollowed: boolean
	slots: { kept: ChoiceSlot; followed: ChoiceSlot } | null
}
