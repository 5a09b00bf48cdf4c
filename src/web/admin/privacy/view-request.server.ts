import {
	channelLabel,
	claimantLabel,
	identityLabel,
	lastPrivacyDay,
	privacyKinds,
	privacyOutcomeLabel,
} from '../../../domain/support/privacy-input.ts'
import type { PrivacyRequest } from '../../../domain/support/privacy-requests.ts'
import type { IsoDate } from '../../../domain/shared/column-types.ts'
import { addDays, dateText, daysBetween, momentText } from '../../../domain/shared/japan-time.ts'

/** A request as its page says it. `today` is the day in Japan. */
export function viewRequest(found: PrivacyRequest, today: IsoDate) {
	const left = daysBetween(today, found.due_on)
	const last = lastPrivacyDay(found.received_on)
	return {
		id: found.id,
		kind: found.kind,
		supportId: found.support_id,
		uid: found.uid,
		hasLeft: found.hasLeft,
		claimant: found.claimant,
		isChecked: found.identity_at !== null,
		isOwnCheck: found.isOwnCheck,
		isActedOn: found.exported_at !== null || found.erased_at !== null,
		isMember: found.support_id !== null && found.user_id !== null,
		email: found.email,
		isClosed: found.closed_at !== null,
		isLate: left <= 0,
		due: `${dateText(found.due_on)}${left < 0 ? `（${-left}日過ぎています）` : left === 0 ? '（今日）' : `（あと${left}日）`}`,
		/** An outlook may move the deadline between these days. */
		outlookDays: found.due_on < last ? { first: addDays(found.due_on, 1), last } : null,
		body: found.body,
		outlook: found.outlook,
		decision: found.decision,
		received: [
			{ label: '請求', value: `${privacyKinds[found.kind].label}（個人情報保護法${privacyKinds[found.kind].article}）` },
			{ label: '届いた日', value: `${dateText(found.received_on)}・${channelLabel(found.channel)}` },
			{ label: 'お名前', value: found.requester_name },
			{ label: '立場', value: claimantLabel(found.claimant) },
			{ label: '返事の宛先', value: found.email ?? '書面で返事をします' },
		],
		steps: [
			{
				label: '本人確認',
				value:
					found.identity_method === null || found.identity_at === null
						? 'まだ'
						: `${identityLabel(found.identity_method)}：${found.identity_note}（${momentText(found.identity_at)} ${found.checkedBy ?? ''}）`,
			},
			...(found.exported_at === null ? [] : [{ label: '書き出し', value: momentText(found.exported_at) }]),
			...(found.erased_at === null ? [] : [{ label: '消去', value: momentText(found.erased_at) }]),
			...(found.closed_at === null || found.outcome === null
				? []
				: [{ label: '結果', value: `${privacyOutcomeLabel(found.outcome)}（${momentText(found.closed_at)} ${found.decidedBy ?? ''}）` }]),
		],
	}
}

export type RequestData = ReturnType<typeof viewRequest> & { csrfToken: string }
