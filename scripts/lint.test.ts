import { expect, test } from 'vitest'
import { hashesOf } from './lint.ts'

const files: Record<string, string> = {
	'src/page.ts': `import { price } from './domain/price.ts'\n`,
	'src/domain/price.ts': `import type { Rows } from './rows.ts'\n`,
	'src/domain/rows.ts': `export type Rows = {}\n`,
	'src/domain/more-rows.ts': `declare module './rows.ts' {}\n`,
	'src/other.ts': `export const other = await import('./late.ts')\n`,
	'src/late.ts': '',
}

const changedBy = (file: string, common: [string, string] = ['', '']) => {
	const hash = (texts: Record<string, string>, settings: string) => hashesOf(Object.keys(files), (one) => texts[one] ?? '', [settings])
	const before = hash(files, common[0])
	const after = hash({ ...files, [file]: `${files[file]}// changed\n` }, common[1])
	return [...after].filter(([one, value]) => before.get(one) !== value).map(([one]) => one)
}

test('a file is looked at again when it or something that it imports has changed, at any distance', () => {
	expect(changedBy('src/page.ts')).toEqual(['src/page.ts'])
	expect(changedBy('src/domain/rows.ts')).toEqual(['src/page.ts', 'src/domain/price.ts', 'src/domain/rows.ts'])
	expect(changedBy('src/late.ts')).toEqual(['src/other.ts', 'src/late.ts'])
})

test('every file is looked at again when settings or types that need no import have changed', () => {
	expect(changedBy('src/domain/more-rows.ts')).toEqual(Object.keys(files))
	expect(changedBy('src/page.ts', ['settings', 'other settings'])).toEqual(Object.keys(files))
})
