import type { RouterContextProvider } from 'react-router'
import type { Ctx } from '../../domain/shared/context.ts'
import { type FavouriteTarget, isFavourite } from '../../domain/social/favourites.ts'
import { isFollowing } from '../../domain/social/follows.ts'
import { choiceSlot } from '../../http/slots.ts'
import { slotsContext } from '../context.ts'
import { formToken } from '../session/form-token.server.ts'
import type { OwnMarks } from './own-marks.ts'

type Args = { context: Readonly<RouterContextProvider>; request: Request }

/** The viewer's favourite and follow of a page's subject; null for visitors, whose pages are the same for all. */
export async function readOwnMarks(ctx: Ctx, target: FavouriteTarget, { context, request }: Args): Promise<OwnMarks | null> {
	if (ctx.viewer.kind === 'visitor') return null
	if (context.get(slotsContext))
		return {
			csrfToken: formToken(context, request),
			isKept: false,
			isFollowed: false,
			slots: { kept: choiceSlot('kept'), followed: choiceSlot('followed') },
		}
	const [isKept, notify] = await Promise.all([
		isFavourite(ctx, target),
		target.kind === 'expert' ? isFollowing(ctx, target.targetId) : null,
	])
	return { csrfToken: formToken(context, request), isKept, isFollowed: notify !== null, slots: null }
}
