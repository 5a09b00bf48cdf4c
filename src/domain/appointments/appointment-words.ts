import { defineTexts } from '../accounts/mailing/mail-words.ts'

const office = { 事務所名: 'みたか税理士事務所' }
const sample = { ...office, 日時: '12月1日（火）14:00〜15:00・オンライン' }
const moved = { ...sample, 前の日時: '11月30日（月）10:00〜11:00・オンライン' }
const reminder = { ...sample, いつ: '明日の14:00から' }

/** The sentences of notices of appointments. None names the client: notices outlive an account. */
export const appointmentTexts = defineTexts('appointment', {
	proposed: [
		'面談の候補が届いた（相談した方へ）',
		'「{事務所名}」から、面談の日時の候補（{候補}）が届きました。都合のよい日時を選んでください。',
		{ ...office, 候補: '12月1日（火）14:00〜15:00、12月2日（水）10:00〜11:00' },
	],
	proposalDeclined: [
		'面談の候補がどれも合わなかった（事務所へ）',
		'相談する方は、提案された面談の日時はどれも都合がつかないと答えました。別の候補をご提案ください。',
	],
	booked: ['面談を予約した（相談した方へ）', '「{事務所名}」との面談（{日時}）を予約しました。', sample],
	bookedForOffice: ['面談の予約が入った（事務所へ）', '「{事務所名}」に面談の予約（{日時}）が入りました。', sample],
	moved: ['面談の日時が変わった（相談した方へ）', '「{事務所名}」との面談の日時が、{前の日時} から {日時} に変わりました。', moved],
	movedForOffice: ['面談の日時が変わった（事務所へ）', '「{事務所名}」の面談の日時が、{前の日時} から {日時} に変わりました。', moved],
	cancelled: ['面談を自分でキャンセルした（相談した方へ）', '「{事務所名}」との面談（{日時}）をキャンセルしました。', sample],
	cancelledByOffice: [
		'事務所が面談をキャンセルした（相談した方へ）',
		'「{事務所名}」との面談（{日時}）は、事務所の都合によりキャンセルされました。',
		sample,
	],
	cancelledByClient: [
		'相談した方が面談をキャンセルした（事務所へ）',
		'「{事務所名}」の面談（{日時}）は、相談する方がキャンセルしました。',
		sample,
	],
	cancelledForOffice: [
		'面談を自分の事務所でキャンセルした（事務所へ）',
		'「{事務所名}」の面談（{日時}）は、この事務所がキャンセルしました。',
		sample,
	],
	reminder: ['前日のお知らせ（相談した方へ）', '{いつ}「{事務所名}」との面談（{日時}）があります。', reminder],
	reminderForOffice: ['前日のお知らせ（事務所へ）', '{いつ}「{事務所名}」で面談（{日時}）があります。', reminder],
})
