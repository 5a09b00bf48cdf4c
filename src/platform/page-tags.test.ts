import { expect, test } from 'vitest'
import { ALL_PAGES, tagsOf } from './page-tags.ts'

test('a payload names tags, or every page', () => {
	expect(tagsOf('office:12 list:305:13')).toEqual(['office:12', 'list:305:13'])
	expect(tagsOf(ALL_PAGES)).toBeNull()
	expect(tagsOf(`office:12 ${ALL_PAGES}`)).toBeNull()
})
