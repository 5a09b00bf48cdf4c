import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../../../public/scenes')

test.each(readdirSync(folder))('%s is a drawing of at most 3 KB compressed, in the colours of the tokens', (file) => {
	const drawing = readFileSync(path.join(folder, file), 'utf8')
	expect(brotliCompressSync(drawing).length).toBeLessThanOrEqual(3_072)
	// A picture of the policy's own host: no styles, scripts or other addresses inside.
	expect(drawing).not.toMatch(/<style|<script|style=|href=/)
	const tokens = readFileSync(path.resolve(import.meta.dirname, '../layout/tokens.css'), 'utf8')
	const colours = [...drawing.matchAll(/"(#[\da-f]{6})"/g)].map(([, colour = '']) => colour)
	expect(colours.length).toBeGreaterThan(0)
	expect(colours.filter((colour) => !tokens.includes(colour))).toEqual([])
})
