import sharp from 'sharp'
import { drawCard } from './card-drawing.ts'
import { createCardFonts } from './card-fonts.ts'
import type { DrawingAnswer, DrawingOrder } from './drawing-process.ts'

/**
 * The program of the process that draws share cards (see `drawing-process.ts`): one card after the other; it exits
 * when the parent disconnects.
 */
const fonts = createCardFonts()
sharp.cache(false)
sharp.concurrency(1)

const answer = (message: DrawingAnswer) => process.send?.(message)

process.on('message', (order: DrawingOrder) => {
	drawCard(order.card, fonts).then(
		(png) => answer({ id: order.id, png }),
		(error: unknown) => answer({ id: order.id, error: error instanceof Error ? error.message : String(error) }),
	)
})
process.on('disconnect', () => process.exit(0))
