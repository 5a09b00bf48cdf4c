import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import { DomainError } from '../domain/shared/errors.ts'
import type { Card } from './card.ts'
import { CARD_DESIGN_VERSION } from './card-design.ts'
import { createKeptPictures } from './kept-pictures.ts'

export type CardRenderer = {
	/** Returns the key of a card's picture: equal cards have equal keys. */
	keyOf: (card: Card) => string
	/** The PNG of a card, kept or drawn now. Throws unavailable when too many are waiting. */
	render: (card: Card) => Promise<Buffer>
}

/** Beyond this many waiting cards a caller is asked to retry later. */
const MAX_WAITING = 40

/** Draws share cards one at a time, and each only once while it is kept in memory. */
export function createCardRenderer({ keptBytes, draw }: { keptBytes: number; draw: (card: Card) => Promise<Buffer> }): CardRenderer {
	const limit = pLimit(1)
	const kept = createKeptPictures(keptBytes)
	const drawing = new Map<string, Promise<Buffer>>()

	const keyOf = (card: Card) =>
		createHash('sha256')
			.update(`${CARD_DESIGN_VERSION}${JSON.stringify(card)}`)
			.digest('base64url')
			.slice(0, 27)

	const drawAndKeep = async (key: string, card: Card) => {
		try {
			const png = await limit(() => draw(card))
			kept.set(key, png)
			return png
		} finally {
			drawing.delete(key)
		}
	}

	return {
		keyOf,
		async render(card) {
			const key = keyOf(card)
			const known = kept.get(key) ?? drawing.get(key)
			if (known) return known
			if (limit.pendingCount >= MAX_WAITING)
				throw new DomainError('unavailable', 'Too many pictures are being drawn', { retryAfterSeconds: 10 })
			const drawn = drawAndKeep(key, card)
			drawing.set(key, drawn)
			return drawn
		},
	}
}
