import type { Kysely } from 'kysely'
import sharp from 'sharp'
import type { Database } from '../../src/domain/shared/context.ts'
import type { People } from './people.ts'

export type PictureAnswer = { status: number; ms: number; retryAfter: string | null; text: string }

/** A member's picture for a question: a new one, and the newest that was kept. */
export function picturesOf(people: People, db: Kysely<Database>) {
	const measured = async (asking: Promise<Response>): Promise<PictureAnswer> => {
		const begun = performance.now()
		const response = await asking
		const text = await response.text()
		return { status: response.status, ms: performance.now() - begun, retryAfter: response.headers.get('retry-after'), text }
	}
	return {
		async add(): Promise<PictureAnswer> {
			// Only ten may wait at a time.
			await db.updateTable('question_images').set({ removed_at: new Date() }).where('posted_at', 'is', null).execute()
			const form = new FormData()
			form.set('intent', 'image')
			form.set('question', '')
			form.set('image', new File([new Uint8Array(await picture())], 'photo.jpg', { type: 'image/jpeg' }))
			return measured(people.post('/qa/post/images', form))
		},
		async readNewest(): Promise<PictureAnswer> {
			const { token } = await db
				.selectFrom('question_images')
				.select('token')
				.where('removed_at', 'is', null)
				.orderBy('id', 'desc')
				.executeTakeFirstOrThrow()
			return measured(people.get(`/qa/images/${token}-640.webp`))
		},
	}
}

const picture = () =>
	sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#4477aa', noise: { type: 'gaussian', mean: 128, sigma: 30 } } })
		.jpeg()
		.toBuffer()

export const describePicture = ({ status, ms, text }: PictureAnswer): string =>
	`${status}${sentenceIn(text)} after ${(ms / 1_000).toFixed(1)} s`

function sentenceIn(text: string): string {
	const found = /(?:ファイルの保管場所|保存する場所がいっぱい)[^。"<]*。/.exec(text)?.[0]
	return found === undefined ? '' : ` 「${found}」`
}

export const isPictureRefused = ({ status, retryAfter, text }: PictureAnswer): boolean =>
	(status === 503 || status === 507) && retryAfter !== null && sentenceIn(text) !== ''
