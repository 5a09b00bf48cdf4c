import { expect, test } from 'vitest'
import { filesOf, linesThat, read } from '../../../test/source-files.ts'
import { outcomeSentence } from './done-note.tsx'

const pages = filesOf('src/web/admin/**/*.{ts,tsx}')

test('every outcome that a form of staff leads on with has its sentence', () => {
	const named = pages
		.filter((file) => /\b(DoneNote|done-note)\b/.test(read(file)))
		.flatMap((file) => [...read(file).matchAll(/\bdone(?:\(\w+, |: )'([a-z_-]+)'/g)].map(([, outcome = '']) => outcome))
	expect(named.length).toBeGreaterThan(60)
	expect(named.filter((outcome) => outcomeSentence(outcome) === undefined)).toEqual([])
})

test('no form of one thing leads back to its page without an outcome', () => {
	const silent = linesThat((line) => /redirect\(\w+Path\((id|parseId\(params\.id\))\), 303\)/.test(line), pages)
	// A new article opens for writing.
	expect(silent.filter((line) => !line.includes('articleReviewPath(id), 303)'))).toEqual([])
})
