import { describe, expect, it } from 'vitest'
import { articleSchema } from '../../../src/domain/media/article-input.server.ts'
import { checkProof } from '../../../src/platform/storage-proofs.ts'
import { manuscripts } from './manuscripts.ts'
import { drawProof } from './proof.ts'

describe('what makes the demo look lived in', () => {
	it('hands in articles that the form would take', () => {
		for (const { hoursAgo, ...manuscript } of manuscripts) {
			expect(articleSchema.parse(manuscript)).toEqual(manuscript)
			expect(hoursAgo).toBeGreaterThan(0)
		}
		expect(new Set(manuscripts.map(({ title }) => title)).size).toBe(manuscripts.length)
	})

	it.each(['pdf', 'png'] as const)('draws a document as %s that the check of proofs takes', async (kind) => {
		const drawn = await drawProof({ title: '税理士証票', lines: [['氏名', '日下部　実里']], foot: '登録を証する。' }, kind)
		expect(await checkProof(drawn)).toMatchObject({ extension: kind === 'pdf' ? 'pdf' : 'jpg', pages: 1 })
	})
})
