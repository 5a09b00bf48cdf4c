import type { IncomingMessage } from 'node:http'
import { type Banner, readBanners } from '../../domain/operations/announcements/banners.ts'
import { type PageReaderFacts, readPageReader } from '../../domain/operations/readers/page-reader.ts'
import type { Ctx, Viewer } from '../../domain/shared/context.ts'
import { currentToken } from '../../http/csrf.ts'
import type { FindReader } from '../../http/reader-pages.ts'
import type { SlotFill } from '../../http/slots.ts'
import { newClientKey } from '../forms/client-key.server.ts'
import { accountImage } from '../session/login-status.ts'
import { bellTexts } from '../session/unread.ts'

/** Finds the reader of a kept page by their session and reads what comes into its slots: two statements. */
export function createFindReader({
	ctx,
	findSession,
	banners,
}: {
	ctx: Ctx
	findSession: (req: IncomingMessage) => Promise<{ viewer: Viewer } | null>
	banners: () => Promise<readonly Banner[]>
}): FindReader {
	return async (req, { rule, target }) => {
		const token = currentToken(req.headers.cookie)
		if (token === null || rule.readers === undefined) return null
		const viewer = (await findSession(req))?.viewer
		if (viewer?.kind !== 'member' || !isOrdinary(viewer)) return null
		const own = { ...ctx, viewer }
		const [facts, ownBanners] = await Promise.all([
			readPageReader(own, { kind: rule.readers, key: lastSegment(target) }),
			banners().then((running) => readBanners(own, running)),
		])
		// A banner is rendered with its page until it is closed.
		if (facts === null || facts.isInvolved || ownBanners.length > 0) return null
		return { audience: viewer.isExpert ? 'expert' : 'member', fill: fillOf(facts, token) }
	}
}

/** Staff see more on many pages, and whose account is limited sees why. */
const isOrdinary = ({ roles, rolesAwaitSecondFactor, limit }: Extract<Viewer, { kind: 'member' }>): boolean =>
	roles.length === 0 && rolesAwaitSecondFactor !== true && limit === undefined

function lastSegment(target: string): string {
	const segment = (target.split('?', 1)[0] ?? '').split('/').at(-1) ?? ''
	return decodeURIComponent(segment)
}

function fillOf({ uid, imageUrl, portrait, unread, ...marks }: PageReaderFacts, token: string): SlotFill {
	const { label, count } = bellTexts(unread)
	return {
		texts: { uid, token, key: newClientKey(), image: accountImage(imageUrl, portrait), bell: label, count: count ?? null },
		choices: new Set([
			...(marks.isFavourite ? (['kept'] as const) : []),
			...(marks.isFollowing ? (['followed'] as const) : []),
			...marks.helpfulAnswers.map((id) => `helpful-${id}` as const),
		]),
	}
}
