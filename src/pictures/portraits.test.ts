import { describe, expect, it } from 'vitest'
import { officeSvg } from './office-pictures.ts'
import { portraitSvg } from './portraits.ts'

const kinds = ['sole', 'corporation', 'company', 'joint'] as const
const drawings = (count: number) =>
	Array.from({ length: count }, (_, id) => [
		portraitSvg({ id, name: id % 2 === 0 ? '森川 由紀' : '葛西 俊介', age: 28 + (id % 48) }),
		officeSvg({ id, kind: kinds[id % 4] }),
	])

describe('drawn pictures', () => {
	it('follow from the id and differ between ids', () => {
		expect(drawings(40)).toEqual(drawings(40))
		const all = drawings(500)
		expect(new Set(all.map(([portrait]) => portrait)).size).toBeGreaterThan(495)
		expect(new Set(all.map(([, office]) => office)).size).toBeGreaterThan(490)
	})

	it('stay under 4 KB and hold nothing that a content security policy would stop', () => {
		for (const svg of drawings(1_500).flat()) {
			expect(Buffer.byteLength(svg)).toBeLessThan(4_096)
			expect(svg).not.toMatch(/style=|<style|<script|href=|on\w+=|undefined|NaN/)
			expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*viewBox=.*<\/svg>$/s)
		}
	})
})
