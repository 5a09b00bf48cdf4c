import type { LetterState } from '../../../domain/documents/letters/letters.ts'

export const stateTexts: Readonly<Record<LetterState, string>> = {
	offered: '依頼者の同意待ち',
	agreed: '双方が同意',
	replaced: '新しい版に変更',
	withdrawn: '取り下げ',
	revoked: '解除の通知あり',
}
