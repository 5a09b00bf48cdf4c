import { expect, test } from 'vitest'
import { shownErrorCode } from './error-code.ts'

test.each([
	['404', 404],
	['403', 403],
	[null, 404],
	['', 404],
	['500', 404],
	['200', 404],
	['0404', 404],
	['<script>', 404],
	['4e2', 404],
])('/error?code=%s answers %i', (given, code) => {
	expect(shownErrorCode(given)).toBe(code)
})
