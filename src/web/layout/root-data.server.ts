import type { RouterContextProvider } from 'react-router'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { isStaffWith } from '../../domain/accounts/staff.ts'
import { findMyUser } from '../../domain/accounts/users.ts'
import { readBanners } from '../../domain/operations/announcements/banners.ts'
import { settingIn } from '../../domain/operations/settings/site-settings.ts'
import { findOwnPortrait } from '../../domain/experts/experts.ts'
import { comingVersions } from '../../domain/shared/rule-versions.ts'
import { countUnreadNotifications } from '../../domain/social/notifications.ts'
import { textSlot } from '../../http/slots.ts'
import {
	bannersContext,
	buildIdContext,
	categoriesContext,
	configContext,
	settingsContext,
	slotsContext,
	versionContext,
} from '../context.ts'
import { formToken } from '../session/form-token.server.ts'
import { headerUser } from '../session/login-status.ts'

export type RootData = Awaited<ReturnType<typeof readRootData>>

/** Returns what every page needs about the site and its viewer; never more than the frame needs. */
export async function readRootData(ctx: AccountsCtx, { context, request }: { context: Readonly<RouterContextProvider>; request: Request }) {
	const config = context.get(configContext)
	const settings = context.get(settingsContext)
	const linkOf = (key: keyof typeof config.links) => settingIn(settings, `link.${key}`) ?? config.links[key] ?? null
	const [found, unread, portrait, banners] = await Promise.all([
		findMyUser(ctx),
		countUnreadNotifications(ctx),
		findOwnPortrait(ctx),
		readBanners(ctx, context.get(bannersContext)),
	])
	return {
		site: {
			name: config.siteName,
			publicUrl: config.publicUrl,
			demo: config.demo,
			mailbox: ctx.accounts.mailbox !== null,
			/** Whether there are pages about who runs it. */
			hasOperator: ctx.site.operator !== undefined,
			takesCards: ctx.cards !== null,
			comingRules: comingVersions(ctx.now()),
			links: {
				listing: linkOf('listing'),
				corporate: linkOf('corporate'),
				servicePlan: linkOf('servicePlan'),
				faq: linkOf('faq'),
				contact: linkOf('contact'),
				media: linkOf('media'),
			},
			analytics: config.analytics,
		},
		buildId: context.get(buildIdContext),
		/** Of the release: for staff, who report what they see in it. */
		version: isStaffWith(ctx.viewer) ? context.get(versionContext) : null,
		banners: banners.map(({ id, title }) => ({ id, title })),
		categories: context.get(categoriesContext),
		viewer: context.get(slotsContext)
			? standIn(ctx)
			: found && { ...headerUser(found.user), portrait, csrfToken: formToken(context, request), unread, bell: null },
	}
}

/** Whoever reads a page that is kept for signed-in readers. */
const standIn = ({ viewer }: AccountsCtx) => ({
	uid: textSlot('uid'),
	name: '',
	imageUrl: textSlot('image'),
	isExpert: viewer.kind === 'member' && viewer.isExpert,
	isStaff: false,
	portrait: null,
	csrfToken: textSlot('token'),
	unread: 0,
	bell: { label: textSlot('bell'), count: textSlot('count') },
})
