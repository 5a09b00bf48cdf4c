import type { Insertable, Updateable } from 'kysely'
import { expectTypeOf, test } from 'vitest'
import type { ShapesOf, TableRow, Tables } from './tables.ts'

test('a row has the unions, nulls and JSON shapes of its columns', () => {
	expectTypeOf<TableRow<'offices'>['state']>().toEqualTypeOf<'draft' | 'published' | 'unlisted' | 'suspended' | 'deleted'>()
	expectTypeOf<TableRow<'offices'>['founded_on']>().toEqualTypeOf<string | null>()
	expectTypeOf<TableRow<'answers'>['sources']>().toEqualTypeOf<{ title: string; url: string }[]>()
	expectTypeOf<TableRow<'articles'>['sources']>().toEqualTypeOf<{ title: string; url: string }[] | null>()
})

test('generated columns are not writable, and JSON is written as text', () => {
	expectTypeOf<Insertable<Tables['questions']>>().not.toHaveProperty('id')
	expectTypeOf<Insertable<Tables['questions']>>().not.toHaveProperty('popularity')
	expectTypeOf<Updateable<Tables['questions']>>().not.toHaveProperty('popularity')
	expectTypeOf<Insertable<Tables['answers']>['sources']>().toEqualTypeOf<string | undefined>()
	expectTypeOf<Updateable<Tables['articles']>['sources']>().toEqualTypeOf<string | null | undefined>()
})

test('a shape is of a jsonb column that exists', () => {
	expectTypeOf<ShapesOf<{ 'answers.sources': string[] }>>().toEqualTypeOf<{ 'answers.sources': string[] }>()
	// @ts-expect-error: no jsonb column
	expectTypeOf<ShapesOf<{ 'answers.body': string[] }>>().toBeObject()
	// @ts-expect-error: no column at all
	expectTypeOf<ShapesOf<{ 'answers.source': string[] }>>().toBeObject()
})
