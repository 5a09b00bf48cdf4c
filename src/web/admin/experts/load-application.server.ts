import type { RecentStaffCtx } from '../../../domain/accounts/staff.ts'
import { getApplication } from '../../../domain/experts/expert-verification.ts'
import { CONSENT_VERSION, consents } from '../../../domain/experts/registration-consents.ts'
import { getPrefecture } from '../../../domain/geography/prefectures.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'

/** An application as its own page and the desk show it; the look is recorded. */
export async function loadApplication(ctx: RecentStaffCtx, expertId: number) {
	const {
		account,
		decisions,
		submittedAt,
		decision: _latest,
		done: _done,
		consents: given,
		changes,
		factChecks,
		...application
	} = await getApplication(ctx, expertId)
	return {
		application: {
			...application,
			areaNames: application.profile.areaIds.map((id) => getPrefecture(id).name),
			account: { ...account, createdAt: momentText(account.createdAt.getTime()) },
			submitted: submittedAt === null ? '' : momentText(submittedAt.getTime()),
			decisions: decisions.map(({ decidedAt, ...one }) => ({ ...one, decided: momentText(decidedAt.getTime()) })),
			factChecks: factChecks.map(({ checkedAt, ...one }) => ({ ...one, checked: momentText(checkedAt.getTime()) })),
			consents: given.map(({ kind, textVersion, consentedAt }) => ({
				label: consents.find((one) => one.kind === kind)?.label ?? kind,
				textVersion,
				isCurrent: textVersion === CONSENT_VERSION,
				consented: momentText(consentedAt.getTime()),
			})),
		},
		changes: changes.map(({ submittedAt: at, decidedAt, version, ...one }) => ({
			...one,
			version,
			register: application.registers[one.professionId] ?? null,
			before: application.credentials.find(({ professionId }) => professionId === one.professionId) ?? null,
			submitted: at === null ? '' : momentText(at.getTime()),
			decided: decidedAt === null ? '' : momentText(decidedAt.getTime()),
		})),
	}
}
