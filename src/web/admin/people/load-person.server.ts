import type { RecentStaffCtx } from '../../../domain/accounts/staff.ts'
import { isStaffWith } from '../../../domain/accounts/staff.ts'
import { deviceName } from '../../../domain/accounts/sign-in/device-name.ts'
import { listMails } from '../../../domain/operations/mail-admin.ts'
import { findFactorReset } from '../../../domain/operations/factor-reset.ts'
import { mayActOn, readPersonSecurity } from '../../../domain/operations/person-acts.ts'
import { listPersonCredentials } from '../../../domain/operations/people/person-cases.ts'
import { readPerson } from '../../../domain/operations/person-overview.ts'
import { listPersonNotes } from '../../../domain/support/person-notes.ts'
import { getProfession } from '../../../domain/taxonomy/attributes.ts'
import { dateText, momentText } from '../../../domain/shared/japan-time.ts'
import { viewMail } from '../mail/mail-view.server.ts'

/** How many of the latest mails the page shows. */
const MAILS = 10

/** Everything that the page of an account shows; the look is recorded. */
export async function loadPerson(ctx: RecentStaffCtx, uid: string, csrfToken: string) {
	const { createdAt, deletedAt, emailVerifiedAt, events, counts, ...person } = await readPerson(ctx, uid)
	const [security, notes, mails, reset, credentials] = await Promise.all([
		readPersonSecurity(ctx, uid),
		listPersonNotes(ctx, person.userId),
		listMails(ctx, { address: '', userId: person.userId, onlyUndelivered: false, cursor: null }),
		findFactorReset(ctx, person.userId),
		person.expert === null ? [] : listPersonCredentials(ctx, person.expert.id),
	])
	const { lastSeenAt, ...numbers } = counts
	return {
		...person,
		counts: numbers,
		credentials: credentials.map(({ id, professionId, number, association, registeredOn, change }) => ({
			id,
			profession: getProfession(professionId).name,
			number: number === '' ? '未入力' : number,
			facts: [association, registeredOn && `${dateText(registeredOn)}に登録`].filter(Boolean).join('・'),
			change: change && (change === 'submitted' ? '変更を審査中' : '変更を差し戻し中'),
		})),
		created: momentText(createdAt),
		left: deletedAt && momentText(deletedAt),
		emailVerified: emailVerifiedAt && momentText(emailVerifiedAt),
		isProved: emailVerifiedAt !== null,
		lastSeen: lastSeenAt && momentText(lastSeenAt),
		events: events.map(({ at, ...event }) => ({ ...event, at: momentText(at) })),
		isReviewer: isStaffWith(ctx.viewer, 'reviewer'),
		canAudit: isStaffWith(ctx.viewer, 'admin'),
		canAct: mayActOn(ctx, { ...person, hasLeft: deletedAt !== null, isStaff: person.roles.length > 0 }),
		security: {
			...security,
			devices: security.devices.map(({ id, userAgent, createdAt: loggedIn, lastSeenAt: seen, hasSecondFactor }) => ({
				id,
				hasSecondFactor,
				name: deviceName(userAgent),
				note: `${momentText(loggedIn)}にログイン・最後の利用 ${momentText(seen)}`,
			})),
		},
		reset: reset && { ...reset, at: momentText(reset.at) },
		notes: notes.map(({ at, ...note }) => ({ ...note, at: momentText(at) })),
		mails: mails.items.slice(0, MAILS).map(viewMail),
		csrfToken,
	}
}

export type PersonData = Awaited<ReturnType<typeof loadPerson>>
