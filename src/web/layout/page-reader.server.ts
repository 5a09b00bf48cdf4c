import type { IncomingMessage } from 'node:http'
import { type Banner, readBanners } from '../../domain/operations/announcements/banners.ts'
import { type PageReaderFacts, type Reading } from '../../domain/operations/readers/page-reader.ts'
import type { Ctx, Viewer } from '../../domain/shared/context.ts'
import { currentToken } from '../../http/csrf.ts'
import type { FindReader } from '../../http/reader-pages.ts'
import type { SlotFill } from '../../http/slots.ts'
import { newClientKey } from '../forms/client-key.server.ts'
import { accountImage } from '../session/login-status.ts'
import { bellTexts } from '../session/unread.ts'

/** Finds the reader of a kept page by their session and reads what comes into its slots. */
export function createFindReader({
	ctx,
	read,
	tokenOf,
	findSession,
	banners,
}: {
	ctx: Ctx
	/** `readPageReaders` for one of many readers. */
	read: (reading: Reading) => Promise<PageReaderFacts | undefined>
	/** The value of the session's cookie. */
	tokenOf: (req: IncomingMessage) => string | null
	findSession: (req: IncomingMessage) => Promise<{ viewer: Viewer } | null>
	banners: () => Promise<readonly Banner[]>
}): FindReader {
	/** Looks for a banner, which is rendered with its page until it is closed, and at a session that was not used lately. */
	async function mayReadKept(req: IncomingMessage, running: readonly Banner[]): Promise<boolean> {
		const viewer = (await findSession(req))?.viewer
		if (viewer?.kind !== 'member' || !isOrdinary(viewer)) return false
		return (await readBanners({ ...ctx, viewer }, running)).length === 0
	}

	return async (req, { rule: { readers: kind }, target }) => {
		const [csrfToken, token, running] = [currentToken(req.headers.cookie), tokenOf(req), await banners()]
		if (csrfToken === null || token === null || kind === undefined) return null
		if (running.length > 0 && !(await mayReadKept(req, running))) return null
		const reading = { kind, token, key: lastSegment(target) }
		const facts = (await read(reading)) ?? ((await mayReadKept(req, running)) ? await read(reading) : undefined)
		if (facts === undefined || facts.isInvolved) return null
		return { audience: facts.isExpert ? 'expert' : 'member', fill: fillOf(facts, csrfToken) }
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
